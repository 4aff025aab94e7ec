"""The statistics of one player: figures for each set of rules, opponents and partners."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from gongzhu.cards import Card, Seat
from gongzhu.records import DealRecord
from gongzhu.rules import RuleSet, preset_of, side_of, sides
from gongzhu.rules.facts import points_sign
from gongzhu.stats.spread import Spread, Sums


class Figures(Sums, Struct, frozen=True, omit_defaults=True):
    """A player's captures, scores and places in games, added up over deals."""

    scores: dict[int, int] = {}
    """Number of deals with each score."""
    pigs: int = 0
    """Number of deals in which the pile captured Q♠."""
    sheep: int = 0
    """Number of deals in which the pile captured J♦, where it counts."""
    doublers: int = 0
    """Number of deals in which the pile captured 10♣, where it counts."""
    hearts: int = 0
    """Total number of hearts that the pile captured, over all deals."""
    tried: int = 0
    """Number of slams or moons that the player tried, by the rule in `gongzhu.stats.deal`."""
    made: int = 0
    """Number of slams or moons that the player made."""
    sweeps: int = 0
    """Number of deals in which the pile captured every point card of Gong Zhu."""
    exposed: dict[Card, Spread] = {}
    """By card that the player exposed: how much exposing it changed the score of the pile."""
    places: dict[int, int] = {}
    """Number of finished games with each place of the player's side, from 1."""
    last: int = 0
    """Number of games in which the player's side came last."""

    @property
    def deals(self) -> int:
        """The number of deals."""
        return sum(self.scores.values())

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(self.places.values())

    @property
    def wins(self) -> int:
        """The number of games won, alone or with others."""
        return self.places.get(1, 0)

    @property
    def spread(self) -> Spread:
        """The number of deals, and the sum and the sum of squares of their scores."""
        return sum((Spread.of(*pair) for pair in self.scores.items()), Spread())


class Placing(Struct, frozen=True):
    """The place and the score of one side in a game that has ended."""

    place: int
    """The place, from 1: one more than the number of sides that did better."""
    sides: int
    last: bool
    total: int


def placing_of(record: DealRecord, seat: Seat) -> Placing:
    """How a seat's side did in the game that ended with this deal."""
    return placings(record.rules, record.totals, record.winners, record.losers)[
        side_of(record.rules, seat)
    ]


def placings(
    rules: RuleSet, totals: Sequence[int], winners: Sequence[Seat], losers: Sequence[Seat]
) -> tuple[Placing, ...]:
    """How each side did in a game, by side.

    Winners share the first place. Then come sides that neither won nor lost, then the losers;
    within each group, the better total comes first.
    """
    # By side, something that is smaller the better the side did.
    standings = []
    for side, total in zip(sides(rules), totals, strict=True):
        if side[0] in winners:
            standings.append((0, 0))
        else:
            worth = -points_sign(rules) * total
            standings.append((2 if side[0] in losers else 1, worth))
    found = []
    for mine, total in zip(standings, totals, strict=True):
        better = sum(other < mine for other in standings)
        worse = sum(other > mine for other in standings)
        found.append(Placing(better + 1, len(standings), better > 0 and not worse, total))
    return tuple(found)


class Companion(Struct, frozen=True, omit_defaults=True, order=True):
    """Somebody at the table, an opponent or a partner: a person by name, a bot by its level where
    that is known."""

    name: str
    """The name in the game; empty for a bot whose level is known."""
    level: str = ""
    partner: bool = False


class Versus(Struct, frozen=True):
    """A player's deals and games with one opponent or partner."""

    companion: Companion
    scores: Spread
    """Scores of the player's pile in each deal."""
    theirs: Spread
    """Scores of the companion's pile; several bots of one level are counted one by one."""
    games: int = 0
    wins: int = 0

    def __add__(self, other: "Versus") -> "Versus":
        """The sum of the results with the same opponent or partner."""
        return Versus(
            self.companion,
            self.scores + other.scores,
            self.theirs + other.theirs,
            self.games + other.games,
            self.wins + other.wins,
        )


def joined(versus: Iterable[Versus]) -> tuple[Versus, ...]:
    """The results added up for each opponent or partner, in a fixed order."""
    found: dict[Companion, Versus] = {}
    for one in versus:
        before = found.get(one.companion)
        found[one.companion] = one if before is None else before + one
    return tuple(found[companion] for companion in sorted(found))


def named(names: Sequence[str], levels: Sequence[str | None] = ()) -> tuple[Companion, ...]:
    """Who sits in each seat, from the players' names and, for bots, their levels, both by seat."""
    padded: Any = (*levels, *(None for _ in names))
    return tuple(
        Companion("", level) if level else Companion(name)
        for name, level in zip(names, padded, strict=False)
    )


class RuleSetStatistics(Struct, frozen=True):
    """A player's deals and games under one rule set. A sum over several rule sets keeps the first
    of them."""

    rules: RuleSet
    figures: Figures
    against: tuple[Versus, ...]

    def __add__(self, other: "RuleSetStatistics") -> "RuleSetStatistics":
        return RuleSetStatistics(
            self.rules,
            self.figures + other.figures,
            joined((*self.against, *other.against)),
        )


class Statistics(Sums, Struct, frozen=True):
    """All statistics of a player, by rule set; the keys are those of `rules_key`."""

    rule_sets: dict[str, RuleSetStatistics] = {}


def total(parts: Iterable[Statistics]) -> Statistics:
    """The sum of several statistics of the same player."""
    return sum(parts, Statistics())


def rules_key(rules: RuleSet) -> str:
    """The key under which a rule set is counted: the name of the preset with the same rules, or a
    name computed from the rules. The name used at the table does not matter."""
    preset = preset_of(rules)
    if preset is not None:
        return preset
    return f"own-{sha256(msgspec.json.encode(rules)).hexdigest()[:8]}"
