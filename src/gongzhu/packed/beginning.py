"""Kernels for what happens before the first card: passing, exposing and who leads. `state` is int64
[SIZE] throughout."""

from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    LEADER,
    MODE_BITS,
    MODES,
    MUST_LEAD,
    NOBODY,
    PILES,
    QUEEN_CAPTOR,
    SIZE,
    Ints,
    State,
)
from gongzhu.packed.rules import PackedRules


@kernel
def steps_of(rules: PackedRules, number: int) -> int:
    """How many seats further cards are passed in deal `number` of a game (0-based), by the rules'
    cycle of passing; 0 means no passing."""
    return rules.pass_cycle >> 4 * (number % rules.pass_cycle_length) & 15


@kernel
def pass_cards(rules: PackedRules, state: State, steps: int, passed: Ints) -> None:
    """Move the cards that each seat passes to the hand `steps` seats further, in `state`. `passed`:
    int64, a bitboard for each seat; entries beyond the players are ignored."""
    for seat in range(rules.players):
        state[HANDS + seat] ^= passed[seat]
    for seat in range(rules.players):
        to = seat + steps
        state[HANDS + (to - rules.players if to >= rules.players else to)] |= passed[seat]


@kernel
def expose(state: State, card: int, suit: int, mode: int) -> None:
    """Expose a key card, given as a bitboard, and the order of its suit, in a mode (OPEN, DOWN or
    UP). Called once for each card, after `begin`."""
    state[EXPOSED] |= card
    state[MODES] |= mode << MODE_BITS * suit


@kernel
def begin(rules: PackedRules, state: State, captor: int) -> None:
    """Begin play with the present hands and nothing exposed.

    `captor`: the last captor of the pig if that seat leads; NOBODY if a card or a fixed seat
    decides.
    """
    for place in range(PILES, SIZE):
        state[place] = 0
    state[QUEEN_CAPTOR] = NOBODY
    if captor != NOBODY:
        state[LEADER] = captor
        return
    for seat in range(rules.players):
        if state[HANDS + seat] & rules.lead_card:
            state[LEADER] = seat
    if rules.must_lead:
        state[MUST_LEAD] = rules.lead_card
