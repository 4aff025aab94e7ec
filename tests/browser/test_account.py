"""The page of one's account: a code for another device, signing out, and the end of it all."""

from playwright.sync_api import Browser, expect

from tests.browser.browser_player import PATIENCE, PHONE, BrowserPlayer
from tests.browser.test_everyone import axe
from tests.browser.test_talk import come
from tests.support.serving import Server


def test_an_account_goes_to_another_device_and_is_deleted(browser: Browser, server: Server) -> None:
    ann = BrowserPlayer(browser, server.base)
    phone = BrowserPlayer(browser, server.base, way="touch", size=PHONE, locale="zh-CN")
    try:
        come(ann, "Ann", "/account")
        ann.press("Make a code")
        dialog = ann.page.locator("dialog[open]")
        dialog.get_by_role("button", name="Make a code").click()
        code = dialog.get_by_role("status").inner_text()
        assert axe(ann) == []
        # It is shown once: a finger that rests on Escape does not lose it.
        for _ in range(4):
            ann.page.keyboard.press("Escape")
        expect(dialog.get_by_role("status")).to_have_text(code)

        phone.go("/account")
        phone.press("我以前来过")
        phone.page.get_by_role("textbox").fill(code)
        phone.press("恢复身份")
        next_code = phone.page.locator("dialog[open]").get_by_role("status")
        expect(next_code).not_to_have_text(code)
        assert axe(phone) == []
        phone.press("记好了")
        expect(phone.page.get_by_role("heading", name="Ann")).to_be_visible(timeout=PATIENCE)
        assert axe(phone, "main") == []

        ann.page.reload()
        ann.press("Sign out Chrome, Linux")
        other = ann.page.get_by_role("button", name="Sign out Chrome, Linux")
        expect(other).to_have_count(0)
        phone.page.reload()
        expect(phone.page.get_by_role("button", name="我以前来过")).to_be_visible(timeout=PATIENCE)

        ann.press("Delete my account")
        ann.press("Continue")
        dialog.get_by_role("textbox").fill("ann")
        ann.press("Delete for good")
        expect(dialog).to_contain_text("The name is Ann.")
        assert axe(ann) == []
        dialog.get_by_role("textbox").fill("Ann")
        ann.press("Delete for good")
        ann.page.wait_for_url(server.base + "/")
        assert ann.page.evaluate("fetch('/api/me').then((answer) => answer.json())")["name"] is None
        assert ann.faults == phone.faults == []
    finally:
        ann.close()
        phone.close()
