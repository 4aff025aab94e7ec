"""The layout of a slot of a vector environment: int64 [SLOT_SIZE], one deal in play. The constants
named after its parts are indices into it.

It begins with the packed state of `gongzhu.packed.layout`; the words used only by environments
follow.
"""

from gongzhu.packed.layout import SIZE
from gongzhu.rules.options import MOST_PLAYERS

PASSING, EXPOSING, PLAYING, MOON_CHOOSING = range(4)

PHASE = SIZE
"""Index of the word with the phase of the deal: PASSING, EXPOSING, PLAYING or MOON_CHOOSING."""
SEAT = PHASE + 1
"""Index of the word with the seat whose turn it is."""
CHOICES = SEAT + 1
"""Index of a bitboard: the cards that may be picked or played now. In the phase of exposing, a bit
for each key card that the seat to act may expose, by its index in a MODES word."""
MAY_CLAIM = CHOICES + 1
"""Index of the word that is 1 if the seat to act may claim, else 0."""
NUMBER = MAY_CLAIM + 1
"""Index of the word with the number of the deal in its game, 0-based."""
CLAIMED = NUMBER + 1
"""Index of the word with the seat that has claimed, or NOBODY."""
FIRST_LEADER = CLAIMED + 1
"""Index of the word with the seat that leads the deal first; NOBODY if the holder of a card
leads."""
TOTALS = FIRST_LEADER + 1
"""Index of the first of MOST_PLAYERS words: the total of each side before the deal."""
PASSED = TOTALS + MOST_PLAYERS
"""Index of a bitboard: the cards that the seats have picked to pass, all seats together."""
EXPOSURES = PASSED + 1
"""Index of the MODES word (`packed.layout`) of all cards exposed by the seats that have chosen."""
STARTED = EXPOSURES + 1
"""Index of the first of MOST_PLAYERS bitboards: the hands after passing; 0 before."""
LED_FIRST = STARTED + MOST_PLAYERS
"""Index of the word with the seat that led the first trick."""
SLOT_SIZE = LED_FIRST + 1
"""Number of words of a slot."""
