"""The statistics of one player: figures for each rule set, and results with each opponent and
partner."""

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
    """A player's captures, scores and places, added up over deals. "The pile" is the player's
    pile."""

    scores: dict[int, int] = {}
    """For each score of the pile, the number of deals with it."""
    pigs: int = 0
    """Number of deals in which the pile captured Q♠."""
    sheep: int = 0
    """Number of deals in which the pile captured J♦, if it is a point card."""
    doublers: int = 0
    """Number of deals in which the pile captured the doubler (usually 10♣), if there is one."""
    hearts: int = 0
    """Number of hearts that count which the pile captured, in all deals together."""
    tried: int = 0
    """Number of slams or moons tried, including those made, as defined in `gongzhu.stats.deal`."""
    made: int = 0
    """Number of slams or moons made."""
    sweeps: int = 0
    """Number of deals in which the pile captured every point card, under rules with `all_hearts =
    "in-favour"` or `slam_needs = "penalties"` (otherwise this is a slam, counted in `made`)."""
    exposed: dict[Card, Spread] = {}
    """For each card that the player exposed, how much exposing it changed the score of the pile."""
    places: dict[int, int] = {}
    """For each place (from 1) of the player's side, the number of finished games with it."""
    last: int = 0
    """Number of finished games in which the player's side came last."""

    @property
    def deals(self) -> int:
        return sum(self.scores.values())

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(self.places.values())

    @property
    def wins(self) -> int:
        """The number of games in which the player's side came first, alone or tied."""
        return self.places.get(1, 0)

    @property
    def spread(self) -> Spread:
        """The number, sum and sum of squares of the scores of all deals."""
        return sum((Spread.of(*pair) for pair in self.scores.items()), Spread())


class Placing(Struct, frozen=True):
    """The result of one side in a finished game."""

    place: int
    """1 plus the number of sides that did better."""
    sides: int
    """Number of sides in the game."""
    last: bool
    """True if some side did better and none did worse."""
    total: int
    """The side's total at the end of the game."""


def placing_of(record: DealRecord, seat: Seat) -> Placing:
    """The placing of the seat's side in the game that ended with this deal. Only for a record with
    `game_over`."""
    return placings(record.rules, record.totals, record.winners, record.losers)[
        side_of(record.rules, seat)
    ]


def placings(
    rules: RuleSet, totals: Sequence[int], winners: Sequence[Seat], losers: Sequence[Seat]
) -> tuple[Placing, ...]:
    """The placing of each side in a finished game, by side. `totals` are by side, and `winners` and
    `losers` are seats.

    Winners share the first place. Sides that neither won nor lost follow, and then the losers.
    Within each of these two groups, a better total comes first.
    """
    # A sort key for each side, which is smaller for a better side.
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
    """An opponent or partner of the player: a person or a bot of unknown level by name, or all bots
    of one level."""

    name: str
    """The name in the game, or empty for a bot of known level."""
    level: str = ""
    """The bot's level, or empty for a person and for a bot of unknown level."""
    partner: bool = False
    """True for the player's partner, False for an opponent."""


class Versus(Struct, frozen=True):
    """A player's results with one opponent or partner."""

    companion: Companion
    scores: Spread
    """Scores of the player's pile, one per deal."""
    theirs: Spread
    """Scores of the companion's pile. If several bots of the level play in a deal, one score for
    each."""
    games: int = 0
    """Number of finished games with this companion."""
    wins: int = 0
    """Number of these games that the player won."""

    def __add__(self, other: "Versus") -> "Versus":
        """The results of both. The companion must be the same."""
        return Versus(
            self.companion,
            self.scores + other.scores,
            self.theirs + other.theirs,
            self.games + other.games,
            self.wins + other.wins,
        )


def joined(versus: Iterable[Versus]) -> tuple[Versus, ...]:
    """The results added up for each companion, sorted by companion."""
    found: dict[Companion, Versus] = {}
    for one in versus:
        before = found.get(one.companion)
        found[one.companion] = one if before is None else before + one
    return tuple(found[companion] for companion in sorted(found))


def companions_of(names: Sequence[str], levels: Sequence[str | None] = ()) -> tuple[Companion, ...]:
    """The companion in each seat, from the players' names and levels by seat. A level is None, or
    missing at the end, for a person and for a bot of unknown level."""
    padded: Any = (*levels, *(None for _ in names))
    return tuple(
        Companion("", level) if level else Companion(name)
        for name, level in zip(names, padded, strict=False)
    )


class RuleSetStatistics(Struct, frozen=True):
    """A player's figures and results under one rule set. A sum over several rule sets has the first
    one as `rules`."""

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
    """All statistics of a player, by the key (`rules_key`) of the rule set."""

    rule_sets: dict[str, RuleSetStatistics] = {}


def total(parts: Iterable[Statistics]) -> Statistics:
    """The sum of several statistics of the same player. Without any, an empty Statistics."""
    return sum(parts, Statistics())


def rules_key(rules: RuleSet) -> str:
    """The key under which deals of these rules are counted: the name of the preset with the same
    rules, or `own-` with the first 8 hexadecimal digits of a hash of the rules. Their name at the
    table does not matter."""
    preset = preset_of(rules)
    if preset is not None:
        return preset
    return f"own-{sha256(msgspec.json.encode(rules)).hexdigest()[:8]}"
