"""Kernels that decide whether a game has ended, and who has won. `totals` is int64 [sides or more],
points by side."""

from typing import NamedTuple

from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import NOBODY, Ints
from gongzhu.packed.rules import (
    ALONE,
    LOSES,
    OTHERS,
    SELF,
    TURNS_POSITIVE,
    PackedRules,
)
from gongzhu.rules.score_hearts import MOON_POINTS


class GameEnd(NamedTuple):
    """Whether a game is over after a deal, and who has won; sets of sides have bit n for side n."""

    over: int
    """1 if the game is over; 0 while it goes on, and then all other fields are 0 too."""
    winners: int
    losers: int
    outright: int
    """The sides that have won by reaching the upper limit or by an instant win."""


@kernel
def side_of(rules: PackedRules, pile: int) -> int:
    """The number of the side that a pile counts for."""
    return pile if rules.partners == ALONE else pile & 1


@kernel
def end_deal(rules: PackedRules, totals: Ints, points: Ints, instant_winner: int) -> GameEnd:
    """Add the points of a deal to the totals, and return whether the game is over and who has won.

    `points`: int64 [piles or more], by pile; `instant_winner`: the pile that wins the game
    outright, or NOBODY.
    """
    for pile in range(rules.piles):
        totals[side_of(rules, pile)] += points[pile]
    if rules.hearts_game:
        return _end_hearts(rules, totals)
    return _end_gongzhu(rules, totals, instant_winner)


@kernel
def _end_hearts(rules: PackedRules, totals: Ints) -> GameEnd:
    highest = totals[0]
    lowest = totals[0]
    for side in range(1, rules.sides):
        highest = max(highest, totals[side])
        lowest = min(lowest, totals[side])
    if highest < rules.limit + (not rules.ends_at_limit):
        return GameEnd(0, 0, 0, 0)
    winners = 0
    for side in range(rules.sides):
        if totals[side] == lowest:
            winners |= 1 << side
    return GameEnd(1, winners, ((1 << rules.sides) - 1) ^ winners, 0)


@kernel
def _end_gongzhu(rules: PackedRules, totals: Ints, instant_winner: int) -> GameEnd:
    everyone = (1 << rules.sides) - 1
    if instant_winner != NOBODY:
        winner = 1 << side_of(rules, instant_winner)
        return GameEnd(1, winner, everyone ^ winner, winner)
    lost = 0
    above = 0
    turned = 0
    for side in range(rules.sides):
        bit = 1 << side
        if rules.at_lower_limit == TURNS_POSITIVE and totals[side] == rules.lower_limit:
            turned |= bit
        if rules.upper_limit and totals[side] > rules.upper_limit:
            above |= bit
        if totals[side] < rules.lower_limit + (rules.at_lower_limit == LOSES):
            lost |= bit
    for side in range(rules.sides):
        if turned >> side & 1:
            totals[side] = -totals[side]
    if not turned | lost | above:
        return GameEnd(0, 0, 0, 0)
    if rules.past_upper_limit_loses:
        lost |= above
        above = 0
    winners = above or _best(rules, totals, everyone ^ lost)
    return GameEnd(1, winners, lost, above)


@kernel
def _best(rules: PackedRules, totals: Ints, standing: int) -> int:
    """The sides, as bits, with the highest total among those in the set `standing`."""
    best = 0
    highest = 0
    for side in range(rules.sides):
        if standing >> side & 1:
            if not best or totals[side] > highest:
                highest = totals[side]
                best = 0
            if totals[side] == highest:
                best |= 1 << side
    return best


@kernel
def unanswered_moon(rules: PackedRules, totals: Ints, shooter: int) -> int:
    """For whom a moon counts, OTHERS or SELF, when the side that shot it does not choose.

    It is OTHERS, unless that ends the game without the shooter among the lowest. `totals` are those
    before the deal.
    """
    over = False
    for side in range(rules.sides):
        after = totals[side] + (0 if side == shooter else MOON_POINTS)
        over = over or after >= rules.limit + (not rules.ends_at_limit)
    for side in range(rules.sides):
        if over and side != shooter and totals[side] + MOON_POINTS < totals[shooter]:
            return SELF
    return OTHERS
