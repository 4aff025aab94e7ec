"""Puzzles in a browser: solved by keyboard and by touch, at hand without a network, and rated."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from gongzhu.puzzles import Puzzle
from gongzhu.puzzles.puzzle import shipped
from gongzhu.rules import Play
from tests.browser.browser_player import CORNER, REST, BrowserPlayer, Way
from tests.browser.test_everyone import axe
from tests.support.serving import Server


def puzzle_of(game: str) -> tuple[Puzzle, str, str]:
    """A puzzle with three choices or more, its best card and one that is worse."""
    for puzzle in shipped("hearts" if game == "hearts" else "gongzhu"):
        best, worst = puzzle.best, puzzle.choices[-1].actions[0]
        if isinstance(best, Play) and isinstance(worst, Play) and len(puzzle.choices) > 2:
            return puzzle, best.card.code, worst.card.code
    raise AssertionError("no such puzzle")


def choose(person: BrowserPlayer, card: str, answer: Locator) -> None:
    """Play a card of the hand, and wait for what is said of it; the card stays in the hand."""
    person.page.wait_for_timeout(REST * 1000)  # so soon after a card none is taken
    if person.way == "keyboard":
        person.page.keyboard.type(card.lower())
        person.page.keyboard.press("Enter")
    else:
        button = person.page.locator(f"[role=toolbar] button[data-card='{card}']")
        button.tap(position=CORNER, force=True)
        if not answer.is_visible():
            button.tap(position=CORNER, force=True)
    answer.wait_for()


@pytest.mark.parametrize(("game", "way"), [("gongzhu", "keyboard"), ("hearts", "touch")])
def test_a_puzzle_is_tried_and_solved(
    browser: Browser, server: Server, game: str, way: Way
) -> None:
    puzzle, best, worst = puzzle_of(game)
    person = BrowserPlayer(browser, server.base, way=way)
    page = person.page
    try:
        person.listen()
        person.go(f"/puzzles/{puzzle.id}")
        page.get_by_role("button", name="Answer").wait_for()
        # However long the name of the rules is, the rating is not cut off.
        rated = page.get_by_text(re.compile(r"^rated \d+$"))
        assert rated.evaluate(
            "({ lastChild, parentElement }) => { const text = document.createRange();"
            " text.selectNodeContents(lastChild); return text.getBoundingClientRect().right"
            " <= parentElement.getBoundingClientRect().right + 1; }"
        )
        assert axe(person) == []
        person.press("One trick back")
        expect(page.locator(".where")).to_contain_text("After trick")
        person.press("Back to now")
        missed, result = page.locator("[data-missed]"), page.locator("[data-result]")
        choose(person, worst, missed)
        expect(missed).to_contain_text("points behind")
        choose(person, best, result)
        expect(result).to_have_text(re.compile("That is it"))
        expect(page.locator("[data-value='✓']").first).to_be_visible()
        assert axe(person) == []
        # The first try was wrong, and counts.
        page.get_by_role("link", name="Next puzzle").wait_for()
        person.go("/puzzles")
        if game == "hearts":
            page.get_by_role("tab", name="Hearts").click()
        rating = int(page.locator(".rating .figure").inner_text().rstrip("?"))
        assert rating < 1500
        assert person.faults == []
    finally:
        person.close()


def test_the_puzzle_of_the_day_and_the_rating_of_an_account(
    browser: Browser, server: Server
) -> None:
    person = BrowserPlayer(browser, server.base)
    page = person.page
    try:
        person.go("/puzzles")
        page.locator("[data-today]").wait_for()
        assert axe(person) == []
        page.evaluate(
            "fetch('/api/me', {method: 'POST', body: JSON.stringify({name: 'Ann'}),"
            " headers: {'Content-Type': 'application/json'}}).then((answer) => answer.json())"
            ".then((me) => localStorage.setItem('gongzhu.session', me.session))"
        )
        page.locator("[data-today]").click()
        page.get_by_role("heading", name="Today’s puzzle").wait_for()
        person.press("Answer")
        page.get_by_role("link", name="Next puzzle").click()
        page.get_by_role("button", name="Answer").wait_for()
        assert person.faults == []
    finally:
        person.close()


def test_puzzles_need_no_network_once_they_were_opened(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, service_workers="allow")
    page = person.page
    try:
        person.go("/puzzles")
        page.locator("[data-today]").wait_for()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.context.set_offline(True)
        page.reload()
        page.locator("[data-today]").click()
        person.press("Answer")
        page.locator("[data-result]").wait_for()
        page.get_by_role("link", name="Next puzzle").click()
        page.get_by_role("button", name="Answer").wait_for()
    finally:
        person.close()
