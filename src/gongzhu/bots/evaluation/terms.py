"""The terms of the evaluation.

A reading may leave out one of them; the change in the chosen cards and their values then shows the
effect of that term. `gongzhu.bots.steady.explaining` does this; the bot itself uses all terms.
"""

from typing import Literal

Term = Literal[
    "trick",  # points of this trick for its captor
    "give",  # points of the card played to another seat that captures it
    "lead",  # the cost of being on lead next
    "later",  # the cost of the cards kept in later tricks
    "falls",  # the pig falls under A♠ and K♠
    "queen",  # the cost of keeping the pig
    "guards",  # low spades guard the pig
    "hearts",  # the cost of keeping hearts
    "lost",  # a good card that is kept may be captured by another seat
    "thrown",  # discards of others on the tricks of a suit in which they are void
    "void",  # discards that a short suit makes possible
    "exits",  # cards lower than all that the others have
    "drive",  # low spades drive the pig out
    "sweep",  # anybody's chance to capture everything
    "split",  # a sweep must capture all of it
    "gone",  # the pig is gone
    "passed",  # the cards passed to whom
    "bound",  # exposed cards that may not be played yet
    "piles",  # the cards captured already
    "partner",  # the partner's seat
    "first",  # the first trick is free of points
]
