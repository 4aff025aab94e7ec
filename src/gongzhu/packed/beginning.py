"""Kernels for the part of a deal before the first card: passing, exposing and the first leader.
`state` is int64 [SIZE] throughout."""

from gongzhu.packed.boards import ACE_OF_HEARTS_BOARD, PIG_BOARD, SHEEP_BOARD
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import (
    ACE_OF_HEARTS_KEY,
    DOUBLER_KEY,
    EXPOSED,
    HANDS,
    LEADER,
    MODE_BITS,
    MODES,
    MOON_CHOICE,
    MUST_LEAD,
    NOBODY,
    PIG_KEY,
    PILES,
    QUEEN_CAPTOR,
    SHEEP_KEY,
    SIZE,
    Ints,
    State,
)
from gongzhu.packed.rules import LEAD_IT, OTHERS, PackedRules


@kernel
def steps_of(rules: PackedRules, number: int) -> int:
    """The number of seats by which cards are passed in deal `number` (0-based) of a game, by the
    rules' cycle of passing; 0 means no passing."""
    return rules.pass_cycle >> 4 * (number % rules.pass_cycle_length) & 15


@kernel
def pass_cards(rules: PackedRules, state: State, steps: int, passed: Ints) -> None:
    """Move the cards that each seat passes to the hand of the seat `steps` later in playing order,
    in `state`. `passed`: int64 [players or more], bitboards by seat."""
    for seat in range(rules.players):
        state[HANDS + seat] ^= passed[seat]
    for seat in range(rules.players):
        to = seat + steps
        state[HANDS + (to - rules.players if to >= rules.players else to)] |= passed[seat]


@kernel
def expose(state: State, card: int, mode: int) -> None:
    """Expose a key card, given as a bitboard, in a mode (OPEN, DOWN or UP). Must be called after
    `begin`, once for each card."""
    state[EXPOSED] |= card
    state[MODES] |= mode << MODE_BITS * key_of(card)


@kernel
def key_of(card: int) -> int:
    """The index in a MODES word, 0 to 3, of a key card given as a bitboard."""
    if card == PIG_BOARD:
        return PIG_KEY
    if card == SHEEP_BOARD:
        return SHEEP_KEY
    return ACE_OF_HEARTS_KEY if card == ACE_OF_HEARTS_BOARD else DOUBLER_KEY


@kernel
def key_card(rules: PackedRules, key: int) -> int:
    """The key card at an index in a MODES word (0 to 3), as a bitboard; the inverse of `key_of`."""
    if key == PIG_KEY:
        return PIG_BOARD
    if key == SHEEP_KEY:
        return SHEEP_BOARD
    return ACE_OF_HEARTS_BOARD if key == ACE_OF_HEARTS_KEY else rules.doubler


@kernel
def begin(rules: PackedRules, state: State, leader: int) -> None:
    """Begin play with the present hands: reset the rest of `state`, with nothing exposed, and set
    the leader. `leader`: the seat that leads first; NOBODY if the holder of the lead card does."""
    for index in range(PILES, SIZE):
        state[index] = 0
    state[QUEEN_CAPTOR] = NOBODY
    state[MOON_CHOICE] = OTHERS
    if leader != NOBODY:
        state[LEADER] = leader
        return
    for seat in range(rules.players):
        if state[HANDS + seat] & rules.lead_card:
            state[LEADER] = seat
    if rules.first_lead == LEAD_IT:
        state[MUST_LEAD] = rules.lead_card
