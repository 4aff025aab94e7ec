"""The scorekeeper's pages, by their addresses."""

from playwright.sync_api import Browser

from tests.browser.browser_player import BrowserPlayer
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
