"""The first lessons, played in a browser by keyboard and by touch, and the pages beside them."""

import pytest
from playwright.sync_api import Browser, expect

from gongzhu.bots.steady.examples import examples
from tests.browser.browser_player import CORNER, REST, BrowserPlayer, Way
from tests.support.serving import Server
from tests.web.lesson_scripts import LESSONS, Step

SLIPS = {
    "gongzhu": ("duck", {"QH": "Q♥ is higher than J♥", "KS": "Not allowed."}),
    "hearts": ("lead", {"5D": "Lead 3♠", "QH": "Not allowed."}),
}
"""A step of each lesson, and cards that are not the right one there, with a part of the answer."""


def do(person: BrowserPlayer, step: Step) -> None:
    """Make the right move of a step."""
    if step.name == "expose":
        person.page.get_by_role("group", name="jack of diamonds").get_by_role(
            "button", name="Expose ×2"
        ).click()
        person.press("Expose 1 card")
        return
    for card in step.do.split():
        person.choose(card)
    if step.name == "pass":
        person.press("Pass 3")


def slip(person: BrowserPlayer, card: str, answer: str) -> None:
    """Make another move, and read why that was not it; the lesson waits."""
    person.page.wait_for_timeout(REST * 1000)  # so soon after a card none is taken
    if person.way == "keyboard":
        person.page.keyboard.type(card.lower())
        person.page.keyboard.press("Enter")
    else:
        button = person.page.locator(f"[role=toolbar] button[data-card='{card}']")
        button.tap(position=CORNER, force=True)
        missed = person.page.locator("[data-missed]", has_text=answer)
        if not missed.is_visible():
            button.tap(position=CORNER, force=True)
    expect(person.page.locator("[data-missed]")).to_contain_text(answer)
    person.page.wait_for_timeout(REST * 1000)


@pytest.mark.parametrize(
    ("game", "way"),
    [
        ("gongzhu", "touch"),
        pytest.param("hearts", "keyboard", marks=pytest.mark.long),
        pytest.param("gongzhu", "keyboard", marks=pytest.mark.long),
        pytest.param("hearts", "touch", marks=pytest.mark.long),
    ],
)
def test_a_lesson_is_played_from_its_beginning_to_its_end(
    browser: Browser, server: Server, game: str, way: Way
) -> None:
    person = BrowserPlayer(browser, server.base, way=way)
    page = person.page
    stumble, slips = SLIPS[game]
    try:
        person.listen()
        person.go(f"/learn/{game}")
        steps = [step for scene in LESSONS[game].scenes for step in scene.steps]
        for number, step in enumerate(steps):
            heading = page.get_by_role("heading", name=f"Step {number + 1} of {len(steps)}")
            heading.wait_for()
            if step.do:
                page.get_by_role("button", name="Show me").wait_for()
                if step.name == stumble:
                    for card, answer in slips.items():
                        slip(person, card, answer)
                do(person, step)
            if step.name != "end":
                person.press("Next")
        person.hear(
            page.locator("aside h2").inner_text().splitlines()[-1]
            + ": "
            + page.locator("[data-coach]").inner_text()
        )
        person.go("/learn")
        page.get_by_role("link", name="Once more").wait_for()
        assert person.faults == []
    finally:
        person.close()


def test_a_lesson_goes_on_where_it_was_left_and_needs_no_server(
    browser: Browser, server: Server
) -> None:
    person = BrowserPlayer(browser, server.base, service_workers="allow")
    page = person.page
    try:
        person.go("/learn/gongzhu")
        person.press("Next")
        page.get_by_role("heading", name="Step 2 of").wait_for()
        page.reload()
        page.get_by_role("heading", name="Step 2 of").wait_for()
        page.context.set_offline(True)
        person.choose("6C")
        person.press("Next")
        page.get_by_role("heading", name="Step 3 of").wait_for()
        person.press("Back")
        page.get_by_role("heading", name="Step 2 of").wait_for()
        expect(page.locator("[role=toolbar] button[data-card='6C']")).to_have_count(1)
    finally:
        person.close()


def test_a_position_is_tried_and_answered(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, way="touch")
    page = person.page
    try:
        person.go("/learn/strategy")
        # Each game has its own: what is passed is not for players of Gong Zhu.
        lines, passing = page.locator("li:has(h3)"), page.get_by_text("Before play: passing")
        expect(lines.first).to_be_visible()
        expect(passing).to_have_count(0)
        ids = "(found) => found.map(({ id }) => id)"
        found = lines.evaluate_all(ids)
        page.get_by_role("tab", name="Hearts").tap()
        passing.wait_for()
        assert {*found, *lines.evaluate_all(ids)} == {*examples()}
        # A link leads to the game that has the advice.
        person.go("/learn/strategy#pass_pig")
        passing.wait_for()
        page.get_by_role("tab", name="Gong Zhu").tap()
        person.press("Play Q♠ under A♠ or K♠")
        hand = page.get_by_role("group", name="Your cards")
        hand.get_by_role("button", name="queen of spades").tap()
        person.press("Check")
        page.get_by_text("That is what the bot plays too.").wait_for()
        assert page.url.endswith("#queen_under")
        assert person.faults == []
    finally:
        person.close()
