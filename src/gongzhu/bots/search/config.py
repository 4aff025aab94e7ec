"""How much a level of the search thinks, where no time is named."""

from msgspec import Struct

from gongzhu.bots.worlds import TRUST


class Strength(Struct, frozen=True, kw_only=True):
    """What a level is allowed."""

    iterations: int
    """How many times it plays a deal out to choose a card."""
    beforehand: int
    """And how many times to choose what it passes or exposes, which comes once in a deal."""
    breadth: int
    """How many deals it looks at for each that it believes in."""
    trust: float = TRUST
    """How far it goes by what the others have done, in choosing these; 0: not at all."""


STRONG = Strength(iterations=500, beforehand=2_000, breadth=4)
MASTER = Strength(iterations=16_000, beforehand=20_000, breadth=4)
