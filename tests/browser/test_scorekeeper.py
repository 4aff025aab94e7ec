"""The scorekeeper's pages, by their addresses."""

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
