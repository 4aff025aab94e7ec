"""Two people talk at a table, each in a language of their own."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.browser_player import PHONE, BrowserPlayer
from tests.browser.test_everyone import axe
from tests.support.serving import Server

TABLE = {
    "preset": "gongzhu-hwa",
    "bots": {"2": "random", "3": "random"},
    "talk": {"text": True},
}
"""A private table without exposing, so that cards are played at once."""
HOSTILE = "<b>no</b> \u0639\u0631\u0628 & so on"


def come(person: BrowserPlayer, name: str, path: str) -> None:
    """Somebody of this name comes to a page."""
    person.go("/")
    introduce = """async (name) => {
      const asked = { method: 'POST', body: JSON.stringify({ name }) };
      const me = await (await fetch('/api/me', asked)).json();
      localStorage.setItem('gongzhu.session', me.session);
    }"""
    person.page.evaluate(introduce, name)
    person.go(path)


def test_each_reads_what_the_other_says_in_their_own_language(
    browser: Browser, server: Server
) -> None:
    ann = BrowserPlayer(browser, server.base)
    ming = BrowserPlayer(browser, server.base, way="touch", size=PHONE, locale="zh-CN")
    try:
        ann.listen()
        ming.listen()
        ann.open_by_request("Ann", TABLE)
        come(ming, "小明", ann.page.url.removeprefix(server.base))
        ming.press("入座")
        ming.press("我准备好了")
        ann.press("Start")
        ann.page.locator("[role=toolbar] button").first.wait_for()

        # On the phone a sheet lies over the table, and goes when something is said.
        ming.press("说句话")
        sheet = ming.page.locator("dialog[open]")
        expect(sheet.get_by_role("button", name="拱猪！")).to_be_visible()
        assert axe(ming) == []
        sheet.get_by_role("button", name="拱猪！").tap()
        expect(sheet).to_have_count(0)
        ann.hear("小明: Push the pig!")
        ming.hear("你：拱猪！")
        expect(ann.page.locator("[data-bubble]")).to_have_text(re.compile("Push the pig!"))

        # Beside the felt it is a part of the panel, and goes by keyboard alone.
        panel = ann.page.get_by_role("complementary")
        panel.get_by_role("button", name="Cry").focus()
        ann.page.keyboard.press("Enter")
        ming.hear("Ann 哭了。")
        assert axe(ann, "aside") == []
        panel.get_by_role("textbox", name="Your message").fill(HOSTILE)
        expect(panel.get_by_role("button", name="Send")).not_to_have_attribute(
            "aria-disabled", "true"
        )
        ann.page.keyboard.press("Enter")
        # What is written from right to left does not turn the sentence around.
        ming.hear(f"Ann：\u2068{HOSTILE}\u2069")
        assert ming.page.locator("[data-bubble] b").count() == 0

        # What is muted is not heard; what was said is there for who comes again.
        ming.press("说句话")
        expect(ming.page.locator("dialog[open] ol li")).to_have_count(3)
        ming.press("静音 Ann")
        expect(ming.page.locator("dialog[open] ol li")).to_have_count(1)
        ming.page.reload()
        ming.press("说句话")
        expect(ming.page.locator("dialog[open] ol li")).to_have_count(1)

        # The host switches it off, and nobody can say anything.
        ann.press("Menu")
        ann.page.get_by_role("menuitem", name="Talk at this table").click()
        for name in ("Phrases and faces", "Typed messages"):
            # By keyboard: the dialog may still be on its way to its place.
            switch = ann.page.get_by_role("switch", name=name)
            expect(switch).to_be_checked()
            switch.press("Space")
            expect(switch).not_to_be_checked()
        ann.press("Close")
        expect(panel.get_by_role("button", name="Cry")).to_have_count(0)
        assert ann.faults == ming.faults == []
    finally:
        ann.close()
        ming.close()
