"""Losses worked out for people: what a decision lost, by part of the deal and by matter, on the
whole and over time."""

from collections.abc import Sequence

from msgspec import Struct

from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.review.level_losses import levels_measured
from gongzhu.review.losses import Losses, LossSums
from gongzhu.review.sheet import Matter, Part
from gongzhu.rules.options import Family

WINDOW = 40
"""Deals that a point of a course is the average of, as far as there are so many."""
POINTS = 100
"""Points of a course at most, the newest."""


class LossFigures(Struct, frozen=True):
    """Decisions, and what they lost."""

    decisions: int
    best: int
    """Those of which nothing was found to be better."""
    loss: float
    """Of all of them together."""
    average: Estimate
    """A decision, with the 95 % interval in which it would be over many deals like these: deals are
    counted, not decisions."""
    matters: dict[Matter, Estimate]
    """The parts of the average that mistakes make, by what they were about; the rest are losses too
    small for a class."""


class LossTable(Struct, frozen=True):
    """Losses in one unit."""

    deals: int
    total: LossFigures
    parts: dict[Part, LossFigures]


class LossPoint(Struct, frozen=True):
    """A place in the course of the average."""

    game: str
    """The last game that counts for it."""
    finished: int
    """When it was over: milliseconds since 1970 (UTC)."""
    average: Estimate
    """Of the last 40 deals, or of all up to then."""


class LevelReport(Struct, frozen=True):
    """The loss of a level."""

    level: str
    points: LossTable


class LossReport(Struct, frozen=True, kw_only=True):
    """The losses of a player under one set of rules, or under all of a game together."""

    key: str
    """Of the rule set; empty for all of a game."""
    games: int
    """Those that were reviewed."""
    points: LossTable | None
    """Decisions that are weighed by points; None where there is none."""
    chance: LossTable | None
    """Those near the end of a game, weighed by the chance to win it; likewise."""
    course: tuple[LossPoint, ...]
    """By points, the oldest first."""


class FamilyLosses(Struct, frozen=True):
    """The losses of a player in one game, beside those of the levels."""

    family: Family
    whole: LossReport
    rule_sets: tuple[LossReport, ...]
    levels: tuple[LevelReport, ...]
    """From the weakest up, four of which played against each other under `preset`."""
    preset: str


class ReviewedGame(Struct, frozen=True, kw_only=True):
    """The losses of a player in a game that was reviewed."""

    game: str
    finished: int
    """Milliseconds since 1970 (UTC)."""
    family: Family
    key: str
    """Of its rule set."""
    losses: dict[Aim, Losses]


def loss_reports(games: Sequence[ReviewedGame]) -> tuple[FamilyLosses, ...]:
    """The losses of one player in games, the oldest first, by game and rule set."""
    reports = []
    for family, preset in levels_measured().presets.items():
        own = [game for game in games if game.family == family]
        if not own:
            continue
        keys = dict.fromkeys(game.key for game in own)
        by_rules = (_report(key, [game for game in own if game.key == key]) for key in keys)
        reports.append(
            FamilyLosses(family, _report("", own), tuple(by_rules), level_reports(family), preset)
        )
    return tuple(reports)


def level_reports(family: Family) -> tuple[LevelReport, ...]:
    """The losses of the levels in a game, from the weakest up."""
    measured = levels_measured().levels[family]
    return tuple(LevelReport(each.level, loss_table(each.losses["points"])) for each in measured)


def loss_table(losses: Losses) -> LossTable:
    """Losses with averages and intervals."""
    return LossTable(
        losses.total.deals,
        _figures(losses.total),
        {part: _figures(found) for part, found in losses.parts.items()},
    )


def _figures(sums: LossSums) -> LossFigures:
    return LossFigures(
        decisions=sums.decisions,
        best=sums.best,
        loss=round(sums.lost.loss, DIGITS),
        average=_rounded(sums.average),
        matters={matter: _rounded(sums.average_in(matter)) for matter in sums.matters},
    )


def _report(key: str, games: Sequence[ReviewedGame]) -> LossReport:
    return LossReport(
        key=key,
        games=len(games),
        points=_together(games, "points"),
        chance=_together(games, "game"),
        course=_course(games),
    )


def _together(games: Sequence[ReviewedGame], aim: Aim) -> LossTable | None:
    found = [game.losses[aim] for game in games if aim in game.losses]
    return loss_table(sum(found, Losses())) if found else None


def _course(games: Sequence[ReviewedGame]) -> tuple[LossPoint, ...]:
    sums = [(game, game.losses["points"].total) for game in games if "points" in game.losses]
    points = []
    for last in range(max(0, len(sums) - POINTS), len(sums)):
        window = LossSums()
        for _, found in reversed(sums[: last + 1]):
            window += found
            if window.deals >= WINDOW:
                break
        if window.deals > 1:
            game, _ = sums[last]
            points.append(LossPoint(game.game, game.finished, _rounded(window.average)))
    return tuple(points)


DIGITS = 4
"""Decimals of losses that are told."""


def _rounded(found: Estimate) -> Estimate:
    return Estimate(*(round(value, DIGITS) for value in (found.mean, found.low, found.high)))
