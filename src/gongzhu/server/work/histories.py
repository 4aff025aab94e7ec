"""The outcome of finished games for one of their players, and all of them together."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct, json

from gongzhu.bots.search.analysis import Aim
from gongzhu.review.loss_table import ReviewedGame, RuleSetLosses, add_games, loss_reports
from gongzhu.review.losses import Losses, losses_of
from gongzhu.rules import options_of
from gongzhu.rules.options import Family
from gongzhu.server.bodies.history import GameOutcome, MyStatistics
from gongzhu.server.games import read_deals, read_kept, seat_in
from gongzhu.server.reviews.packing import unpack_review
from gongzhu.server.work.job import Priority, job
from gongzhu.stats import (
    Placing,
    RuleSetReport,
    Statistics,
    deal_statistics,
    named,
    placing_of,
    report,
    total,
)
from gongzhu.store import GameRow, Played, PlayerRow
from gongzhu.texts import Lang, say

MOST_OUTCOMES = 100
"""Games of a chart."""
SUMMARY_FORMAT = 1
"""The form in which the outcome of a game is kept; one of another form is worked out again."""


class GameSummary(Struct, frozen=True, omit_defaults=True):
    """A finished game, for one of its players."""

    format: int
    statistics: Statistics = Statistics()
    placing: Placing | None = None
    """None where the game is gone before it was counted."""
    losses: dict[Aim, Losses] = {}
    """By the review of the game; of nothing before it is done."""


class HistorySum(Struct, frozen=True, omit_defaults=True):
    """Games of a player, added up."""

    statistics: Statistics = Statistics()
    outcomes: tuple[GameOutcome, ...] = ()
    """Of the newest games, the oldest of them first."""
    losses: tuple[RuleSetLosses, ...] = ()
    """In the games that are reviewed."""


class _Head(Struct):
    format: int


_read_head = json.Decoder(_Head).decode
_read_summary = json.Decoder(GameSummary).decode
_read_sum = json.Decoder(HistorySum).decode


def _is_counted(played: Played) -> bool:
    return played.summary is not None and _read_head(played.summary).format == SUMMARY_FORMAT


@job()
def count_game(row: GameRow, deals: bytes, reviews: tuple[bytes, ...], player: PlayerRow) -> bytes:
    """The outcome of a finished game for one of its players: a `GameSummary` in JSON. `reviews`:
    those of its deals, packed; none before all of them are done."""
    return json.encode(_summary(row, deals, reviews, player))


def _summary(
    row: GameRow, deals: bytes, reviews: Sequence[bytes], player: PlayerRow
) -> GameSummary:
    kept = read_kept(row)
    seat = seat_in(kept, player.id)
    records = [deal.record for deal in read_deals(deals)]
    table = named(kept.names, kept.levels)
    statistics = total(deal_statistics(record, seat, table) for record in records)
    losses: dict[Aim, Losses] = {}
    if len(reviews) == len(records):
        losses = losses_of(map(unpack_review, reviews), [seat])
    return GameSummary(SUMMARY_FORMAT, statistics, placing_of(records[-1], seat), losses)


@job()
def add_up(played: tuple[Played, ...], before: bytes) -> tuple[bytes, list[int]]:
    """A sum of games with more games: a `HistorySum` in JSON (nothing for no games), and the places
    of those games that are still to be counted, which it is without."""
    sums = _read_sum(before) if before else HistorySum()
    known = [
        (one, _read_summary(one.summary))
        for one in played
        if one.summary is not None and _is_counted(one)
    ]
    outcomes = [
        GameOutcome(
            one.game, one.finished_ms, *_rules_of(found), **msgspec.structs.asdict(found.placing)
        )
        for one, found in known
        if found.placing is not None
    ]
    reviewed = []
    for one, found in known:
        if found.losses:
            family, key = _rules_of(found)
            game = ReviewedGame(
                game=one.game,
                finished=one.finished_ms,
                family=family,
                key=key,
                losses=found.losses,
            )
            reviewed.append(game)
    in_time = sorted((*sums.outcomes, *outcomes), key=lambda one: (one.finished, one.game))
    more = HistorySum(
        sums.statistics + total(found.statistics for _, found in known),
        tuple(in_time[-MOST_OUTCOMES:]),
        add_games(sums.losses, reviewed),
    )
    missing = [place for place, one in enumerate(played) if not _is_counted(one)]
    return json.encode(more), missing


@job(Priority.SOON)
def tell_history(sums: bytes, pending: int, lang: Lang) -> bytes:
    """A `HistorySum` in words: `MyStatistics`, in JSON; `pending` games are still to be counted."""
    found = _read_sum(sums) if sums else HistorySum()
    reports = report(found.statistics)
    titles = {
        one.key: say(f"rules.preset.{one.preset}.title", lang)
        if one.preset
        else _own_title(one, number, lang)
        for family in reports
        for number, one in enumerate(family.rule_sets, start=1)
    }
    differences = {
        one.key: tuple(
            options_of(family.family)[key].explain(value, lang)
            for key, value in one.changes.items()
        )
        for family in reports
        for one in family.rule_sets
        if one.base
    }
    losses = loss_reports(found.losses)
    return json.encode(MyStatistics(reports, titles, differences, found.outcomes, losses, pending))


def _own_title(one: RuleSetReport, number: int, lang: Lang) -> str:
    """The title of own rules; several are told apart by their number."""
    base = say(f"rules.preset.{one.base}.title", lang)
    return say("server.own_rules_like", lang, base=base, number=number)


def _rules_of(summary: GameSummary) -> tuple[Family, str]:
    """The family of a game's rules, and their key."""
    ((key, statistics),) = summary.statistics.rule_sets.items()
    return statistics.rules.family, key
