"""The scorekeeper's pages, by their addresses."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.browser_player import DESKTOP, PHONE, BrowserPlayer
from tests.support.serving import Server


def test_a_new_book_that_is_given_up_leads_back_to_all_of_them(
    browser: Browser, server: Server
) -> None:
    person = BrowserPlayer(browser, server.base)
    page = person.page
    try:
        person.go("/score")
        shelf = page.get_by_role("heading", name="Scorekeeper")
        shelf.wait_for()
        page.locator("a[href='#new']").click()
        page.get_by_role("heading", name="New scorebook").wait_for()
        page.get_by_role("link", name="Cancel").click()
        shelf.wait_for()
        assert person.faults == []
    finally:
        person.close()


_CUT = """(names) => names.flatMap((name) =>
  name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1
    ? [name.textContent] : [])"""


def test_names_are_whole_where_there_is_room(browser: Browser, server: Server) -> None:
    """Over columns of nothing as over those with points; a phone has no keys to be told of."""
    names = ["小明爱打牌", "慢悠悠的乌龟", "小红", "欧阳娜娜"]
    person = BrowserPlayer(browser, server.base, locale="zh-CN")
    page = person.page
    try:
        person.go("/score#new")
        fields = page.locator("form input[type=text]")
        for index, name in enumerate(names):
            fields.nth(index).fill(name)
        page.locator("form button[type=submit]").click()
        page.keyboard.press("r")
        page.keyboard.press("1")
        keys = page.locator(".keys")
        expect(keys).to_be_visible()
        for size in (DESKTOP, PHONE):
            page.set_viewport_size(size)
            assert page.locator(".bar .name").evaluate_all(_CUT) == []
        expect(keys).to_be_hidden()
        page.locator(".sums button.primary").click()
        head = page.locator("thead span")
        expect(head).to_have_text(names)
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            assert head.evaluate_all(_CUT) == []
        assert person.faults == []
    finally:
        person.close()


def test_a_deal_is_entered_from_the_top_and_saved_by_a_button_of_one_line(
    browser: Browser, server: Server
) -> None:
    """On all screens, by rules from a link; each tap is taken back by a tap."""
    person = BrowserPlayer(browser, server.base, way="touch")
    page = person.page
    try:
        person.go("/rules/gongzhu-pagat?with=eyJsb3dlcl9saW1pdCI6LTUwMH0")
        page.get_by_role("link", name="Keep score by these rules").tap()
        page.get_by_text("House rules, based on").wait_for()
        page.locator("form button[type=submit]").tap()
        page.get_by_text("Game 1 · Deal 1").wait_for()
        page.wait_for_function("scrollY === 0")
        for size in (PHONE, DESKTOP, {"width": 844, "height": 390}):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            box = page.get_by_role("button", name="Save the deal").bounding_box()
            assert box is not None
            assert box["height"] < 80

        page.set_viewport_size({"width": 360, "height": 640})
        undo = page.get_by_role("button", name="Undo")
        for seat in range(3):
            page.locator("[aria-label='Captured cards'] button").nth(seat).tap()
            page.locator("[data-pile]").nth(seat).tap()
        for left in (14, 15, 16):
            undo.tap()
            expect(page.get_by_text(f"{left} cards left")).to_be_visible()
        expect(undo).to_be_disabled()
        assert person.faults == []
    finally:
        person.close()


def test_what_the_device_has_no_room_for_stays_open(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base)
    page = person.page
    try:
        person.go("/score#new")
        page.locator("form button[type=submit]").click()
        page.get_by_text("Game 1 · Deal 1").wait_for()
        page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
        page.keyboard.press("1")
        page.get_by_text("This browser cannot save anything").wait_for()
        person.press("All scorebooks")
        page.get_by_role("link", name=re.compile("^Player 1, Player 2")).click()
        page.get_by_text("All cards placed").wait_for()
        assert person.faults == []
    finally:
        person.close()
