"""Games that were left: they wait or end as one chooses, and are a quiet line in the lobby."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser_player import DESKTOP, PHONE, BrowserPlayer, play_beside
from tests.browser.test_everyone import axe
from tests.browser.test_talk import come
from tests.support.serving import Server

RULES = "gongzhu-hwa"
"""Without exposing, so that cards are played at once."""
BOTS = {"1": "random", "2": "random", "3": "random"}
ALONE = {"preset": RULES, "bots": BOTS, "start": True}
MINE = re.compile("^Continue: Gong Zhu with Lulu, Momo, Nana, deal 1$")

_OPEN = """async ([tables, body]) => {
  for (let n = 0; n < tables; n += 1)
    await fetch('/api/tables', { method: 'POST', body: JSON.stringify(body) });
}"""


def in_lobby(browser: Browser, server: Server, tables: int, size: object = None) -> BrowserPlayer:
    """Ann in the lobby, with so many games against bots that have begun."""
    ann = BrowserPlayer(browser, server.base, size=size)  # type: ignore[arg-type]
    come(ann, "Ann", "/")
    ann.page.evaluate(_OPEN, [tables, ALONE])
    ann.page.reload()
    return ann


def leave(person: BrowserPlayer, way: str) -> None:
    """Leave by the menu of the table."""
    person.press("Menu")
    person.page.get_by_role("menuitem", name="Leave").click()
    dialog = person.page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    assert axe(person, "dialog[open]") == []
    dialog.get_by_text(way, exact=True).click()
    person.page.wait_for_url(person.base + "/")


def cards(person: BrowserPlayer, where: str) -> list[str]:
    """The cards of the trick, or of the hand."""
    shown = "(cards) => cards.map((card) => card.dataset.card)"
    found: list[str] = person.page.locator(where).evaluate_all(shown)
    return found


def felt(person: BrowserPlayer) -> tuple[list[str], list[str]]:
    """The trick and the hand, once a card is due."""
    person.until_a_card_is_due()
    return cards(person, "[data-trick] [data-card]"), cards(person, "[role=toolbar] button")


def test_a_game_among_bots_waits_for_whoever_leaves_it(browser: Browser, server: Server) -> None:
    ann = BrowserPlayer(browser, server.base)
    try:
        table = ann.play_now("Ann", RULES)
        ann.until_a_card_is_due()
        ann.step()
        while not (before := felt(ann))[0]:
            ann.step()
        leave(ann, "Let it wait")
        ann.page.get_by_role("link", name=MINE).click()
        ann.page.wait_for_url(table)
        assert felt(ann) == before
        expect(ann.page.get_by_text("You are watching")).to_have_count(0)
        expect(ann.page.get_by_text("bot plays")).to_have_count(0)
        assert ann.faults == []
    finally:
        ann.close()


def test_a_game_among_bots_ends_when_one_ends_it(browser: Browser, server: Server) -> None:
    ann = BrowserPlayer(browser, server.base)
    try:
        ann.play_now("Ann", RULES)
        ann.until_a_card_is_due()
        play_beside(ann)
        leave(ann, "End the game")
        for _ in range(2):
            expect(ann.page.get_by_text("Ended early")).to_be_visible()
            expect(ann.page.get_by_role("link", name=re.compile("^Continue"))).to_have_count(0)
            ann.page.reload()
        assert ann.faults == []
    finally:
        ann.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nine_unfinished_games_leave_the_way_to_a_new_one(
    browser: Browser, server: Server, size: dict[str, int]
) -> None:
    ann = in_lobby(browser, server, 9, size)
    page = ann.page
    try:
        expect(page.get_by_role("link", name=MINE)).to_be_visible()
        box = page.get_by_role("button", name="Play now").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"]
        ann.press("8 more")
        listed = page.get_by_role("list", name="Unfinished games").get_by_role("listitem")
        expect(listed).to_have_count(9)
        assert axe(ann) == []
        listed.nth(4).get_by_role("button", name=re.compile("^End: ")).click()
        listed.nth(4).get_by_role("button", name="End", exact=True).click()
        expect(listed).to_have_count(8)
        page.reload()
        expect(page.get_by_role("button", name="7 more")).to_be_visible()
        assert ann.faults == []
    finally:
        ann.close()


def test_a_finished_game_is_not_called_unfinished(browser: Browser, server: Server) -> None:
    ann = BrowserPlayer(browser, server.base)
    try:
        ann.open_by_request("Ann", ALONE | {"rules": {"lower_limit": -100}})
        while not ann.game_over():
            ann.until_a_card_is_due()
            play_beside(ann)
            if ann.between():
                ann.press("Next deal")
        ann.go("/")
        again = "Finished · play again? Gong Zhu with Lulu, Momo, Nana"
        expect(ann.page.get_by_role("link", name=again)).to_be_visible()
        expect(ann.page.get_by_role("link", name=re.compile("^Continue"))).to_have_count(0)
        ann.press("Finished, and ready to play again")
        ann.press(re.compile("^Remove: "))
        ann.press("Remove")
        expect(ann.page.get_by_role("link", name=again)).to_have_count(0)
        assert ann.faults == []
    finally:
        ann.close()


def test_a_game_with_others_is_left_to_a_bot_and_gone_back_to(
    browser: Browser, server: Server
) -> None:
    ann, bo = (BrowserPlayer(browser, server.base) for _ in range(2))
    try:
        ann.open_by_request("Ann", {"preset": RULES, "bots": {"2": "random", "3": "random"}})
        table = ann.page.url
        come(bo, "Bo", table.removeprefix(server.base))
        bo.press("Take a seat")
        bo.press("I’m ready")
        ann.press("Start")
        ann.until_a_card_is_due()
        ann.go("/")
        ann.page.get_by_role("button", name="Unfinished games").click()
        ann.press(re.compile("^Leave: Gong Zhu with Bo, "))
        expect(
            ann.page.get_by_text("A bot plays on for you while others are there.")
        ).to_be_visible()
        ann.press("Leave")
        for _ in range(2):
            expect(ann.page.get_by_role("button", name="Play now")).to_be_visible()
            expect(ann.page.get_by_role("link", name=re.compile("^Continue"))).to_have_count(0)
            ann.page.reload()
        left = bo.page.locator("[data-plate]").get_by_text("Left · bot plays")
        expect(left.first).to_be_visible()
        # By the link one is in one's own seat again.
        ann.page.goto(table)
        expect(left).to_have_count(0)
        expect(ann.page.locator("[role=toolbar] button").first).to_be_visible()
        expect(ann.page.get_by_text("You are watching")).to_have_count(0)
        assert ann.faults == bo.faults == []
    finally:
        ann.close()
        bo.close()
