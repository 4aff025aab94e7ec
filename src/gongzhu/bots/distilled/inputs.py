"""Kernels: the inputs of the distilled network, as rows of its first matrix that are added up.

The groups, in this order, where a place counts the seats from the own one on, and a card takes
the row of its code:

- the hand; the cards gone, on the table too; those on the table, by place, of the others; the
  captured cards that count, by place; the card that wins the trick so far;
- the suits that another has shown out of; the suit led, and the place that wins so far;
- the lengths of the own suits and of those that are out, and the size of the hand;
- hearts broken.

The inputs in a file are those of `gongzhu.bots.network` in its order, without the ones that are not
here, and with one for each card gone.
"""

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy.trick_state import TrickState
from gongzhu.packed.boards import HEARTS_BOARD, KEY_BOARD
from gongzhu.packed.jit import code_of, count, kernel
from gongzhu.packed.layout import BROKEN, PILES, VOIDS, Ints, State

Shorts = NDArray[np.int16]

CODES, SUITS, SEATS, LENGTHS = 64, 4, 4, 14
COUNTING = HEARTS_BOARD | KEY_BOARD
"""Board: the cards that count in either game, as `gongzhu.bots.network` has them."""

HAND = 0
GONE = HAND + CODES
TABLE = GONE + CODES
CAPTURED = TABLE + CODES * (SEATS - 1)
BEST = CAPTURED + CODES * SEATS
VOID = BEST + CODES
LED = VOID + SUITS * (SEATS - 1)
WINNER = LED + SUITS
OWN_LENGTHS = WINNER + SEATS
LENGTHS_OUT = OWN_LENGTHS + LENGTHS * SUITS
HAND_SIZE = LENGTHS_OUT + LENGTHS * SUITS
BROKEN_ROW = HAND_SIZE + LENGTHS
ROWS = BROKEN_ROW + 1
"""The number of rows."""
ROW_MASK = 1023
"""A mask that no row exceeds. Numba then knows that none is negative, and does not check."""

INPUTS = 523
"""The number of inputs in a file."""


def card_codes() -> Ints:
    """int64 [52]: the codes of the cards from the two of clubs up."""
    cards = np.arange(52)
    return cards // 13 * 16 + cards % 13


def rows_of_inputs() -> Ints:
    """int64 [INPUTS]: the row of each input in a file."""
    codes = card_codes()
    counting = codes[[COUNTING >> int(code) & 1 == 1 for code in codes]]
    groups = [HAND + codes, GONE + codes]
    groups += [TABLE + CODES * place + codes for place in range(SEATS - 1)]
    groups += [CAPTURED + CODES * place + counting for place in range(SEATS)]
    groups += [np.arange(VOID, WINNER), BEST + codes, np.arange(WINNER, ROWS)]
    return np.concatenate(groups)


@kernel
def add_row(first: Shorts, sums: Shorts, row: int) -> None:
    """Add a row of the first matrix to the sums of the units, int16 [units]."""
    weights = first[row & ROW_MASK]
    for unit in range(len(sums)):
        sums[unit] += weights[unit]


@kernel
def add_gone(first: Shorts, sums: Shorts, gone: int) -> None:
    """Add the rows of the cards gone, a board."""
    while gone:
        add_row(first, sums, GONE + code_of(gone))
        gone &= gone - 1


@kernel
def add_seen(first: Shorts, sums: Shorts, state: State, trick: TrickState, table: int) -> None:
    """Add the rows of what all have seen, as the seat to play sees it, but for those of the cards
    gone. `table`: the TABLE word."""
    _add_others(first, sums, state, trick)
    if trick.table:
        _add_table(first, sums, trick, table)
    if state[BROKEN]:
        add_row(first, sums, BROKEN_ROW)


@kernel
def add_hand(first: Shorts, sums: Shorts, hand: int, unseen: int) -> None:
    """Add the rows of a hand, and of the number of the unseen cards; both are boards."""
    for suit in range(SUITS):
        cards = 0x1FFF << 16 * suit
        add_row(first, sums, OWN_LENGTHS + LENGTHS * suit + count(hand & cards))
        add_row(first, sums, LENGTHS_OUT + LENGTHS * suit + count(unseen & cards))
    add_row(first, sums, HAND_SIZE + count(hand))
    while hand:
        add_row(first, sums, HAND + code_of(hand))
        hand &= hand - 1


@kernel
def _add_others(first: Shorts, sums: Shorts, state: State, trick: TrickState) -> None:
    for place in range(SEATS):
        other = trick.seat + place & 3
        captured = state[PILES + other] & COUNTING
        while captured:
            add_row(first, sums, CAPTURED + CODES * place + code_of(captured))
            captured &= captured - 1
        voids = state[VOIDS] >> SUITS * other & 15 if place else 0
        while voids:
            add_row(first, sums, VOID + SUITS * (place - 1) + code_of(voids))
            voids &= voids - 1


@kernel
def _add_table(first: Shorts, sums: Shorts, trick: TrickState, table: int) -> None:
    add_row(first, sums, LED + (code_of(trick.suit) >> 4))
    add_row(first, sums, BEST + code_of(trick.best))
    add_row(first, sums, WINNER + (trick.winner - trick.seat & 3))
    played = count(trick.table)
    for card in range(played):
        place = SEATS - played + card
        add_row(first, sums, TABLE + CODES * (place - 1) + (table >> 8 * card & 63))
