"""Summarises the rollouts of a search as an analysis."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from gongzhu.bots.search.action_stats import Z_95, ActionStats
from gongzhu.bots.search.analysis import Aim, AnalysedChoice, Analysis, Estimate
from gongzhu.bots.search.candidates import Candidates
from gongzhu.bots.search.rollouts import DOUBLERS, PIGS, SHEEPS, SLAMS
from gongzhu.bots.search.utility import GAME
from gongzhu.cards import DOUBLER, PIG, SHEEP, Card
from gongzhu.packed.layout import Floats
from gongzhu.rules import Action, RuleSet, point_cards
from gongzhu.view import View

COUNTED: dict[Card, int] = {PIG: PIGS, SHEEP: SHEEPS, DOUBLER: DOUBLERS}


def summarise(view: View, candidates: Candidates, stats: ActionStats) -> Analysis:
    """The analysis, with the best choices first and the others by how far they are behind."""
    assert view.seat is not None
    aim = aim_of(candidates, stats)
    outcomes = [
        _Outcomes(
            stats.values(place) if stats.settled else stats.points_sign * stats.points(place),
            stats.points(place),
        )
        for place in range(len(stats.samples))
    ]
    first = stats.best()
    best = outcomes[first[0]]
    found = [
        (place not in first, _choice(view.rules, stats, place, action, each, best))
        for place, (actions, each) in enumerate(zip(candidates.actions, outcomes, strict=True))
        for action in actions
    ]
    found.sort(key=lambda each: (each[0], each[1].behind.mean, -each[1].value.mean))
    return Analysis(
        seat=view.seat,
        aim=aim,
        choices=tuple(choice for _, choice in found),
        complete=candidates.complete,
    )


def aim_of(candidates: Candidates, stats: ActionStats) -> Aim:
    """The unit in which the candidates can be distinguished."""
    return "game" if candidates.task.utility.unit == GAME and stats.settled else "points"


class _Outcomes(NamedTuple):
    """The outcomes of a candidate on each deal."""

    values: Floats
    """float64 [samples]: values in the unit of the aim; more is better."""
    points: Floats
    """float64 [samples]: points of the seat's side."""


def _choice(
    rules: RuleSet,
    stats: ActionStats,
    place: int,
    action: Action,
    outcomes: _Outcomes,
    best: _Outcomes,
) -> AnalysedChoice:
    """The choice at index `place` of the candidates, compared with the best one."""
    samples = len(outcomes.values)
    shares = stats.counts[place, : rules.players] / samples
    counting = point_cards(rules)
    return AnalysedChoice(
        action=action,
        value=_estimate(outcomes.values),
        points=_estimate(outcomes.points),
        behind=_not_ahead(_estimate(best.values[:samples] - outcomes.values)),
        points_behind=_estimate(best.points[:samples] - outcomes.points),
        captures={
            card: tuple(shares[:, kind].tolist())
            for card, kind in COUNTED.items()
            if card in counting
        },
        slam=tuple(shares[:, SLAMS].tolist()),
        samples=samples,
    )


def _not_ahead(behind: Estimate) -> Estimate:
    """The difference, or 0 if rollouts prefer a choice to the best one because the prior decided
    against it, or points decided between equal values of the game. The interval still shows how
    much better it may be."""
    return Estimate(max(0.0, behind.mean), behind.low, max(0.0, behind.high))


def _estimate(values: Floats) -> Estimate:
    # Bots of a millisecond come through here: NumPy's own deviation takes five times as long.
    count = len(values)
    mean = float(values.sum()) / count
    error = sqrt(float(np.square(values - mean).sum()) / count / max(1, count - 1))
    return Estimate(mean, mean - Z_95 * error, mean + Z_95 * error)
