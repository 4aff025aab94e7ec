"""The layout of a slot of a vector environment: int64 [SLOT_SIZE], one deal in play. The constants
named after its parts are indices into it.

It begins with the packed state of `gongzhu.packed.layout`; the words used only by environments
follow.
"""

from gongzhu.packed.layout import SIZE
from gongzhu.rules.options import MOST_PLAYERS

PASSING, EXPOSING, PLAYING, MOON_CHOOSING = range(4)

PHASE = SIZE
"""The index of the word with the phase of the deal: one of the numbers defined above."""
SEAT = PHASE + 1
"""The seat whose turn it is."""
CHOICES = SEAT + 1
"""Bitboard: the cards that may be picked or played now. While the seats choose what to expose, a bit
for each key card that the seat may expose, by its place in a MODES word."""
MAY_CLAIM = CHOICES + 1
"""1 if the seat to act may claim, else 0."""
NUMBER = MAY_CLAIM + 1
"""The number of the deal in its game."""
CLAIMED = NUMBER + 1
"""The seat that has claimed, or NOBODY."""
FIRST_LEADER = CLAIMED + 1
"""The seat that leads the deal first; NOBODY if the holder of a card does."""
TOTALS = FIRST_LEADER + 1
"""The first of MOST_PLAYERS words: the total of each side before the deal."""
PASSED = TOTALS + MOST_PLAYERS
"""The first of MOST_PLAYERS bitboards: the cards that each seat has picked to pass."""
STARTED = PASSED + MOST_PLAYERS
"""The first of MOST_PLAYERS bitboards: the hands at the beginning of play; 0 before."""
EXPOSURES = STARTED + MOST_PLAYERS
"""The first of MOST_PLAYERS words: how each seat exposes its cards, a MODES word as in
`packed.layout`; -1 until it has chosen."""
LED_FIRST = EXPOSURES + MOST_PLAYERS
"""The seat that led the first trick."""
SLOT_SIZE = LED_FIRST + 1
