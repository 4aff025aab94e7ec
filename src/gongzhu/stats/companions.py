"""Those who were at the table with a player, and how it went with them."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from gongzhu.stats.spread import Spread


class Companion(Struct, frozen=True, omit_defaults=True, order=True):
    """An opponent or a partner: a person by name, a bot by its level where that is known."""

    name: str
    """The name as it was in the game; empty for a bot of a known level."""
    level: str = ""
    partner: bool = False


class Versus(Struct, frozen=True):
    """The deals and games with one companion."""

    companion: Companion
    scores: Spread
    """Of the player's pile, deal by deal."""
    theirs: Spread
    """Of the companion's; several bots of one level count one by one."""
    games: int = 0
    wins: int = 0

    def __add__(self, other: "Versus") -> "Versus":
        """The same with more deals; both must be of one companion."""
        return Versus(
            self.companion,
            self.scores + other.scores,
            self.theirs + other.theirs,
            self.games + other.games,
            self.wins + other.wins,
        )


def joined(versus: Iterable[Versus]) -> tuple[Versus, ...]:
    """One for each companion, in a fixed order."""
    found: dict[Companion, Versus] = {}
    for one in versus:
        before = found.get(one.companion)
        found[one.companion] = one if before is None else before + one
    return tuple(found[companion] for companion in sorted(found))


def named(names: Sequence[str], levels: Sequence[str | None] = ()) -> tuple[Companion, ...]:
    """Those at a table by seat, from their names and from the levels of those who are bots."""
    padded: Any = (*levels, *(None for _ in names))
    return tuple(
        Companion("", level) if level else Companion(name)
        for name, level in zip(names, padded, strict=False)
    )
