"""Where things stand in the state of a deal that is being played: an array of int64.

Sets of cards are boards, seats 0 to players-1. What passing and exposing have settled is in it;
the running totals of the game are not.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

State: TypeAlias = NDArray[np.int64]
Ints: TypeAlias = NDArray[np.int64]
RngState: TypeAlias = NDArray[np.uint64]
"""One number: the state of the random numbers. Any will do; use one for each thread."""

MOST_PLAYERS = 5
NOBODY = -1
"""Where a seat or a pile is wanted and there is none."""

HANDS = 0
"""The hands of seats 0 to 4 stand from here."""
PILES = HANDS + MOST_PLAYERS
"""All the cards that seats 0 to 4 have captured."""
LEADER = PILES + MOST_PLAYERS
"""Who leads the trick."""
PLAYED = LEADER + 1
"""How many cards lie on the table, fewer than players."""
TABLE = PLAYED + 1
"""Their codes in the order of play, 8 bits each from the lowest."""
TRICKS = TABLE + 1
"""How many tricks are finished."""
SUITS_LED = TRICKS + 1
"""All cards of the suits that were led to finished tricks."""
BROKEN = SUITS_LED + 1
"""Whether hearts are broken."""
MUST_LEAD = BROKEN + 1
"""The card that the first trick must be led with; none where there is no such rule."""
EXPOSED = MUST_LEAD + 1
"""The exposed cards, those that lie face down among them."""
MODES = EXPOSED + 1
"""How each is exposed, `MODE_BITS` bits for each suit's key card from the clubs up."""
QUEEN_CAPTOR = MODES + 1
"""Who has captured Q♦, where she counts; or nobody."""
TRICKS_AFTER_QUEEN = QUEEN_CAPTOR + 1
"""How many tricks each seat won after that, 8 bits for each from seat 0."""
MOON_CHOICE = TRICKS_AFTER_QUEEN + 1
"""What the shooter of a moon chose: a value of `moon` in the packed rules."""
VOIDS = MOON_CHOICE + 1
"""The suits that each seat has shown to be out of by playing another, a bit for each by its order,
4 bits for each seat from 0. Kept by `play`, not by `play_out`."""
SIZE = VOIDS + 1

MODE_BITS = 2
OPEN, DOWN, UP = 1, 2, 3
"""The ways to expose a card; 0 is not exposed."""


def new_state() -> State:
    """A state before anything is dealt."""
    return np.zeros(SIZE, np.int64)


def new_rng(seed: int) -> RngState:
    """Random numbers of a seed, of which the lowest 64 bits count."""
    return np.array([seed & (1 << 64) - 1], np.uint64)
