"""Kernels for the utility of a deal's outcome: its value to one side, with more always better.

As long as no side is near a limit, utility is points: those of the side minus the average of its
rivals', with the sign reversed in Hearts. Near a game's end it is the value of the game, 0 to 1,
given the totals after the deal. Callers may choose the side's own points (OWN) for decisions that
can no longer change who wins.
"""

from math import exp, sqrt
from typing import NamedTuple

import numpy as np

from gongzhu.packed.game_end import GameEnd, end_deal
from gongzhu.packed.jit import count, kernel
from gongzhu.packed.layout import NOBODY, Ints
from gongzhu.packed.rules import DOWN_OR_UP, NO_SALE, ROUND_POINTS, PackedRules
from gongzhu.packed.scoring import side_of
from gongzhu.rules.options import MOST_PLAYERS

INSTANT_WIN = 10
"""The value of winning the game instantly in a deal that is far from any limit, as a multiple of
`PackedRules.grave`."""
MARGIN, GAME, OWN = range(3)
"""Units of utility: MARGIN, points of the side minus the average of its rivals'; GAME, the value of
the game, 0 to 1; OWN, the side's points alone. Where fewer points are better, their sign is
reversed."""
WINNERS_SHARE = 0.25
"""The fraction of the value of a game that its winners divide if not all others lose; the rest goes
to all who have not lost."""
DEAL_SWING = 4, 2
"""The greatest change of a side's total against it in one deal without exposing, ignoring rare
deals, as a multiple of `PackedRules.grave`: in Gong Zhu, and in Hearts."""
USUAL_GRAVE = 100, 13
"""`PackedRules.grave` in Gong Zhu, and in Hearts."""
SCALE, MOVE = (110.0, 4.4), (150.0, 9.0)
"""In points of Gong Zhu and of Hearts: the scale of the softmax over totals that estimates the
value of a game at its limit (SCALE), and the distance that totals move in a deal (MOVE). The scale
is multiplied by the square root of 1 + the number of deals left, because totals move like a random
walk."""
LEAST = 1e-300
"""The least sum of weights: smaller sums are raised to it, since they may be too small to divide
by."""
LAST_DEALS = 2
"""In a game of a fixed number of deals, utility is the value of the game in this number of last
deals."""


class Utility(NamedTuple):
    """The utility function of one side: the side, the unit, and the state of the game before the
    deal."""

    side: int
    """Index of the side."""
    unit: int
    """The unit of the values: MARGIN, GAME or OWN."""
    totals: Ints
    """int64 [MOST_PLAYERS], points: the totals of the sides before the deal."""
    number: int
    """The number of the deal within its game, 0-based."""


def utility_of(
    packed: PackedRules, side: int, totals: tuple[int, ...], number: int, *, ended: bool = False
) -> Utility:
    """The utility function of `side`, given the totals by side before deal `number` (0-based) of a
    game.

    Its unit is GAME (the value of the game, 0 to 1) if this deal may end the game, or if the deal
    is already over (`ended`). Otherwise it is MARGIN (points of the side minus the average of its
    rivals', reversed where fewer are better).
    """
    room = np.zeros(MOST_PLAYERS, np.int64)
    room[: len(totals)] = totals
    near = ended or _near_the_end(packed, totals, number)
    return Utility(side, GAME if near else MARGIN, room, number)


def _near_the_end(packed: PackedRules, totals: tuple[int, ...], number: int) -> bool:
    exposed = {NO_SALE: 1.0, DOWN_OR_UP: 2.0}.get(packed.sale, 1.5)
    swing = DEAL_SWING[packed.aim_low] * packed.grave * exposed
    above = max(totals) + swing > packed.upper_limit - packed.aim_low
    counted = packed.deals and number + LAST_DEALS >= packed.deals
    return above or min(totals) - swing <= packed.lower_limit or bool(counted)


@kernel
def utility(
    rules: PackedRules, spec: Utility, points: Ints, instant_winner: int, totals: Ints
) -> float:
    """The utility of a deal's outcome under the utility function `spec`.

    `points`: int64 [piles], the points of the deal; `instant_winner`: the pile that wins the game
    outright, or NOBODY; `totals`: int64 [MOST_PLAYERS], working memory for the totals after the
    deal.
    """
    if spec.unit == GAME:
        for side in range(rules.sides):
            totals[side] = spec.totals[side]
        end = end_deal(rules, totals, points, spec.number, instant_winner)
        if end.over:
            return _value_of_ended_game(rules, end, spec.side)
        return _value_of_open_game(rules, totals, spec.side, spec.number)
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
        bonus = INSTANT_WIN * rules.grave * (1 - 2 * rules.aim_low)
        value += bonus if wins else -bonus
    return -value if rules.aim_low else value


@kernel
def _value_of_ended_game(rules: PackedRules, end: GameEnd, side: int) -> float:
    """The value of a finished game to a side, 0 to 1. If all but the winners lose, it is the side's
    share of the win; otherwise it depends mainly on whether the side has not lost."""
    won = (end.winners >> side & 1) / max(1, count(end.winners))
    if rules.all_but_winners:
        return won
    kept = 1.0 - (end.losers >> side & 1)
    if rules.worth == ROUND_POINTS:
        return 0.5 * kept * (1 + (end.outright >> side & 1))
    return (1 - WINNERS_SHARE) * kept + WINNERS_SHARE * won


@kernel
def _value_of_open_game(rules: PackedRules, totals: Ints, side: int, number: int) -> float:
    """The value of an unfinished game to a side, 0 to 1: an estimate that is smooth in `totals`,
    int64 [sides], after deal `number`."""
    lowest = totals[0]
    highest = totals[0]
    for other in range(1, rules.sides):
        lowest = min(lowest, totals[other])
        highest = max(highest, totals[other])
    best, good = (lowest, -1) if rules.aim_low else (highest, 1)
    stretch = rules.grave / USUAL_GRAVE[rules.aim_low]
    move = MOVE[rules.aim_low] * stretch
    left = max(0, min(lowest - rules.lower_limit, rules.upper_limit - highest))
    by_count = rules.deals > 0 and (rules.deals - number - 1) * move <= left
    deals = rules.deals - number - 1.0 if by_count else left / move
    scale = SCALE[rules.aim_low] * stretch * sqrt(1 + deals)
    share = _softmax(rules, totals, side, best, good / scale)
    if by_count:
        worst = lowest + highest - best
        lost = _softmax(rules, totals, side, worst, -good / scale)
        past = share
    else:
        # A race: who is the first to cross a limit?
        below = 0.0
        above = 0.0
        for other in range(rules.sides):
            below += exp((rules.lower_limit - totals[other]) / scale)
            above += exp((totals[other] - rules.upper_limit) / scale)
        everyone = max(LEAST, below + above)
        mine_below = exp((rules.lower_limit - totals[side]) / scale) / everyone
        mine_above = exp((totals[side] - rules.upper_limit) / scale) / everyone
        lost, past = (mine_above, mine_below) if rules.aim_low else (mine_below, mine_above)
        if rules.all_but_winners:
            outright = (below if rules.aim_low else above) / everyone
            share = past + (1 - outright) * share if rules.good_limit_wins else share
        if not rules.good_limit_wins:
            lost += past
            past = 0.0
    if rules.all_but_winners:
        return share
    if rules.worth == ROUND_POINTS:
        return 0.5 * (1 - lost + past)
    return (1 - WINNERS_SHARE) * (1 - lost) + WINNERS_SHARE * share


@kernel
def _softmax(rules: PackedRules, totals: Ints, side: int, best: int, rate: float) -> float:
    """A side's share, 0 to 1, in the softmax of all totals; `rate` is in 1 / points, and below 0
    where low totals are better. `best` is subtracted from the totals so that nothing overflows."""
    everyone = 0.0
    for other in range(rules.sides):
        everyone += exp((totals[other] - best) * rate)
    return exp((totals[side] - best) * rate) / everyone
