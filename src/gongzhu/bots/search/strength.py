"""How much a level of the search thinks, where no time is named."""

from msgspec import Struct


class Strength(Struct, frozen=True):
    """What a level is allowed."""

    iterations: int
    """How many times it plays a deal out to choose an action."""
    depth: int = 0
    """For how many of its next turns it plans, too."""
    boldness: float = 0.3


STRONG = Strength(iterations=2_000)
MASTER = Strength(iterations=40_000)
