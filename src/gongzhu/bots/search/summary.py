"""From what the tries came to, to a judgement."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from gongzhu.bots.search.action_stats import Tally
from gongzhu.bots.search.analysis import Choice, Estimate, Judgement
from gongzhu.bots.search.candidates import Choices
from gongzhu.bots.search.rollouts import DOUBLERS, PIGS, SHEEPS, SLAMS, Floats
from gongzhu.cards import DOUBLER, PIG, SHEEP, Card
from gongzhu.rules import Action, RuleSet, point_cards
from gongzhu.view import View

WITHIN = 1.96
"""Standard errors to either side of a mean that make its 95 % interval."""

COUNTED: dict[Card, int] = {PIG: PIGS, SHEEP: SHEEPS, DOUBLER: DOUBLERS}


def summed_up(view: View, choices: Choices, tally: Tally) -> Judgement:
    """The judgement: choices that stayed longer in contest first, then those with better means."""
    assert view.seat is not None
    tried = [
        _Tried(tally.values(place), tally.points(place)) for place in range(len(tally.samples))
    ]
    best = tried[tally.best()[0]]
    found = [
        _choice(view.rules, tally, place, action, each, best)
        for place, (actions, each) in enumerate(zip(choices.actions, tried, strict=True))
        for action in actions
    ]
    found.sort(key=lambda choice: (-choice.samples, -choice.value.mean))
    return Judgement(
        seat=view.seat,
        aim="game" if choices.task.aim.game else "points",
        choices=tuple(found),
        complete=choices.complete,
    )


class _Tried(NamedTuple):
    """What a choice came to, by deal."""

    values: Floats
    points: Floats


def _choice(
    rules: RuleSet, tally: Tally, place: int, action: Action, tried: _Tried, best: _Tried
) -> Choice:
    samples = len(tried.values)
    shares = tally.counts[place, : rules.players] / samples
    counting = point_cards(rules)
    return Choice(
        action=action,
        value=_estimate(tried.values),
        points=_estimate(tried.points),
        behind=_estimate(best.values[:samples] - tried.values),
        points_behind=_estimate(best.points[:samples] - tried.points),
        captures={
            card: tuple(shares[:, kind].tolist())
            for card, kind in COUNTED.items()
            if card in counting
        },
        slam=tuple(shares[:, SLAMS].tolist()),
        samples=samples,
    )


def _estimate(values: Floats) -> Estimate:
    # Bots of a millisecond come through here: NumPy's own deviation takes five times as long.
    count = len(values)
    mean = float(values.sum()) / count
    error = sqrt(float(np.square(values - mean).sum()) / count / max(1, count - 1))
    return Estimate(mean, mean - WITHIN * error, mean + WITHIN * error)
