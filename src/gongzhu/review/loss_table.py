"""Reports of losses, that is of the cost of decisions compared with the best choices: in total, by
seat, by part of the deal, by subject, and over time."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.cards import Seat
from gongzhu.review.losses import Losses, LossSums, levels_measured, losses_of
from gongzhu.review.sheet import DealReview, LossClass, Matter, Part
from gongzhu.rules.options import Family

WINDOW = 40
"""Number of deals averaged for each point of the chart over time, if there are that many."""
DIGITS = 4
"""Decimals of losses in reports."""
POINTS = 100
"""Greatest number of points in the chart over time; if there are more, the oldest are left out."""


class LossFigures(Struct, frozen=True):
    """The number of some decisions, and their losses in points or in value of the game."""

    decisions: int
    """Number of decisions."""
    best: int
    """Number of decisions in which no better choice than the one made was found."""
    loss: float
    """Total loss of all these decisions."""
    average: Estimate
    """Average loss per decision, with a 95% confidence interval that treats deals, not decisions,
    as independent."""
    matters: dict[Matter, Estimate]
    """By subject of a mistake, the part of the average that comes from such mistakes; the remainder
    comes from losses too small to be classified."""


class LossTable(Struct, frozen=True):
    """The losses of a player's decisions against the best choices, all in points or all in value of
    the game: in total, and by part of the deal, such as passing or leading."""

    deals: int
    """Number of deals with at least one decision that is counted here."""
    total: LossFigures
    """The losses of all decisions."""
    parts: dict[Part, LossFigures]
    """The losses by part of the deal."""


class LossPoint(Struct, frozen=True):
    """A point in the chart of a player's average loss over time: the average up to the end of one
    game."""

    game: str
    """The last game included in this point."""
    finished: int
    """Time of the end of that game, in milliseconds since 1970 (UTC)."""
    average: Estimate
    """Average loss over the last 40 deals up to the end of that game, or over all if there are
    fewer."""


class LevelReport(Struct, frozen=True):
    """The average loss of bots of one level."""

    level: str
    """Key of the level."""
    points: LossTable
    """The losses in points."""


class LossReport(Struct, frozen=True, kw_only=True):
    """The losses of a player under one rule set, or under all rule sets of one of the two games."""

    key: str
    """Key of the rule set: the preset's name, or a name computed from the rules (`rules_key`);
    empty for all rule sets together."""
    games: int
    """Number of reviewed games."""
    points: LossTable | None
    """Losses of the decisions that are judged by points; None if there are none."""
    chance: LossTable | None
    """Losses of the decisions near the end of a game, judged by the chance to win it; None if there
    are none."""
    course: tuple[LossPoint, ...]
    """The average loss in points over time, oldest first."""


class FamilyLosses(Struct, frozen=True):
    """The losses of a player in Gong Zhu or in Hearts, and those of the bot levels for
    comparison."""

    family: Family
    whole: LossReport
    """The losses in all games together."""
    rule_sets: tuple[LossReport, ...]
    """The losses under each rule set, in the order in which they were first played."""
    levels: tuple[LevelReport, ...]
    """The losses of the bot levels, from the weakest up, measured in games of four bots of the same
    level under `preset`."""
    preset: str
    """Name of the preset under which the bot levels were measured."""


class ReviewedGame(Struct, frozen=True, kw_only=True):
    """The losses of one player in one game that was reviewed."""

    game: str
    """The game's id."""
    finished: int
    """Time of the end of the game, in milliseconds since 1970 (UTC)."""
    family: Family
    key: str
    """Key of the game's rule set (`rules_key`)."""
    losses: dict[Aim, Losses]
    """The player's losses, by their unit."""


class GameLoss(Struct, frozen=True, order=True):
    """The losses of one player in one game, in points. The newest of these are kept to draw the
    chart of the average loss over time (`LossReport.course`). Instances sort by the time of the
    game's end."""

    finished: int
    """Time of the end of the game, in milliseconds since 1970 (UTC)."""
    game: str
    """The game's id."""
    points: LossSums
    """Sums over the player's decisions in the game that are judged by points."""


class RuleSetLosses(Struct, frozen=True):
    """The total losses of a player in all games under one set of rules. Its size does not grow with
    the number of games."""

    family: Family
    key: str
    """Key of the rule set (`rules_key`)."""
    games: int = 0
    """Number of reviewed games."""
    losses: dict[Aim, Losses] = {}
    """The total losses, by their unit."""
    first: int | None = None
    """Time of the end of the first of the games, in milliseconds since 1970 (UTC); None if there
    are none."""
    newest: tuple[GameLoss, ...] = ()
    """The latest games, from which the chart over time is made, oldest first."""

    def plus(self, games: Sequence[ReviewedGame]) -> "RuleSetLosses":
        """The total losses including those of more games, at least one, under the same rules."""
        times = [game.finished for game in games]
        if self.first is not None:
            times.append(self.first)
        aims = sorted({*self.losses, *(aim for game in games for aim in game.losses)})
        return RuleSetLosses(
            self.family,
            self.key,
            self.games + len(games),
            {
                aim: sum(
                    (game.losses[aim] for game in games if aim in game.losses),
                    self.losses.get(aim, Losses()),
                )
                for aim in aims
            },
            min(times),
            _newest(
                [
                    *self.newest,
                    *(
                        GameLoss(game.finished, game.game, game.losses["points"].total)
                        for game in games
                        if "points" in game.losses
                    ),
                ]
            ),
        )


def add_games(
    sums: Sequence[RuleSetLosses], games: Sequence[ReviewedGame]
) -> tuple[RuleSetLosses, ...]:
    """A player's total losses by rule set, including those of more games, which may be in any
    order."""
    found = {one.key: one for one in sums}
    for key in dict.fromkeys(game.key for game in games):
        own = [game for game in games if game.key == key]
        found[key] = found.get(key, RuleSetLosses(own[0].family, key)).plus(own)
    return tuple(found.values())


def loss_reports(sums: Sequence[RuleSetLosses]) -> tuple[FamilyLosses, ...]:
    """The reports of one player's losses, one for each of the two games that the player has played;
    `sums` are by rule set. In a report, the rule sets are in the order in which they were first
    played."""
    reports = []
    for family, preset in levels_measured().presets.items():
        own = sorted((one for one in sums if one.family == family), key=lambda one: one.first or 0)
        if own:
            by_rules = tuple(_report(one.key, [one]) for one in own)
            whole = _report("", own)
            reports.append(FamilyLosses(family, whole, by_rules, level_reports(family), preset))
    return tuple(reports)


def level_reports(family: Family) -> tuple[LevelReport, ...]:
    """The average losses of the bot levels in Gong Zhu or in Hearts, from the weakest level up."""
    measured = levels_measured().levels[family]
    return tuple(LevelReport(each.level, loss_table(each.losses["points"])) for each in measured)


def loss_table(losses: Losses) -> LossTable:
    """The averages and confidence intervals of these sums of losses."""
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
        average=sums.average.rounded(DIGITS),
        matters={matter: sums.average_in(matter).rounded(DIGITS) for matter in sums.matters},
    )


def _report(key: str, sums: Sequence[RuleSetLosses]) -> LossReport:
    return LossReport(
        key=key,
        games=sum(one.games for one in sums),
        points=_together(sums, "points"),
        chance=_together(sums, "game"),
        course=_course(_newest([game for one in sums for game in one.newest])),
    )


def _together(sums: Sequence[RuleSetLosses], aim: Aim) -> LossTable | None:
    found = [one.losses[aim] for one in sums if aim in one.losses]
    return loss_table(sum(found, Losses())) if found else None


def _newest(games: Iterable[GameLoss]) -> tuple[GameLoss, ...]:
    """The latest games that the chart over time may need, oldest first: enough even if each has
    only one deal."""
    return tuple(sorted(games)[-(POINTS + WINDOW - 1) :])


def _course(games: Sequence[GameLoss]) -> tuple[LossPoint, ...]:
    points = []
    for last in range(max(0, len(games) - POINTS), len(games)):
        window = LossSums()
        for each in reversed(games[: last + 1]):
            window += each.points
            if window.deals >= WINDOW:
                break
        if window.deals > 1:
            game = games[last]
            points.append(LossPoint(game.game, game.finished, window.average.rounded(DIGITS)))
    return tuple(points)


class SeatSummary(Struct, frozen=True, kw_only=True):
    """A summary of a seat's decisions in several deals, of those whose losses have the same
    unit."""

    seat: Seat
    aim: Aim
    """The unit of the losses."""
    classes: dict[LossClass, int]
    """Number of decisions of each class."""
    losses: LossTable
    """The losses of the decisions."""


def summary_of(reviews: Sequence[DealReview]) -> tuple[SeatSummary, ...]:
    """Summaries of the decisions in some deals, one for each seat and unit of losses, ordered by
    seat and then points first."""
    classes: dict[tuple[Seat, Aim], Counter[LossClass]] = defaultdict(Counter)
    for review in reviews:
        for each in review.decisions:
            if each.classed is not None:
                classes[each.seat, each.aim][each.classed] += 1
    everyone = sorted({row.seat for review in reviews for row in review.ledger})
    return tuple(
        SeatSummary(seat=seat, aim=aim, classes=dict(classes[seat, aim]), losses=loss_table(losses))
        for seat in everyone
        for aim, losses in sorted(
            losses_of(reviews, [seat]).items(), key=lambda pair: pair[0] != "points"
        )
    )
