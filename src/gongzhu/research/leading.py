"""Kernels for the seat that leads a deal first, under rules in which it is not the holder of a
card. Seat 0 deals first in every game."""

from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import NOBODY, Ints, State
from gongzhu.packed.rules import (
    AFTER_DEALER,
    AS_FIRST,
    DEALER,
    PIG_CAPTOR,
    POOLED,
    WINNER,
    PackedRules,
)
from gongzhu.packed.scoring import pig_captor, side_of
from gongzhu.packed.tricks import next_seat


@kernel
def first_leader(rules: PackedRules, number: int) -> int:
    """The seat that leads deal `number` (0-based) of a game by the first-lead rule; NOBODY if the
    holder of a card leads."""
    if rules.lead_card:
        return NOBODY
    if rules.first_lead == DEALER:
        return number % rules.players
    return (number + 1) % rules.players if rules.first_lead == AFTER_DEALER else 0


@kernel
def later_leader(rules: PackedRules, state: State, points: Ints, number: int) -> int:
    """The seat that leads deal `number` (0-based) of a game after a finished deal, whose state is
    `state`; NOBODY if the holder of a card leads. `points`: int64 [piles or more], those of the
    finished deal by pile."""
    if rules.later_lead == AS_FIRST:
        return first_leader(rules, number)
    if rules.later_lead == PIG_CAPTOR:
        return pig_captor(rules, state)
    sign = -1 if (rules.later_lead == WINNER) == (rules.aim_low != 0) else 1
    best = sign * points[0]
    for pile in range(1, rules.piles):
        best = max(best, sign * points[pile])
    seat = next_seat(rules, number % rules.players)
    while sign * points[pile_of(rules, seat)] != best:
        seat = next_seat(rules, seat)
    return seat


@kernel
def pile_of(rules: PackedRules, seat: int) -> int:
    """The index of the pile to which a seat's captures belong."""
    return side_of(rules, seat) if rules.partners == POOLED else seat
