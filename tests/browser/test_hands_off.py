"""No card is played that was not meant: by a drag to elsewhere, a key held down, a double click."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser_player import CORNER, REST, BrowserPlayer
from tests.browser.double_taps import DOUBLE
from tests.browser.scripted_table import ScriptedTable, View, happened, view_in_play
from tests.support.serving import Server

_OUTLINED = """() => getComputedStyle(document.querySelector('[data-table]'), '::after').content
  !== 'none'"""
_TOP = """([x, y, card]) =>
  document.elementFromPoint(x, y)?.closest('button')?.dataset.card === card"""

_CLICKS = """
window.clicks = [];
addEventListener('click', ({ timeStamp }) => clicks.push(timeStamp), true);
"""
"""Notes when clicks were made, in milliseconds."""

ELSEWHERE = {
    "the panel": (1150, 600),
    "the panel's upper end": (1200, 300),
    "the top bar": (640, 20),
    "the prompt": (600, 580),
    "the hand": (200, 700),
    "outside of the window": (-40, 300),
}


def own_turn() -> tuple[View, dict[str, Any]]:
    """The player is to lead, any card."""
    view = view_in_play("gongzhu-exposing", trick=[], leader=0, exposed=[])
    return view, {"kind": "play", "cards": view["deal"]["own"]["hand"]}


class Seated:
    """A player to lead at a scripted table, where all that is asked for is done at once."""

    def __init__(self, browser: Browser, server: Server, **options: Any) -> None:
        self.person = BrowserPlayer(browser, server.base, **options)
        self.page = self.person.page
        self.table = ScriptedTable(self.page, server.base)
        self.page.add_init_script(_CLICKS)
        self.view, self.ask = own_turn()
        self.hand: list[str] = list(self.view["deal"]["own"]["hand"])
        self.table.show(self.view, self.ask)
        # Nothing glides any more.
        self.page.wait_for_timeout(400)

    def card(self, code: str) -> Any:
        return self.page.locator(f"[role=toolbar] button[data-card='{code}']")

    def played(self, least: int = 0) -> list[str]:
        """The cards that have come to the server, at least so many of them."""
        return [do["card"] for do in self.table.until_asked(least, "play")]

    def lead_again(self) -> None:
        """From now on the others play at once after each card, and the player leads again."""

        dealt = self.view["deal"]["own"]["dealt"]
        others = [r + s for s in "HDSC" for r in "23456789TJQKA" if r + s not in dealt]

        def answer(do: dict[str, Any]) -> None:
            if do["type"] != "play":
                return
            self.hand.remove(do["card"])
            own = happened("card_played", seat=0, card=do["card"], was_down=False)
            plays = [
                happened("card_played", seat=seat, card=others.pop(), was_down=False)
                for seat in (1, 2, 3)
            ]
            ask = {"kind": "play", "cards": self.hand} if self.hand else None
            self.table.tell(own, *plays, happened("trick_taken", seat=0), ask=ask)

        self.table.answer = answer


@pytest.fixture
def seated(browser: Browser, server: Server) -> Iterator[Seated]:
    one = Seated(browser, server)
    yield one
    assert one.person.faults == []
    one.person.close()


def pick_up(seated: Seated, code: str) -> None:
    seated.card(code).hover(position=CORNER)
    seated.page.mouse.down()
    seated.page.mouse.move(480, 300, steps=3)


def test_a_drag_plays_over_the_felt_alone(seated: Seated) -> None:
    # The page hears of the mouse a moment after it has moved.
    page, code = seated.page, seated.hand[3]
    assert not page.evaluate(_OUTLINED)
    for place, (x, y) in ELSEWHERE.items():
        pick_up(seated, code)
        page.wait_for_function(_OUTLINED)
        page.mouse.move(x, y, steps=3)
        if x >= 0:  # it is to be seen wherever it is in the window
            page.wait_for_function(_TOP, arg=[x, y, code])
        page.mouse.up()
        page.wait_for_function(f"() => !({_OUTLINED})()")
        assert seated.table.asked == [], place
    pick_up(seated, code)
    page.mouse.up()
    assert seated.played(1) == [code]


@pytest.mark.parametrize("end", ["pointercancel", "Escape"])
def test_a_drag_can_be_broken_off(seated: Seated, end: str) -> None:
    page, code = seated.page, seated.hand[3]
    pick_up(seated, code)
    if end == "Escape":
        page.keyboard.press("Escape")
    else:
        seated.card(code).dispatch_event("pointercancel", {"pointerId": 1})
    page.wait_for_function(f"() => !({_OUTLINED})()")
    page.mouse.move(500, 320)
    page.wait_for_timeout(100)
    assert not page.evaluate(_OUTLINED)
    page.mouse.up()
    page.wait_for_timeout(100)
    assert seated.table.asked == []


def test_enter_plays_what_was_chosen_by_a_key_and_once(seated: Seated) -> None:
    """Three hundred repeats of a key that is held down, and a new turn after every card."""
    page = seated.page
    seated.lead_again()
    for _ in range(3):
        left = len(seated.hand)
        page.wait_for_timeout(REST * 1000)
        # Chosen by its letters, played by the first of a hundred strokes of Enter.
        code = seated.hand[left // 2]
        page.keyboard.type(code.lower())
        expect(seated.card(code)).to_be_focused()
        before = seated.played()
        for _ in range(100):
            page.keyboard.down("Enter")
        seated.card(code).wait_for(state="detached")
        page.wait_for_timeout(REST * 1000)
        for _ in range(100):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        assert seated.played() == [*before, code]
    # The focus is on a card that may be played, which does not stand ready.
    focused = page.locator("[role=toolbar] button:focus")
    expect(focused).to_have_attribute("aria-label", re.compile(", can be played$"))
    assert page.locator("[aria-label*=', raised']").count() == 0
    before = seated.played()
    page.keyboard.press("Enter")
    page.locator("[role=toolbar] button:focus[aria-label*=', raised']").wait_for()
    assert seated.played() == before


@pytest.mark.parametrize(
    ("way", "times"),
    [
        ("mouse", 9),
        pytest.param("mouse", 300, marks=pytest.mark.long),
        pytest.param("touch", 300, marks=pytest.mark.long),
    ],
)
def test_a_double_click_plays_one_card_whatever_moves_below_it(
    browser: Browser, server: Server, way: Any, times: int
) -> None:
    """The worst table for it: the player is to lead again at once, and the hand has closed up."""
    rng = Random(times)
    done = 0
    while done < times:
        seated = Seated(browser, server, way=way)
        try:
            seated.lead_again()
            page = seated.page
            click = page.touchscreen.tap if way == "touch" else page.mouse.click
            # The last card is played by itself.
            while len(seated.hand) > 2 and done < times:
                page.wait_for_timeout(REST * 1000)
                before = seated.played()
                code = rng.choice(seated.hand)
                box = seated.card(code).bounding_box()
                assert box is not None
                click(box["x"] + 14, box["y"] + 24)
                page.wait_for_timeout(rng.uniform(10, 420))
                click(box["x"] + 14, box["y"] + 24)
                seated.played(len(before) + 1)
                seated.card(code).wait_for(state="detached")
                page.wait_for_function("clicks.length >= 2")
                first, second = page.evaluate("clicks.splice(0)")
                if second - first >= DOUBLE:
                    break  # The machine took its time: to the page these were two clicks.
                # A finger's first tap raises, and its second plays that card.
                assert seated.played() == [*before, code], f"{second - first:.0f} ms"
                done += 1
            assert seated.person.faults == []
        finally:
            seated.person.close()
