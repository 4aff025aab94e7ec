"""The lobby: its two ways in are seen at once, and it fetches what it shows."""

import re
import time

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser_player import BrowserPlayer
from tests.browser.full_table import WINDOWS
from tests.browser.test_unfinished import in_lobby
from tests.support.serving import Server

IN_SIGHT = """(links) => links.every((link) => {
  const { top, bottom } = link.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})"""
COURTS = re.compile(r"/assets/courts-[^/]*\.svg$")


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("games", [0, 3], ids=["newcomer", "three games"])
def test_the_ways_in_are_seen_without_scrolling(
    browser: Browser, server: Server, locale: str, games: int
) -> None:
    """To play and to learn, in every window, also where games wait to be gone on with."""
    if games:
        ann = in_lobby(browser, server, games)
        if locale == "zh-CN":
            ann.press("中文")
    else:
        ann = BrowserPlayer(browser, server.base, locale=locale)
        ann.go("/")
    ways = ann.page.locator(".hero button[type=submit], .hero a[href='/learn']")
    try:
        expect(ways).to_have_count(2)
        # The choice of rules has come as well.
        ann.page.locator(".hero select").wait_for()
        hidden = []
        for name, window in WINDOWS.items():
            ann.page.set_viewport_size(window)
            until = time.monotonic() + 20
            while not ways.evaluate_all(IN_SIGHT) and time.monotonic() < until:
                ann.page.wait_for_timeout(100)
            if not ways.evaluate_all(IN_SIGHT):
                hidden.append(name)
        assert hidden == []
    finally:
        ann.close()


def test_courts_are_fetched_when_a_table_opens(browser: Browser, server: Server) -> None:
    # A service worker would have them itself.
    context = browser.new_context(base_url=server.base, service_workers="block")
    page = context.new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    try:
        page.goto("/")
        page.locator(".hero select").wait_for()
        page.wait_for_load_state("networkidle")
        assert [url for url in fetched if COURTS.search(url)] == []
        page.locator(".hero button[type=submit]").click()
        page.locator("[role=toolbar] button").first.wait_for()
        expect(page.locator(".felt, [data-plate]").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert len([url for url in fetched if COURTS.search(url)]) == 1
    finally:
        context.close()
