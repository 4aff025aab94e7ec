"""Made-up analyses: results that a search might have."""

from collections.abc import Mapping
from math import hypot

from msgspec.structs import replace

from gongzhu.bots.search.analysis import Aim, AnalysedChoice, Analysis, Estimate
from gongzhu.cards import DOUBLER, PIG, SHEEP, Card, Seat
from gongzhu.rules import Action, Play
from gongzhu.view import View

NOBODY = (0.0, 0.0, 0.0, 0.0)


def chances(*by_seat: float) -> tuple[float, ...]:
    """Chances of four seats; those left out have none."""
    return (*by_seat, 0.0, 0.0, 0.0, 0.0)[:4]


def estimate(mean: float, half: float) -> Estimate:
    """A mean, and an interval that goes so far to either side."""
    return Estimate(mean, mean - half, mean + half)


def choice(
    action: Action | Card,
    points: float,
    *,
    value: float | None = None,
    captures: Mapping[Card, tuple[float, ...]] | None = None,
    slam: tuple[float, ...] = NOBODY,
    half: float = 2.0,
    samples: int = 1000,
) -> AnalysedChoice:
    """A choice of seat 0 that comes to so many points, and to as much value unless that is
    given."""
    taken = action if not isinstance(action, Card) else Play(action)
    return AnalysedChoice(
        action=taken,
        value=estimate(points if value is None else value, half),
        points=estimate(points, half),
        behind=estimate(0, 0),
        points_behind=estimate(0, 0),
        captures={PIG: NOBODY, SHEEP: NOBODY, DOUBLER: NOBODY, **(captures or {})},
        slam=slam,
        samples=samples,
    )


def analysis(*choices: AnalysedChoice, aim: Aim = "points") -> Analysis:
    """These choices, the best first; chance dealt to each by itself, so that nothing is known of
    their differences but what follows from the means."""
    best = choices[0]
    return Analysis(
        Seat(0),
        aim,
        tuple(
            each
            if each is best
            else replace(
                each,
                behind=_apart(best.value, each.value),
                points_behind=_apart(best.points, each.points),
            )
            for each in choices
        ),
        True,
    )


def _apart(one: Estimate, other: Estimate) -> Estimate:
    halves = [(each.high - each.low) / 2 for each in (one, other)]
    return estimate(one.mean - other.mean, hypot(*halves))


def analysis_of(view: View) -> Analysis:
    """Every card that may be played, each ten points worse and likelier to take the pig than the
    one before."""
    assert view.seat is not None
    choices = tuple(
        choice(Play(card), -10.0 * place, captures={PIG: chances(0.1 + 0.1 * place, 0.3)})
        for place, card in enumerate(view.playable())
    )
    return analysis(*choices)
