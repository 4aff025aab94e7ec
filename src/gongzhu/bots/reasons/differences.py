"""The differences between two choices: who captures the pig, the sheep and the doubler, and
slams."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from gongzhu.bots.search.analysis import AnalysedChoice
from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, PIG, SHEEP, Card, Seat, seats
from gongzhu.rules import GongzhuRules, side_of, sides
from gongzhu.rules.score_gongzhu import ALL_HEARTS_POINTS, PIG_POINTS, SHEEP_POINTS
from gongzhu.rules.score_hearts import JACK_POINTS, MOON_POINTS, QUEEN_POINTS
from gongzhu.rules.score_lines import factor
from gongzhu.view import View

Topic = Literal["pig", "sheep", "doubler", "slam"]

CARDS: dict[Topic, Card] = {"pig": PIG, "sheep": SHEEP, "doubler": DOUBLER}


class Difference(Struct, frozen=True):
    """A capture or slam that is more likely with one of two choices."""

    topic: Topic
    seat: Seat
    """The seat that makes the capture or slam."""
    here: float
    """Its probability after the first choice, 0 to 1."""
    there: float
    """Its probability after the other choice, 0 to 1."""
    gain: float
    """Approximate points that the difference is worth to the side that chooses; positive if it
    favours the first choice, in either game."""


def differences(view: View, one: AnalysedChoice, other: AnalysedChoice) -> list[Difference]:
    """The differences between two choices, beginning with the one that favours the first choice
    most."""
    found = list(_all(view, one, other))
    return sorted(found, key=lambda difference: -difference.gain * _nearness(view, difference.seat))


def is_ours(view: View, seat: Seat) -> bool:
    """True if the seat belongs to the side that chooses."""
    assert view.seat is not None
    return side_of(view.rules, seat) == side_of(view.rules, view.seat)


def _nearness(view: View, seat: Seat) -> float:
    """A weight for a difference: when a card goes from a rival to the own side, it is better
    described as the own side's gain than as the rival's loss."""
    return 1.0 if is_ours(view, seat) else 0.6


def _all(view: View, one: AnalysedChoice, other: AnalysedChoice) -> Iterator[Difference]:
    rules, seat = view.rules, view.seat
    assert seat is not None
    rivals = len(sides(rules)) - 1
    # The seat itself first: of equal differences the nearest is named.
    for at in sorted(seats(rules.players), key=lambda at: (at != seat, not is_ours(view, at))):
        ours = is_ours(view, at)
        share = 1.0 if ours else -1.0 / rivals
        for topic, chances in _chances(one, other, at).items():
            if ours or topic != "doubler":
                gain = (chances[0] - chances[1]) * points_of(view, topic, one, other) * share
                yield Difference(topic, at, *chances, gain)


def _chances(
    one: AnalysedChoice, other: AnalysedChoice, at: Seat
) -> dict[Topic, tuple[float, float]]:
    """By topic, its probability for a seat after the one choice and after the other."""
    found: dict[Topic, tuple[float, float]] = {
        topic: (one.captures[card][at], other.captures[card][at])
        for topic, card in CARDS.items()
        if card in one.captures and card in other.captures
    }
    return {**found, "slam": (one.slam[at], other.slam[at])}


def points_of(view: View, topic: Topic, one: AnalysedChoice, other: AnalysedChoice) -> float:
    """Approximate points of a capture or slam for the seat that makes it; more is better in either
    game."""
    rules = view.rules
    if not isinstance(rules, GongzhuRules):
        points = {"pig": -QUEEN_POINTS, "sheep": -JACK_POINTS, "slam": MOON_POINTS}
        return points.get(topic, 0)
    exposed = {item.card: item.mode for item in view.public.exposed}
    if view.own is not None:
        exposed |= {item.card: item.mode for item in view.own.exposures or ()}
    match topic:
        case "pig":
            return PIG_POINTS * factor(exposed, PIG)
        case "sheep":
            return SHEEP_POINTS * factor(exposed, SHEEP)
        case "slam":
            # Nor do the hearts count against anybody then.
            return 1.5 * ALL_HEARTS_POINTS * factor(exposed, ACE_OF_HEARTS)
        case "doubler":
            # It doubles the rest of its pile, by the mean of the two choices' points.
            return (one.points.mean + other.points.mean) / 2
