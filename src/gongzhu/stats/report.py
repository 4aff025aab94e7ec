"""Prepares statistics for display: means with confidence intervals, in a fixed order."""

from functools import reduce
from operator import add
from typing import get_args

from msgspec import Struct, convert

from gongzhu.cards import Card
from gongzhu.rules import PRESETS, RuleValue, changes_from, nearest_preset, preset_of
from gongzhu.rules.options import Family
from gongzhu.stats.spread import Average
from gongzhu.stats.statistics import (
    Companion,
    RuleSetStatistics,
    Statistics,
    Versus,
)


class ScoreCount(Struct, frozen=True):
    """A score of the player's pile, and the number of deals with that score."""

    score: int
    deals: int


class PlaceCount(Struct, frozen=True):
    """A place (from 1), and the number of games in which the player's side took it."""

    place: int
    games: int


class ExposureReport(Struct, frozen=True):
    """A card that the player exposed, and the average change of the pile's score by exposing it."""

    card: Card
    brought: Average


class CompanionReport(Struct, frozen=True):
    """The player's deals and games with one opponent or partner."""

    companion: Companion
    average: Average
    """The player's own mean score per deal."""
    theirs: float | None
    """The companion's mean score per deal, to two decimals."""
    games: int
    """Number of finished games with this companion."""
    wins: int
    """Number of these games that the player won."""


class RuleSetReport(Struct, frozen=True):
    """A player's statistics under one rule set, or under all rule sets of a family together.
    `gongzhu.stats.statistics.Figures` explains the numbers."""

    key: str
    """Key of the rule set (`rules_key`), or empty for all rule sets together."""
    preset: str | None
    """Name of the preset with exactly these rules, or None for custom rules and for all rule sets
    together."""
    base: str | None
    """Name of the preset closest to custom rules, otherwise None."""
    changes: dict[str, RuleValue]
    """The options in which custom rules differ from `base`, with their values, otherwise empty."""
    deals: int
    average: Average
    scores: tuple[ScoreCount, ...]
    pigs: int
    sheep: int
    doublers: int
    hearts: int
    tried: int
    made: int
    sweeps: int
    exposures: tuple[ExposureReport, ...]
    games: int
    wins: int
    last: int
    places: tuple[PlaceCount, ...]
    against: tuple[CompanionReport, ...]


class FamilyReport(Struct, frozen=True):
    """A player's statistics for Gong Zhu or for Hearts: under all rules together (`whole`), and by
    rule set."""

    family: Family
    whole: RuleSetReport
    rule_sets: tuple[RuleSetReport, ...]


def report(statistics: Statistics) -> tuple[FamilyReport, ...]:
    """Reports for each family (Gong Zhu, Hearts) that the player has played, in this order. Rule
    sets are sorted: presets in the order of PRESETS, then custom rules by key."""
    order = {name: place for place, name in enumerate(PRESETS)}
    reports = []
    for family in get_args(Family):
        found = [
            (key, one) for key, one in statistics.rule_sets.items() if one.rules.family == family
        ]
        if not found:
            continue
        found.sort(key=lambda pair: (order.get(pair[0], len(order)), pair[0]))
        whole = reduce(add, (one for _, one in found))
        reports.append(
            FamilyReport(family, _told("", whole), tuple(_told(key, one) for key, one in found))
        )
    return tuple(reports)


def _told(key: str, one: RuleSetStatistics) -> RuleSetReport:
    figures = one.figures
    preset = preset_of(one.rules) if key else None
    base = nearest_preset(one.rules) if key and preset is None else None
    return RuleSetReport(
        key=key,
        preset=preset,
        base=base,
        changes=convert(changes_from(base, one.rules) if base else {}, dict[str, RuleValue]),
        deals=figures.deals,
        average=figures.spread.average,
        scores=tuple(ScoreCount(*pair) for pair in sorted(figures.scores.items())),
        pigs=figures.pigs,
        sheep=figures.sheep,
        doublers=figures.doublers,
        hearts=figures.hearts,
        tried=figures.tried,
        made=figures.made,
        sweeps=figures.sweeps,
        exposures=tuple(
            ExposureReport(card, spread.average) for card, spread in figures.exposed.items()
        ),
        games=figures.games,
        wins=figures.wins,
        last=figures.last,
        places=tuple(PlaceCount(*pair) for pair in sorted(figures.places.items())),
        against=tuple(_met(versus) for versus in sorted(one.against, key=_often)),
    )


def _often(versus: Versus) -> tuple[int, Companion]:
    """Sort key that puts the opponents and partners met in the most deals first."""
    return -versus.scores.count, versus.companion


def _met(versus: Versus) -> CompanionReport:
    theirs = versus.theirs.mean
    return CompanionReport(
        versus.companion,
        versus.scores.average,
        None if theirs is None else round(theirs, 2),
        versus.games,
        versus.wins,
    )
