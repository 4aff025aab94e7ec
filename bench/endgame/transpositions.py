"""What solving an ending needs room for, and where things stand in it."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.packed.layout import MOST_PLAYERS, SIZE, Ints, RngState, State

TableValues: TypeAlias = NDArray[np.int32]

PLIES = 52
TRICKS = 14

# A row of `plies`: a position in which a card is to be played.
SEAT = 0
"""Who plays it."""
LED = 1
"""All cards of the suit of the trick; none where it is led."""
TOP = 2
"""The card that takes the trick so far."""
WINNER = 3
"""Whose it is."""
TABLE = 4
"""The cards of the trick."""
TABLE_POINTS = 5
"""What these are worth."""
TRICK = 6
"""The row of `tricks` that says how the deal stood before the trick."""
MOVES = 7
"""The cards that are left to try."""
CARD = 8
"""The card that is tried."""
RESULT = 9
"""From here: what has been found out, as each solver has it."""
PLY_WIDTH = RESULT + MOST_PLAYERS + 1

# A row of `tricks`: how a deal stands before a trick.
LEFT = 0
"""All cards that are in the hands then."""
BOUND = 1
"""The exposed cards that may not be played to a trick of their suit."""
BROKEN = 2
"""Whether hearts are broken."""
CAPTOR = 3
"""The seat that has captured Q♦, where she counts; or nobody."""
LEFT_POINTS = 4
"""What the cards that are left are worth, but for the sheep."""
DOUBLED = 5
"""The pile that holds the doubler, or nobody."""
SLAM = 6
"""The pile that may still have all hearts or shoot the moon; `ANYBODY` or `NO_MORE`."""
HELD = 7
"""From here: the point cards in each pile."""
SUMS = HELD + MOST_PLAYERS
"""From here: what those are worth together, but for the doubler and slams."""
BONUS = SUMS + MOST_PLAYERS
"""From here: how many tricks after Q♦ count for each pile."""
POINTS = BONUS + MOST_PLAYERS
"""From here: what each pile comes to if nothing more is captured."""
TRICK_WIDTH = POINTS + MOST_PLAYERS

ANYBODY, NO_MORE = -1, -2


class Workspace(NamedTuple):
    """What solving needs room for. Each thread needs its own.

    It need not be emptied: what is remembered of one deal is good in all deals of all rules.
    """

    keys: RngState
    """Of the positions that are remembered."""
    values: TableValues
    """What they come to, as each solver has it."""
    worth: Ints
    """What each card is worth, by its code, but for the doubler and slams."""
    likely: Ints
    """How often a card was the one that mattered, by seat and code."""
    here: State
    """The hands in the position that is looked at, and a deal to score."""
    points: Ints
    places: RngState
    """The key of each row of `tricks`."""
    plies: Ints
    tricks: Ints


def new_workspace(bits: int = 16) -> Workspace:
    """Room for 2 to the power of `bits` positions, 28 bytes each."""
    return Workspace(
        keys=np.zeros(1 << bits, np.uint64),
        values=np.zeros((1 << bits, MOST_PLAYERS), np.int32),
        worth=np.zeros(64, np.int64),
        likely=np.zeros(64 * MOST_PLAYERS, np.int64),
        here=np.zeros(SIZE, np.int64),
        points=np.zeros(MOST_PLAYERS, np.int64),
        places=np.zeros(TRICKS + 1, np.uint64),
        plies=np.zeros((PLIES + 1, PLY_WIDTH), np.int64),
        tricks=np.zeros((TRICKS + 1, TRICK_WIDTH), np.int64),
    )
