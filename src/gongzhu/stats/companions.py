"""A player's opponents and partners, and the results with each of them."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from gongzhu.stats.spread import Spread


class Companion(Struct, frozen=True, omit_defaults=True, order=True):
    """An opponent or a partner: a person by name, a bot by its level where that is known."""

    name: str
    """The name in the game; empty for a bot whose level is known."""
    level: str = ""
    partner: bool = False


class Versus(Struct, frozen=True):
    """The deals and games with one companion."""

    companion: Companion
    scores: Spread
    """Scores of the player's pile in each deal."""
    theirs: Spread
    """Scores of the companion's pile; several bots of one level are counted one by one."""
    games: int = 0
    wins: int = 0

    def __add__(self, other: "Versus") -> "Versus":
        """The sum of two results with the same companion."""
        return Versus(
            self.companion,
            self.scores + other.scores,
            self.theirs + other.theirs,
            self.games + other.games,
            self.wins + other.wins,
        )


def joined(versus: Iterable[Versus]) -> tuple[Versus, ...]:
    """The results added up per companion, in a fixed order."""
    found: dict[Companion, Versus] = {}
    for one in versus:
        before = found.get(one.companion)
        found[one.companion] = one if before is None else before + one
    return tuple(found[companion] for companion in sorted(found))


def named(names: Sequence[str], levels: Sequence[str | None] = ()) -> tuple[Companion, ...]:
    """The companions at a table by seat, from their names and the levels of the bots."""
    padded: Any = (*levels, *(None for _ in names))
    return tuple(
        Companion("", level) if level else Companion(name)
        for name, level in zip(names, padded, strict=False)
    )
