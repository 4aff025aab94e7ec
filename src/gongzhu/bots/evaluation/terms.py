"""The terms of the evaluation.

A reading may leave one of them out: the cards that are then chosen, and by how much, show the
effect of the term. `gongzhu.bots.steady.explaining` does that; the bot itself leaves nothing out.
"""

from typing import Literal

Term = Literal[
    "trick",  # what this trick brings whoever captures it
    "give",  # what the card played brings another who captures it
    "lead",  # what it costs to be on lead next
    "later",  # what the cards kept may cost in later tricks
    "falls",  # that the pig falls under A♠ and K♠
    "queen",  # what the pig costs who keeps her
    "guards",  # that low spades guard her
    "hearts",  # what hearts cost who keeps them
    "lost",  # that another captures the good card which one keeps
    "thrown",  # what others throw on the tricks of a suit that they have run out of
    "void",  # what a short suit gets rid of
    "exits",  # the worth of cards lower than all the others have
    "drive",  # that low spades drive the pig out
    "sweep",  # anybody's chance to capture everything
    "split",  # that who captures everything must capture all of it
    "gone",  # that the pig is gone
    "passed",  # what was passed to whom
    "bound",  # that exposed cards may not be played yet
    "piles",  # what has been captured already
    "partner",  # who the partner is
    "first",  # that the first trick is free of points
]
