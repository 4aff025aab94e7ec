"""Kernels: what the outcome of a deal is worth to a side, more is better in either game.

While no side is near a limit that is points: those of the side less the average of its rivals'.
Near a game's end it is what the game is worth, 0 to 1, by what the deal makes of the totals.
"""

from math import exp, sqrt
from typing import NamedTuple

import numpy as np

from gongzhu.packed.ending import GameEnd, end_deal, side_of
from gongzhu.packed.jit import count, kernel
from gongzhu.packed.layout import MOST_PLAYERS, NOBODY, Numbers
from gongzhu.packed.rules import DOWN_OR_UP, NO_SALE, ROUND_POINTS, PackedRules
from gongzhu.rules.score_hearts import MOON_POINTS

OUTRIGHT = 1000.0
"""What winning the game at one blow adds to the points of a deal, far from any limit."""
WON = 0.25
"""The part of a game of Gong Zhu that goes to its winners; the rest to all who have not lost."""
SWING = 400
"""How much a side may lose in a deal of Gong Zhu where nothing is exposed, short of wonders."""
SPREAD, DEAL = 110.0, 150.0
"""How far totals drift apart in a deal of Gong Zhu, and what one moves by: they say how much
a lead counts by the distance to the limit."""
HEARTS_SPREAD, HEARTS_DEAL = 4.4, 9.0


class Aim(NamedTuple):
    """What a side plays for."""

    side: int
    game: int
    """Whether for the game, not for points."""
    totals: Numbers
    """By side, before the deal."""


def aim_of(packed: PackedRules, side: int, totals: tuple[int, ...], *, ended: bool = False) -> Aim:
    """What a side plays for when these are the totals before the deal; for the game anyway
    where the deal itself is over (`ended`)."""
    room = np.zeros(MOST_PLAYERS, np.int64)
    room[: len(totals)] = totals
    return Aim(side, int(ended or _near_the_end(packed, totals)), room)


def _near_the_end(packed: PackedRules, totals: tuple[int, ...]) -> bool:
    if packed.hearts_game:
        return max(totals) + MOON_POINTS >= packed.limit
    swing = SWING * {NO_SALE: 1.0, DOWN_OR_UP: 2.0}.get(packed.sale, 1.5)
    above = bool(packed.upper_limit) and max(totals) + swing > packed.upper_limit
    return above or min(totals) - swing <= packed.lower_limit


@kernel
def worth(
    rules: PackedRules, aim: Aim, points: Numbers, instant_winner: int, totals: Numbers
) -> float:
    """What these points, by pile, are worth; `totals` is room to count in.

    `instant_winner` is the pile that wins the game outright, or -1.
    """
    if aim.game:
        for side in range(rules.sides):
            totals[side] = aim.totals[side]
        end = end_deal(rules, totals, points, instant_winner)
        if end.over:
            return _of_game(rules, end, aim.side)
        return _of_totals(rules, totals, aim.side)
    own = 0.0
    rivals = 0.0
    for pile in range(rules.piles):
        if side_of(rules, pile) == aim.side:
            own += points[pile]
        else:
            rivals += points[pile]
    value = own - rivals / (rules.sides - 1)
    if instant_winner != NOBODY:
        value += OUTRIGHT if side_of(rules, instant_winner) == aim.side else -OUTRIGHT
    return -value if rules.hearts_game else value


@kernel
def _of_game(rules: PackedRules, end: GameEnd, side: int) -> float:
    """What a game that is over is worth to a side."""
    won = (end.winners >> side & 1) / max(1, count(end.winners))
    if rules.hearts_game:
        return won
    kept = 1.0 - (end.losers >> side & 1)
    if rules.worth == ROUND_POINTS:
        return 0.5 * kept * (1 + (end.outright >> side & 1))
    return (1 - WON) * kept + WON * won


@kernel
def _of_totals(rules: PackedRules, totals: Numbers, side: int) -> float:
    """What a game that goes on is worth to a side: a guess that is smooth in the totals."""
    lowest = totals[0]
    highest = totals[0]
    for other in range(1, rules.sides):
        lowest = min(lowest, totals[other])
        highest = max(highest, totals[other])
    if rules.hearts_game:
        spread = HEARTS_SPREAD * sqrt(1 + (rules.limit - highest) / HEARTS_DEAL)
        return _share(rules, totals, side, lowest, -1 / spread)
    left = lowest - rules.lower_limit
    if rules.upper_limit:
        left = min(left, rules.upper_limit - highest)
    spread = SPREAD * sqrt(1 + max(0, left) / DEAL)
    # A race: who is the first to cross a limit?
    below = 0.0
    above = 0.0
    for other in range(rules.sides):
        below += exp((rules.lower_limit - totals[other]) / spread)
        if rules.upper_limit:
            above += exp((totals[other] - rules.upper_limit) / spread)
    mine_below = exp((rules.lower_limit - totals[side]) / spread)
    mine_above = exp((totals[side] - rules.upper_limit) / spread) if rules.upper_limit else 0.0
    lost = mine_below / (below + above)
    past = mine_above / (below + above)
    if rules.upper_limit and rules.past_upper_limit_loses:
        lost += past
        past = 0.0
    if rules.worth == ROUND_POINTS:
        return 0.5 * (1 - lost + past)
    return (1 - WON) * (1 - lost) + WON * _share(rules, totals, side, highest, 1 / spread)


@kernel
def _share(rules: PackedRules, totals: Numbers, side: int, best: int, scale: float) -> float:
    """A side's part of a prize for the best total, the others' by how far they are behind."""
    everyone = 0.0
    for other in range(rules.sides):
        everyone += exp((totals[other] - best) * scale)
    return exp((totals[side] - best) * scale) / everyone
