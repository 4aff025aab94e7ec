"""Kernels: the value of a deal for one side against all others, and bounds of it, in points."""

from bench.endgame.terms import Terms
from bench.endgame.transpositions import (
    ANYBODY,
    BONUS,
    DOUBLED,
    HELD,
    LEFT,
    LEFT_POINTS,
    NO_MORE,
    POINTS,
    SLAM,
    SUMS,
)
from gongzhu.packed.jit import count, kernel
from gongzhu.packed.layout import NOBODY, Ints
from gongzhu.packed.rules import SWAP, PackedRules
from gongzhu.packed.scoring import side_of
from gongzhu.rules.score import TRICK_AFTER_QUEEN_POINTS

INFINITY = 1 << 22
"""More than any value."""


@kernel
def paranoid_value(rules: PackedRules, tricks: Ints, at: int, side: int) -> int:
    """The value for the side of the points in row `at` of `tricks`; see `Solution.value`."""
    own = 0
    others = 0
    for pile in range(rules.piles):
        points = tricks[at, POINTS + pile]
        if side_of(rules, pile) == side:
            own += points
        else:
            others += points
    value = own * (rules.sides - 1) - others
    return -value if rules.aim_low else value


@kernel
def bounds_of(
    rules: PackedRules, terms: Terms, tricks: Ints, at: int, side: int, now: int
) -> tuple[int, int]:
    """A lower and an upper bound of the value for the side, wherever the cards left end up.

    `now`: the value if nothing more is captured.
    """
    left = tricks[at, LEFT]
    rest = tricks[at, LEFT_POINTS]
    sheep = terms.sheep_points if left & terms.sheep else 0
    weight = rules.sides - 1
    low = INFINITY
    high = -INFINITY
    if rules.aim_low:
        low = now - max(weight * rest, -rest) + min(-weight * sheep, sheep)
        high = now + max(-weight * rest, rest) + max(-weight * sheep, sheep)
    else:
        doubled = tricks[at, DOUBLED]
        for pile in range(rules.piles):
            if doubled in (NOBODY, pile):
                own = side_of(rules, pile) == side
                factor = weight if own else -1
                most = weight * terms.times if own else weight
                least = -1 if own else -terms.times
                base = now
                total = tricks[at, SUMS + pile]
                if doubled == NOBODY:
                    base += factor * (terms.times - 1) * total
                alone = not tricks[at, HELD + pile] & ~terms.doubler
                if doubled == pile:
                    held = tricks[at, POINTS + pile]
                    held -= TRICK_AFTER_QUEEN_POINTS * tricks[at, BONUS + pile]
                    base += factor * (terms.times * total - held)
                lone_points = factor * terms.lone_points if alone or terms.cancels else 0
                low = min(low, base + most * rest + least * sheep + min(lone_points, 0))
                high = max(high, base + least * rest + most * sheep + max(lone_points, 0))
        if rules.queen_of_diamonds:
            tricks_left = count(left) // rules.players
            bonus = TRICK_AFTER_QUEEN_POINTS * tricks_left
            low -= bonus
            high += weight * bonus
    slam = tricks[at, SLAM]
    if slam != NO_MORE:
        swaps = rules.pig_with_all_hearts == SWAP
        if slam == ANYBODY or swaps or side_of(rules, slam) == side:
            high = INFINITY
        if slam == ANYBODY or swaps or side_of(rules, slam) != side:
            low = -INFINITY
    return low, high
