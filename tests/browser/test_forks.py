"""A finished deal played on: from the replay, on a phone, to its end; and on the open board."""

import re
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from gongzhu.records import Verifier, scan_file
from tests.browser.browser_player import BrowserPlayer
from tests.browser.test_after_the_game import a_short_game
from tests.browser.test_everyone import axe
from tests.support.serving import Server

LATE = 44
"""Cards that were played before the fork: two tricks are left."""


def until_it_begins(page: Page) -> None:
    """Wait for the table; a server that has just started cannot draw hands yet, and says so."""
    for _ in range(9):
        with suppress(TimeoutError):
            page.locator("[data-prompt]").wait_for(timeout=10_000)
            return
        page.reload()
    raise AssertionError("it does not begin")


def to_the_end(person: BrowserPlayer, compare: Locator) -> None:
    """Play until it is told what came of it."""
    while not compare.is_visible():
        person.step()
        person.wait_for_change()


def test_a_deal_is_played_on_compared_saved_and_shared(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, way="touch", seed=3)
    try:
        page = person.page
        a_short_game(person)
        page.get_by_role("link", name="Replay", exact=True).click()
        page.wait_for_url("**/replay/*")
        page.get_by_label("What is shown").select_option("0")
        for _ in range(LATE + 2):
            page.keyboard.press("ArrowRight")
        page.get_by_role("button", name="Play from here").click()
        page.wait_for_url("**/fork/*")
        page.get_by_label("The hidden hands").select_option("redrawn")
        page.get_by_role("button", name="Play", exact=True).click()
        until_it_begins(page)
        compare = page.get_by_role("complementary", name="How it came out")
        to_the_end(person, compare)
        assert axe(person) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        # The last choice is taken back, and not the last card, which would play itself again.
        page.get_by_role("button", name="Take back").click()
        compare.wait_for(state="detached")
        to_the_end(person, compare)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as text").click()
        record = Path(saved.value.path()).read_bytes()
        assert b"hands redrawn for seat 0" in record
        assert not list(Verifier().verify(scan_file(BytesIO(record))))
        points = compare.get_by_role("row").nth(1).inner_text()
        # Whoever has the link sees the same.
        page.reload()
        compare.wait_for()
        assert compare.get_by_role("row").nth(1).inner_text().split()[:3] == points.split()[:3]

        page.get_by_role("button", name="Another way").click()
        page.get_by_label("You play").select_option("-1")
        page.get_by_role("button", name="Play", exact=True).click()
        move = page.get_by_role("button", name=re.compile("^Play .* of "))
        move.first.wait_for()
        assert axe(person) == []
        before = str(move.first.get_attribute("aria-label"))
        move.first.tap()
        page.wait_for_function("() => location.hash.includes('moves=')")
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("() => !location.hash.includes('moves=')")
        expect(move.first).to_have_attribute("aria-label", before)
        page.keyboard.press("ArrowRight")
        page.wait_for_function("() => location.hash.includes('moves=')")
        assert person.faults == []
    finally:
        person.close()
