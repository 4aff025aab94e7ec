"""Kernels that decide whether a game has ended, and who has won. `totals` is int64 [sides or more],
points by side."""

from typing import NamedTuple

from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import MOON_CHOICE, NOBODY, Ints, State
from gongzhu.packed.rules import OTHERS, SELF, PackedRules
from gongzhu.packed.scoring import score, side_of


class GameEnd(NamedTuple):
    """The result of checking after a deal whether the game is over; sets of sides have bit n for
    side n."""

    over: int
    """1 if the game is over; 0 while it goes on, and then all other fields are 0 too."""
    winners: int
    """The sides that won."""
    losers: int
    """The sides that lost."""
    outright: int
    """The sides that get two round points where a game is worth round points: those past a limit
    that wins, the winner of an instant win, or the winners if the number of deals ends the game."""


@kernel
def end_deal(
    rules: PackedRules, totals: Ints, points: Ints, number: int, instant_winner: int
) -> GameEnd:
    """Add the points of deal `number` (0-based) of a game to the totals, in place, and return
    whether the game is over and who has won.

    `points`: int64 [piles or more], by pile; `instant_winner`: the pile that wins the game
    outright, or NOBODY.
    """
    for pile in range(rules.piles):
        totals[side_of(rules, pile)] += points[pile]
    for side in range(rules.sides):
        totals[side] = _changed(rules, totals[side])
    everyone = (1 << rules.sides) - 1
    if instant_winner != NOBODY:
        winner = 1 << side_of(rules, instant_winner)
        return GameEnd(1, winner, everyone ^ winner, winner)
    turned = 0
    below = 0
    above = 0
    for side in range(rules.sides):
        total = totals[side]
        if total == rules.turns_positive:
            turned |= 1 << side
            total = -total
        elif total < rules.below:
            below |= 1 << side
        elif total > rules.above:
            above |= 1 << side
        totals[side] = total
    if not turned | below | above:
        if not rules.deals or number + 1 < rules.deals:
            return GameEnd(0, 0, 0, 0)
        best = _best(rules, totals, everyone, 1 - 2 * rules.aim_low)
        worst = _best(rules, totals, everyone, 2 * rules.aim_low - 1)
        return GameEnd(1, best, worst & ~best, best)
    good = below if rules.aim_low else above
    outright = good if rules.good_limit_wins else 0
    lost = 0 if rules.good_limit_wins else good
    if not rules.all_but_winners:
        lost |= above if rules.aim_low else below
    winners = outright or _best(rules, totals, everyone ^ lost, 1 - 2 * rules.aim_low)
    if rules.all_but_winners:
        lost = everyone ^ winners
    return GameEnd(1, winners, lost, outright)


@kernel
def _changed(rules: PackedRules, total: int) -> int:
    """The total after the rule that exact totals change: the second number of the pair in
    `PackedRules.exact_totals` whose first number is `total`, or `total` itself."""
    for pair in range(0, 8, 2):
        if total == rules.exact_totals[pair]:
            return rules.exact_totals[pair + 1]
    return total


@kernel
def _best(rules: PackedRules, totals: Ints, standing: int, sign: int) -> int:
    """The set of sides with the greatest total times `sign`, 1 or -1, among those in the set
    `standing`; 0 if that is empty. Bit n stands for side n."""
    best = 0
    highest = 0
    for side in range(rules.sides):
        if standing >> side & 1:
            if not best or sign * totals[side] > highest:
                highest = sign * totals[side]
                best = 0
            if sign * totals[side] == highest:
                best |= 1 << side
    return best


@kernel
def unanswered_moon(
    rules: PackedRules, state: State, totals: Ints, points: Ints, number: int, maker: int
) -> int:
    """The payment of a slam, OTHERS or SELF, when the pile `maker`, which made it, does not choose.

    It is OTHERS, unless that ends the game without its side among the winners and SELF does not.
    `totals` are those before deal `number`; `points`, int64 [piles or more], and the choice in
    `state` are overwritten.
    """
    if not _spoils(rules, state, totals, points, number, maker, OTHERS):
        return OTHERS
    return OTHERS if _spoils(rules, state, totals, points, number, maker, SELF) else SELF


@kernel
def _spoils(
    rules: PackedRules,
    state: State,
    totals: Ints,
    points: Ints,
    number: int,
    maker: int,
    choice: int,
) -> bool:
    """True if the choice ends the game without the side of the pile `maker` among the winners."""
    state[MOON_CHOICE] = choice
    score(rules, state, points)
    end = end_deal(rules, totals.copy(), points, number, NOBODY)
    return end.over == 1 and not end.winners >> side_of(rules, maker) & 1
