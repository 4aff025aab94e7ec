"""The transposition table and the rows of a search.

An entry is found by the hash of its position: XOR of one hash for each part, as in A. Zobrist, "A
new hashing method with application for game playing", University of Wisconsin 1970, but computed
from the boards at every trick instead of looked up and updated. A new entry replaces the old one.
Entries hold for all deals of all rules, since a hash of the deal's terms is part of the key.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.packed.layout import SIZE, Ints, RngState, State
from gongzhu.rules.options import MOST_PLAYERS

TableValues: TypeAlias = NDArray[np.int32]
"""int32 [entries, MOST_PLAYERS]."""

PLIES = 52
TRICKS = 14

# Columns of a row of `plies`: a position in which a card is to be played. Cards are boards.
SEAT = 0
"""The seat to play."""
LED = 1
"""All cards of the suit led; 0 before the lead."""
TOP = 2
"""The card that wins the trick so far."""
WINNER = 3
"""The seat that played it."""
TABLE = 4
"""The cards of the trick."""
TABLE_POINTS = 5
"""Their points."""
TRICK = 6
"""The row of `tricks` of the position before the trick."""
MOVES = 7
"""The moves that are left to try."""
CARD = 8
"""The move being tried."""
RESULT = 9
"""The first column of the result, in the form of each solver."""
PLY_WIDTH = RESULT + MOST_PLAYERS + 1

# Columns of a row of `tricks`: the state of a deal before a trick. Cards are boards.
LEFT = 0
"""The cards in all hands."""
BOUND = 1
"""The exposed cards that may not be played to a trick of their suit."""
BROKEN = 2
"""1 if hearts are broken, else 0."""
CAPTOR = 3
"""The seat that has captured Q♦, where she counts, or NOBODY."""
LEFT_POINTS = 4
"""The points of the cards left, without the sheep."""
DOUBLED = 5
"""The pile that holds the doubler, or NOBODY."""
SLAM = 6
"""The pile that may still have all hearts or shoot the moon; `ANYBODY` or `NO_MORE`."""
HELD = 7
"""The first of MOST_PLAYERS columns: the point cards in each pile."""
SUMS = HELD + MOST_PLAYERS
"""The first of MOST_PLAYERS columns: the points of these without the doubler and slams."""
BONUS = SUMS + MOST_PLAYERS
"""The first of MOST_PLAYERS columns: the tricks after Q♦ that count for each pile."""
POINTS = BONUS + MOST_PLAYERS
"""The first of MOST_PLAYERS columns: the points of each pile if nothing more is captured."""
TRICK_WIDTH = POINTS + MOST_PLAYERS

ANYBODY, NO_MORE = -1, -2


class Workspace(NamedTuple):
    """The transposition table and working memory of a search. Each thread needs its own, and may
    use it for deal after deal."""

    keys: RngState
    """uint64 [entries]: the hash of each entry's position."""
    values: TableValues
    """int32 [entries, MOST_PLAYERS], points: bounds or results, in the form of each solver."""
    card_points: Ints
    """int64 [64], points: those of each card, by its code, without the doubler and slams."""
    history: Ints
    """int64 [64 * MOST_PLAYERS]: the history score of a card by 64 * seat + code."""
    position: State
    """int64 [SIZE]: the hands in the position searched; its piles are written only to be scored."""
    points: Ints
    """int64 [MOST_PLAYERS]: the points of a deal that is scored."""
    hashes: RngState
    """uint64 [TRICKS + 1]: the hash of each row of `tricks`."""
    plies: Ints
    """int64 [PLIES + 1, PLY_WIDTH]."""
    tricks: Ints
    """int64 [TRICKS + 1, TRICK_WIDTH]."""


def new_workspace(bits: int = 16) -> Workspace:
    """A workspace with a table of 2 to the power of `bits` entries, 28 bytes each."""
    return Workspace(
        keys=np.zeros(1 << bits, np.uint64),
        values=np.zeros((1 << bits, MOST_PLAYERS), np.int32),
        card_points=np.zeros(64, np.int64),
        history=np.zeros(64 * MOST_PLAYERS, np.int64),
        position=np.zeros(SIZE, np.int64),
        points=np.zeros(MOST_PLAYERS, np.int64),
        hashes=np.zeros(TRICKS + 1, np.uint64),
        plies=np.zeros((PLIES + 1, PLY_WIDTH), np.int64),
        tricks=np.zeros((TRICKS + 1, TRICK_WIDTH), np.int64),
    )
