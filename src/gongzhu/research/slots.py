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
"""Bitboard: the cards that may be picked or played now. While the seats choose what to expose, a
bit for each key card that the seat may expose, by its place in a MODES word."""
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
"""Bitboard: the cards that the seats have picked to pass, all seats together."""
EXPOSURES = PASSED + 1
"""How the seats that have chosen expose their cards, all together: a MODES word as in
`packed.layout`."""
STARTED = EXPOSURES + 1
"""The first of MOST_PLAYERS bitboards: the hands after passing; 0 before."""
LED_FIRST = STARTED + MOST_PLAYERS
"""The seat that led the first trick."""
SLOT_SIZE = LED_FIRST + 1
