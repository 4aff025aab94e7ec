"""Kernels for the utility of a deal's outcome to a side; more is better in either game.

As long as no side is near a limit, utility is points: those of the side minus the average of its
rivals'. Near a game's end it is the value of the game, 0 to 1, given the totals after the deal. If
no choice can change that any more, it is the side's own points.
"""

from math import exp, sqrt
from typing import NamedTuple

import numpy as np

from gongzhu.packed.game_end import GameEnd, end_deal, side_of
from gongzhu.packed.jit import count, kernel
from gongzhu.packed.layout import MOST_PLAYERS, NOBODY, Ints
from gongzhu.packed.rules import DOWN_OR_UP, NO_SALE, ROUND_POINTS, PackedRules
from gongzhu.rules.score_hearts import MOON_POINTS

INSTANT_WIN_POINTS = 1000.0
"""Points for winning the game instantly in a deal that is far from any limit."""
MARGIN, GAME, OWN = range(3)
"""Units of utility: MARGIN, points of the side minus the average of its rivals'; GAME, the value of
the game, 0 to 1; OWN, the side's points alone. The sign of points is reversed in Hearts."""
WINNERS_SHARE = 0.25
"""The share of the value of a game of Gong Zhu that goes to its winners; the rest is divided among
all who have not lost."""
DEAL_SWING = 400
"""Points by which a side's total may fall in one deal of Gong Zhu without exposing, ignoring rare
deals."""
SCALE, DEAL_POINTS = 110.0, 150.0
"""In points of Gong Zhu: the scale of the softmax over totals that estimates the value of a game at
its limit, and how far the totals move in a deal. The scale grows with the square root of the number
of deals left, as in a random walk."""
HEARTS_SCALE, HEARTS_DEAL_POINTS = 4.4, 9.0
"""The scale and the movement per deal in points of Hearts."""


class Utility(NamedTuple):
    """How to value a deal's outcome for one side."""

    side: int
    unit: int
    """The unit of the values: MARGIN, GAME or OWN."""
    totals: Ints
    """int64 [MOST_PLAYERS], points: the totals of the sides before the deal."""


def utility_of(
    packed: PackedRules, side: int, totals: tuple[int, ...], *, ended: bool = False
) -> Utility:
    """The utility function of a side, given the totals before the deal.

    The utility is the value of the game if the deal may end the game, or is already over (`ended`).
    """
    room = np.zeros(MOST_PLAYERS, np.int64)
    room[: len(totals)] = totals
    near = ended or _near_the_end(packed, totals)
    return Utility(side, GAME if near else MARGIN, room)


def _near_the_end(packed: PackedRules, totals: tuple[int, ...]) -> bool:
    if packed.hearts_game:
        return max(totals) + MOON_POINTS >= packed.limit
    swing = DEAL_SWING * {NO_SALE: 1.0, DOWN_OR_UP: 2.0}.get(packed.sale, 1.5)
    above = bool(packed.upper_limit) and max(totals) + swing > packed.upper_limit
    return above or min(totals) - swing <= packed.lower_limit


@kernel
def utility(
    rules: PackedRules, spec: Utility, points: Ints, instant_winner: int, totals: Ints
) -> float:
    """The utility of a deal's outcome under the utility function `spec`.

    `points`: int64 [piles], the points of the deal; `instant_winner`: the pile that wins the game
    outright, or NOBODY; `totals`: int64 [MOST_PLAYERS], room to add up the totals after the deal.
    """
    if spec.unit == GAME:
        for side in range(rules.sides):
            totals[side] = spec.totals[side]
        end = end_deal(rules, totals, points, instant_winner)
        if end.over:
            return _value_of_ended_game(rules, end, spec.side)
        return _value_of_open_game(rules, totals, spec.side)
    own = 0.0
    rivals = 0.0
    for pile in range(rules.piles):
        if side_of(rules, pile) == spec.side:
            own += points[pile]
        else:
            rivals += points[pile]
    value = own if spec.unit == OWN else own - rivals / (rules.sides - 1)
    if instant_winner != NOBODY:
        wins = side_of(rules, instant_winner) == spec.side
        value += INSTANT_WIN_POINTS if wins else -INSTANT_WIN_POINTS
    return -value if rules.hearts_game else value


@kernel
def _value_of_ended_game(rules: PackedRules, end: GameEnd, side: int) -> float:
    """The value of a finished game to a side, 0 to 1: its share of the win, and in Gong Zhu mainly
    whether it has not lost."""
    won = (end.winners >> side & 1) / max(1, count(end.winners))
    if rules.hearts_game:
        return won
    kept = 1.0 - (end.losers >> side & 1)
    if rules.worth == ROUND_POINTS:
        return 0.5 * kept * (1 + (end.outright >> side & 1))
    return (1 - WINNERS_SHARE) * kept + WINNERS_SHARE * won


@kernel
def _value_of_open_game(rules: PackedRules, totals: Ints, side: int) -> float:
    """The value of an unfinished game to a side, 0 to 1: an estimate that is smooth in `totals`,
    int64 [sides]."""
    lowest = totals[0]
    highest = totals[0]
    for other in range(1, rules.sides):
        lowest = min(lowest, totals[other])
        highest = max(highest, totals[other])
    if rules.hearts_game:
        scale = HEARTS_SCALE * sqrt(1 + (rules.limit - highest) / HEARTS_DEAL_POINTS)
        return _softmax(rules, totals, side, lowest, -1 / scale)
    left = lowest - rules.lower_limit
    if rules.upper_limit:
        left = min(left, rules.upper_limit - highest)
    scale = SCALE * sqrt(1 + max(0, left) / DEAL_POINTS)
    # A race: who is the first to cross a limit?
    below = 0.0
    above = 0.0
    for other in range(rules.sides):
        below += exp((rules.lower_limit - totals[other]) / scale)
        if rules.upper_limit:
            above += exp((totals[other] - rules.upper_limit) / scale)
    mine_below = exp((rules.lower_limit - totals[side]) / scale)
    mine_above = exp((totals[side] - rules.upper_limit) / scale) if rules.upper_limit else 0.0
    lost = mine_below / (below + above)
    past = mine_above / (below + above)
    if rules.upper_limit and rules.past_upper_limit_loses:
        lost += past
        past = 0.0
    if rules.worth == ROUND_POINTS:
        return 0.5 * (1 - lost + past)
    share = _softmax(rules, totals, side, highest, 1 / scale)
    return (1 - WINNERS_SHARE) * (1 - lost) + WINNERS_SHARE * share


@kernel
def _softmax(rules: PackedRules, totals: Ints, side: int, best: int, rate: float) -> float:
    """A side's share, 0 to 1, in the softmax of all totals; `rate` is in 1 / points, and below 0
    where low totals are better. `best` is subtracted from the totals so that nothing overflows."""
    everyone = 0.0
    for other in range(rules.sides):
        everyone += exp((totals[other] - best) * rate)
    return exp((totals[side] - best) * rate) / everyone
