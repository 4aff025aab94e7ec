"""Kernels: the inputs of the network, what a seat knows, as the indices of rows that are added up.

Nothing of it depends on cards that others hold, except where they are known.
"""

import numpy as np

from gongzhu.bots.policy.features import SLAMS, Features
from gongzhu.packed.boards import HEARTS_BOARD, SUIT_BITS
from gongzhu.packed.jit import code_of, count, kernel
from gongzhu.packed.layout import (
    BROKEN,
    EXPOSED,
    HANDS,
    MODE_BITS,
    MODES,
    MOST_PLAYERS,
    PILES,
    PLAYED,
    TABLE,
    VOIDS,
    Ints,
    State,
)
from gongzhu.packed.rules import ALONE, NO_SALE, PackedRules

CODES = 64
SUITS = 4
MODES_OF_A_KEY = 3
ELSEWHERE, MINE, WITH_RIVAL, WITH_PARTNER = range(4)
"""Places of an exposed card: captured or on the table, or in a hand."""

_SIZES = (
    CODES,  # a card in the hand
    CODES,  # a card that was captured
    MOST_PLAYERS * CODES,  # a card that counts, by who has captured it, from this seat on
    (MOST_PLAYERS - 1) * CODES,  # a card on the table, by how many seats ago it was played
    CODES,  # the card that wins the trick
    MOST_PLAYERS * SUITS,  # a suit that a seat has shown out of
    SUITS * 4 * MODES_OF_A_KEY,  # an exposed key card, by where it is and by its mode
    SLAMS,  # the prospects of a slam
    14,  # cards in the hand
    5,  # `Features.after`
    3,  # `Features.owner`
    6,  # `Features.value`
    8,  # hearts are broken, and the rules
)
(
    HAND,
    CAPTURED,
    COUNTING,
    ON_TABLE,
    WINNING,
    VOID,
    KEY,
    SLAM,
    LEFT,
    AFTER,
    OWNER,
    VALUE,
    REST,
) = (sum(_SIZES[:group]) for group in range(len(_SIZES)))
"""The first row of each group."""
ROWS = sum(_SIZES)
"""The number of inputs. There is one more row, NOTHING, which is 0 and fills up."""
NOTHING = ROWS
MOST_INPUTS = 128
"""Inputs that are on at a time, at most, and those that fill up."""


def new_inputs() -> Ints:
    """Room for the inputs of a decision: int64 [MOST_INPUTS]."""
    return np.zeros(MOST_INPUTS, np.int64)


@kernel
def write_inputs(rules: PackedRules, state: State, features: Features, inputs: Ints) -> int:
    """Write the indices of the inputs that are on to `inputs`, int64 [MOST_INPUTS]; their number.

    `state`, int64 [SIZE], is that of the decision with these features.
    """
    size = _write_cards(features.hand, HAND, inputs, 0)
    captured = 0
    for place in range(rules.players):
        seat = features.seat + place
        seat = seat - rules.players if seat >= rules.players else seat
        pile = state[PILES + seat]
        captured |= pile
        counting = pile & (rules.points | HEARTS_BOARD)
        size = _write_cards(counting, COUNTING + CODES * place, inputs, size)
        voids = state[VOIDS] >> 4 * seat & 15
        for suit in range(SUITS):
            if place and voids >> suit & 1:
                inputs[size] = VOID + SUITS * place + suit
                size += 1
    size = _write_cards(captured, CAPTURED, inputs, size)
    codes = state[TABLE]
    for place in range(state[PLAYED]):
        inputs[size] = ON_TABLE + CODES * (state[PLAYED] - 1 - place) + (codes & 63)
        codes >>= 8
        size += 1
    size = _write_cards(features.best, WINNING, inputs, size)
    if state[MODES]:
        size = _write_exposed(rules, state, features, inputs, size)
    inputs[size] = SLAM + features.slam
    inputs[size + 1] = LEFT + count(features.hand)
    inputs[size + 2] = AFTER + features.after
    inputs[size + 3] = VALUE + features.value
    size += 4
    if features.suit:
        inputs[size] = OWNER + features.owner
        size += 1
    facts = state[BROKEN] | (rules.jack != 0) << 1 | 1 << 2 + rules.partners
    facts |= (rules.players != 4) << 5 | (rules.sale != NO_SALE) << 6 | (rules.pass_cycle != 0) << 7
    return _write_cards(facts, REST, inputs, size)


@kernel
def _write_cards(cards: int, first: int, inputs: Ints, size: int) -> int:
    """Write an input for each card of a board, the group's `first` and its code; the new size."""
    while cards:
        inputs[size] = first + code_of(cards)
        cards &= cards - 1
        size += 1
    return size


@kernel
def _write_exposed(
    rules: PackedRules, state: State, features: Features, inputs: Ints, size: int
) -> int:
    """Write the inputs of the exposed key cards; the new size."""
    for suit in range(SUITS):
        mode = state[MODES] >> MODE_BITS * suit & 3
        if mode:
            key = state[EXPOSED] & SUIT_BITS << 16 * suit
            place = ELSEWHERE
            if key & features.hand:
                place = MINE
            elif key & features.unseen:
                place = WITH_RIVAL
                if rules.partners != ALONE and key & state[HANDS + (features.seat ^ 2)]:
                    place = WITH_PARTNER
            inputs[size] = KEY + (suit * 4 + place) * MODES_OF_A_KEY + mode - 1
            size += 1
    return size
