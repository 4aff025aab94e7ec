"""The layout of a packed state: one int64 array, [SIZE], for a deal in play. The constants named
after its parts are indices into the array; a "word" is one of its integers.

Sets of cards are bitboards; seats are 0 to players-1. The results of passing and exposing are in
it; the running totals of the game are not.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.rules.options import MOST_PLAYERS

State: TypeAlias = NDArray[np.int64]
"""int64 [SIZE]: a deal in play."""
Ints: TypeAlias = NDArray[np.int64]
"""An int64 array; each use gives its shape."""
Floats: TypeAlias = NDArray[np.float64]
"""A float64 array; each use gives its shape."""
RngState: TypeAlias = NDArray[np.uint64]
"""uint64 [1]: the state of the random numbers (`bits.advance`). Every thread needs its own."""

NOBODY = -1
"""The number for no seat or no pile."""

HANDS = 0
"""The index of the first of MOST_PLAYERS words: the hands by seat, bitboards."""
PILES = HANDS + MOST_PLAYERS
"""The index of the first of MOST_PLAYERS words: all the cards that each seat has captured,
bitboards."""
LEADER = PILES + MOST_PLAYERS
"""Index of the word with the seat that leads the trick."""
PLAYED = LEADER + 1
"""Index of the word with the number of cards in the trick on the table, 0 to players-1."""
TABLE = PLAYED + 1
"""Index of the word with the codes of the cards on the table in the order of play, 8 bits each from
the lowest."""
TRICKS = TABLE + 1
"""Index of the word with the number of finished tricks."""
SUITS_LED = TRICKS + 1
"""Index of a bitboard: all cards of the suits that were led to finished tricks."""
BROKEN = SUITS_LED + 1
"""Index of the word that is 1 if hearts are broken, else 0."""
MUST_LEAD = BROKEN + 1
"""Index of a bitboard: the card with which the first trick must be led; 0 once it has been led, or
without that rule."""
EXPOSED = MUST_LEAD + 1
"""Index of a bitboard: all exposed cards, including those that lie face down."""
MODES = EXPOSED + 1
"""Index of the MODES word: the exposure of each key card (0, OPEN, DOWN or UP), MODE_BITS bits
each, in the order of DOUBLER_KEY, SHEEP_KEY, ACE_OF_HEARTS_KEY and PIG_KEY."""
QUEEN_CAPTOR = MODES + 1
"""Index of the word with the seat that has captured Q♦, if that card counts, or NOBODY."""
TRICKS_AFTER_QUEEN = QUEEN_CAPTOR + 1
"""Index of the word with the number of tricks that each seat won after Q♦ was captured, 8 bits each
from seat 0."""
MOON_CHOICE = TRICKS_AFTER_QUEEN + 1
"""Index of the word with the payment of a slam if its maker may choose: OTHERS or SELF
(`packed.rules`)."""
VOIDS = MOON_CHOICE + 1
"""Index of the word with the suits in which each seat is known to be void because it did not follow
suit: 4 bits for each seat from 0, one for each suit by its order. `play_card` updates it; random
playouts do not."""
SIZE = VOIDS + 1
"""Number of words of a packed state."""

MODE_BITS = 2
"""Number of bits of each key card in a MODES word."""
DOUBLER_KEY, SHEEP_KEY, ACE_OF_HEARTS_KEY, PIG_KEY = range(4)
"""The index of each key card in a MODES word."""
OPEN, DOWN, UP = 1, 2, 3
"""The modes of exposing: openly, or put up for sale face down or face up; 0 means not exposed."""


def new_state() -> State:
    """An empty state, before cards are dealt."""
    return np.zeros(SIZE, np.int64)


def new_rng(seed: int) -> RngState:
    """A random number state for a seed, of which the lowest 64 bits are used."""
    return np.array([seed & (1 << 64) - 1], np.uint64)
