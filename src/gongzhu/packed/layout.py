"""The layout of a packed state: one int64 array, [SIZE], for a deal in play.

Sets of cards are boards; seats are 0 to players-1. The results of passing and exposing are in it;
the running totals of the game are not.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

State: TypeAlias = NDArray[np.int64]
"""int64 [SIZE]: a deal in play."""
Ints: TypeAlias = NDArray[np.int64]
"""An int64 array; each use gives its shape."""
Floats: TypeAlias = NDArray[np.float64]
"""A float64 array; each use gives its shape."""
RngState: TypeAlias = NDArray[np.uint64]
"""uint64 [1]: the state of random numbers (`bits.advance`). Every thread needs its own."""

MOST_PLAYERS = 5
NOBODY = -1
"""The value of a seat or a pile that there is none of."""

HANDS = 0
"""The first of MOST_PLAYERS words: the hands of seats 0 to 4."""
PILES = HANDS + MOST_PLAYERS
"""The first of MOST_PLAYERS words: all the cards that seats 0 to 4 have captured."""
LEADER = PILES + MOST_PLAYERS
"""The seat that leads the trick."""
PLAYED = LEADER + 1
"""The number of cards on the table, 0 to players-1."""
TABLE = PLAYED + 1
"""Their codes in the order of play, 8 bits each from the lowest."""
TRICKS = TABLE + 1
"""The number of finished tricks."""
SUITS_LED = TRICKS + 1
"""All cards of the suits that were led to finished tricks."""
BROKEN = SUITS_LED + 1
"""1 if hearts are broken, else 0."""
MUST_LEAD = BROKEN + 1
"""Board: the card that the first trick must be led with; 0 once it is led, or without the rule."""
EXPOSED = MUST_LEAD + 1
"""Board: the exposed cards, those that lie face down among them."""
MODES = EXPOSED + 1
"""The mode of each, MODE_BITS bits for each suit's key card from the clubs up: a MODES word."""
QUEEN_CAPTOR = MODES + 1
"""The seat that has captured Q♦, where she counts, or NOBODY."""
TRICKS_AFTER_QUEEN = QUEEN_CAPTOR + 1
"""The number of tricks that each seat won after that, 8 bits for each from seat 0."""
MOON_CHOICE = TRICKS_AFTER_QUEEN + 1
"""The choice of the shooter of a moon: a value of `moon` in the packed rules."""
VOIDS = MOON_CHOICE + 1
"""The suits that each seat has shown out of by playing another: 4 bits for each seat from 0, a bit
for each suit by its order. `play_card` keeps them; random playouts do not."""
SIZE = VOIDS + 1

MODE_BITS = 2
OPEN, DOWN, UP = 1, 2, 3
"""The modes of exposing a card; 0 is not exposed."""


def new_state() -> State:
    """A state before anything is dealt."""
    return np.zeros(SIZE, np.int64)


def new_rng(seed: int) -> RngState:
    """The random numbers of a seed, of which the lowest 64 bits count."""
    return np.array([seed & (1 << 64) - 1], np.uint64)
