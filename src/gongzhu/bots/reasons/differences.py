"""What two choices differ in: who takes the pig, the sheep and the doubler, who makes a slam."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from gongzhu.bots.search.analysis import Choice
from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, PIG, SHEEP, Card, Seat, seats
from gongzhu.rules import GongzhuRules, side_of, sides
from gongzhu.rules.score_gongzhu import ALL_HEARTS_POINTS, PIG_POINTS, SHEEP_POINTS
from gongzhu.rules.score_hearts import JACK_POINTS, MOON_POINTS, QUEEN_POINTS
from gongzhu.rules.score_lines import factor
from gongzhu.view import View

What = Literal["pig", "sheep", "doubler", "slam"]

CARDS: dict[What, Card] = {"pig": PIG, "sheep": SHEEP, "doubler": DOUBLER}


class Matter(Struct, frozen=True):
    """One thing that two choices differ in."""

    what: What
    seat: Seat
    """Whom it happens to."""
    here: float
    """How likely with the one choice, 0 to 1 …"""
    there: float
    """… and with the other."""
    gain: float
    """About how many points the difference is worth to the side that chooses, more is better in
    either game: above 0 it speaks for the one choice."""


def matters(view: View, one: Choice, other: Choice) -> list[Matter]:
    """What the two choices differ in, what speaks most for the one first."""
    found = list(_all(view, one, other))
    return sorted(found, key=lambda matter: -matter.gain * _nearness(view, matter.seat))


def is_ours(view: View, seat: Seat) -> bool:
    """Whether a seat is of the side that chooses."""
    assert view.seat is not None
    return side_of(view.rules, seat) == side_of(view.rules, view.seat)


def _nearness(view: View, seat: Seat) -> float:
    """Where a card goes to the one or the other, it is told of the own side."""
    return 1.0 if is_ours(view, seat) else 0.6


def _all(view: View, one: Choice, other: Choice) -> Iterator[Matter]:
    rules, seat = view.rules, view.seat
    assert seat is not None
    rivals = len(sides(rules)) - 1
    # The seat itself first: of equal matters the nearest is told.
    for at in sorted(seats(rules.players), key=lambda at: (at != seat, not is_ours(view, at))):
        ours = is_ours(view, at)
        share = 1.0 if ours else -1.0 / rivals
        for what, chances in _chances(one, other, at).items():
            if ours or what != "doubler":
                gain = (chances[0] - chances[1]) * worth_of(view, what, one, other) * share
                yield Matter(what, at, *chances, gain)


def _chances(one: Choice, other: Choice, at: Seat) -> dict[What, tuple[float, float]]:
    """How likely each thing happens to a seat, with the one choice and with the other."""
    found: dict[What, tuple[float, float]] = {
        what: (one.captures[card][at], other.captures[card][at])
        for what, card in CARDS.items()
        if card in one.captures and card in other.captures
    }
    return {**found, "slam": (one.slam[at], other.slam[at])}


def worth_of(view: View, what: What, one: Choice, other: Choice) -> float:
    """About how many points it is worth to whom it happens, more is better in either game."""
    rules = view.rules
    if not isinstance(rules, GongzhuRules):
        worth = {"pig": -QUEEN_POINTS, "sheep": -JACK_POINTS, "slam": MOON_POINTS}
        return worth.get(what, 0)
    exposed = {item.card: item.mode for item in view.public.exposed}
    if view.own is not None:
        exposed |= {item.card: item.mode for item in view.own.exposures or ()}
    match what:
        case "pig":
            return PIG_POINTS * factor(exposed, PIG)
        case "sheep":
            return SHEEP_POINTS * factor(exposed, SHEEP)
        case "slam":
            # Nor do the hearts count against anybody then.
            return 1.5 * ALL_HEARTS_POINTS * factor(exposed, ACE_OF_HEARTS)
        case "doubler":
            # It doubles what lies with it, as far as the two choices' points tell.
            return (one.points.mean + other.points.mean) / 2
