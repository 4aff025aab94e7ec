"""The states of a table, each shown by a scripted one: for pictures, and for tests of the look."""

from collections.abc import Callable
from typing import Any

from tests.browser.browser_player import PHONE
from tests.browser.full_table import full_view
from tests.browser.scripted_table import ScriptedTable, View, view_before_play

SHARES = ("QH 8H 3H", "QS KH", "JD TH 7H", "", "AH 9H 5H 4H", "TC", "JH 6H 2H", "")
TOTALS = (-350, 120, -40, 0, -610, 80, -190, -5)

SENTENCES = {
    "en": "9♦ keeps you below the sheep while others still hold high diamonds; K♦ may catch it, "
    "but leaves you without a way out of the lead when the pig is still about.",
    "zh": "出 9♦ 可以压在羊下面，别家还有大方块；出 K♦ 也许能牵到羊，但猪还没出来，"
    "你手里就没有牌能把出牌权让出去了。",
}
"""As long as the longest of the server's."""
ADVICE = {
    "en": "You are short of spades: lead them while the pig is with somebody else.",
    "zh": "你黑桃少：趁猪在别家手里，多出几轮黑桃。",
}


def usual_view(players: int) -> View:
    """The middle of a deal: some cards are captured, and the trick is half full."""
    view = full_view(players)
    deal = view["deal"]["public"]
    deal["captured"] = [share.split() for share in SHARES[:players]]
    deal["leader"] = players - players // 2
    deal["trick"] = deal["trick"][: players // 2]
    view["state"]["totals"][:] = TOTALS[:players]
    return view


def play_ask(view: View) -> dict[str, Any]:
    """Any card may be played."""
    return {"kind": "play", "cards": view["deal"]["own"]["hand"]}


def hint_for(view: View, lang: str = "en") -> dict[str, Any]:
    """A hint with all there can be of it: six choices, a long sentence, and advice."""
    seats = len(view["state"]["seats"])
    zero = {"mean": 0.0, "error": 0.0}
    cards = view["deal"]["own"]["hand"][:6]
    return {
        "sentence": SENTENCES[lang],
        "advice": [ADVICE[lang]],
        "aim": "points",
        "good": 1,
        "choices": [
            {
                "action": {"type": "play", "card": card},
                "label": card,
                "against": "",
                "points": {**zero, "mean": -36.0 - 31 * place},
                "behind": {**zero, "mean": 31.0 * place, "error": 3.0},
                "standing": "worse" if place else "best",
                "captures": {"QS": [0.2] * seats, "JD": [0.1] * seats, "TC": [0.3] * seats},
                "slam": [0.01] * seats,
                "samples": 400,
            }
            for place, card in enumerate(cards)
        ],
    }


def play(table: ScriptedTable, view: View) -> None:
    """One's own turn."""
    table.show(view, play_ask(view))


def trick_full(table: ScriptedTable, view: View) -> None:
    """All cards of the trick lie there."""
    deal = view["deal"]["public"]
    deal["leader"] = 1
    deal["trick"] = [f"{rank}S" for rank in "3456789T"[: len(view["state"]["seats"])]]
    table.show(view)


def hint(table: ScriptedTable, view: View, lang: str = "en") -> None:
    """A hint with six choices."""
    for seat in view["state"]["seats"][1:]:
        seat.update(kind="bot", level="steady", online=False, stand_in=False)
    table.hint = hint_for(view, lang)
    # Where it lies over the felt: a wider window has it beside as well.
    table.page.set_viewport_size(PHONE)
    play(table, view)
    table.page.locator("[data-prompt].mine").wait_for()
    table.page.keyboard.press("i")
    table.page.locator("[data-hint]").wait_for()


def bubbles(table: ScriptedTable, view: View) -> Callable[[], None]:
    """Everybody says something, oneself too: once more by what is returned."""
    play(table, view)

    def say() -> None:
        for seat, sitting in enumerate(view["state"]["seats"]):
            table.say(seat, sitting["name"], "Well, who of you has the pig, and who will get it?")
        table.page.locator("[data-bubble='0']").wait_for()

    return say


def last_trick(table: ScriptedTable, view: View) -> None:
    """The trick before lies over the felt."""
    seats = len(view["state"]["seats"])
    cards = [f"{rank}D" for rank in "23456789"[:seats]]
    view["deal"]["public"]["tricks"] = [{"leader": 0, "cards": cards, "winner": seats - 1}]
    play(table, view)
    table.page.locator("[data-prompt].mine").wait_for()
    table.page.keyboard.press("l")
    table.page.locator(".before > p").wait_for()


def passing(table: ScriptedTable) -> None:
    """Two of three cards are chosen to be passed."""
    view = view_before_play("hearts-passing", "passing")
    hand = view["deal"]["own"]["hand"]
    table.show(view, {"kind": "pass", "count": 3, "cards": hand})
    cards = table.page.locator("[role=toolbar] button[data-card]")
    for place in (0, 5):
        cards.nth(place).focus()
        table.page.keyboard.press("Enter")
        table.page.wait_for_timeout(600)


def received(table: ScriptedTable) -> None:
    """Three cards have come."""
    view = view_before_play("hearts-passing", "playing")
    own = view["deal"]["own"]
    own.update(passed=own["dealt"][:3], received=["QS", "AH", "2C"])
    own["hand"] = [*own["dealt"][3:], "QS", "AH", "2C"]
    view["deal"]["public"]["leader"] = 1
    table.show(view)


def exposing(table: ScriptedTable) -> None:
    """All four key cards may be exposed, and one is to be."""
    view = view_before_play("gongzhu-exposing", "exposing")
    own = view["deal"]["own"]
    keys = ["QS", "AH", "JD", "TC"]
    others = [card for card in own["dealt"] if card not in keys]
    own.update(dealt=[*keys, *others[:9]], hand=[*keys, *others[:9]])
    table.show(view, {"kind": "expose", "modes": {card: ["open"] for card in keys}})
    table.page.locator(".tray .switch button").nth(1).click()


def watching(table: ScriptedTable) -> None:
    """Somebody without a seat looks on."""
    table.you = {"seat": None, "host": False}
    view = usual_view(4)
    view["seat"] = None
    view["deal"]["own"].update(hand=[], dealt=[])
    table.show(view)
