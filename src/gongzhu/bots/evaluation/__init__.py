"""A hand-written evaluation of cards, hands and tricks, in points of the deal's score.

The bot `steady` plays by it, its advice is derived from it, and `novice` and the search use parts
of it.

A `Reading`, which holds the evaluation's knowledge of a position, may leave out one of the
evaluation's terms; the change in the chosen cards and their values then shows the effect of that
term. `gongzhu.bots.steady.explaining` does this; the bot itself uses all terms.
"""

from collections.abc import Iterable
from functools import reduce
from operator import add
from typing import Literal

Term = Literal[
    "trick",  # points of this trick for its captor
    "give",  # points of the card played, if another seat captures it
    "lead",  # the cost of being on lead next
    "later",  # the cost of the cards kept in later tricks
    "falls",  # the pig may be played below A♠ or K♠
    "queen",  # the cost of keeping the pig
    "guards",  # low spades guard the pig
    "hearts",  # the cost of keeping hearts
    "lost",  # a good card that is kept may be captured by another seat
    "thrown",  # discards of others on the tricks of a suit in which they are void
    "void",  # discards that a short suit makes possible
    "exits",  # cards lower than all cards of the others
    "drive",  # leading low spades may force another seat to play the pig
    "sweep",  # the chance of any seat to capture everything
    "split",  # a sweep is impossible once two piles have cards of it
    "gone",  # the pig has been played
    "passed",  # the receiver of the passed cards
    "bound",  # exposed cards that may not be played yet
    "piles",  # the cards captured so far
    "partner",  # the partner is not a rival
    "first",  # the first trick is free of points
]


def add_up(numbers: Iterable[float]) -> float:
    """The sum of the numbers, added one after the other; 0 if there are none.

    Since Python 3.12 the built-in `sum` compensates for rounding errors. A bot that compares such
    sums would play some deals differently than under 3.11, and data sets would differ.
    """
    return reduce(add, numbers, 0.0)
