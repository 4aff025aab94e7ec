"""Jobs for workers that compute results of finished games for one of their players, and sums of
them."""

from msgspec import Struct, json

from gongzhu.bots.search.analysis import Aim
from gongzhu.review.loss_table import (
    FamilyLosses,
    ReviewedGame,
    RuleSetLosses,
    add_games,
    loss_reports,
)
from gongzhu.review.losses import Losses, losses_of
from gongzhu.rules import options_of
from gongzhu.server.games.packed_reviews import unpack_review
from gongzhu.server.live.finished_game import read_deals, read_kept, seat_in
from gongzhu.server.work.job import Priority, job
from gongzhu.stats import (
    FamilyReport,
    RuleSetReport,
    Statistics,
    deal_statistics,
    named,
    report,
    total,
)
from gongzhu.store import GameRow, Played, PlayerRow
from gongzhu.texts import Lang, say


class MyStatistics(Struct, frozen=True):
    """GET /api/me/statistics?lang=: statistics of the player's finished games. Answers with an
    ETag.

    `gongzhu stats FILE` counts the same from the records of `GET /api/me/games.jsonl` (or `.txt`),
    all finished games of the player as one file.
    """

    reports: tuple[FamilyReport, ...]
    titles: dict[str, str]
    """Titles of the rule sets, by their keys."""
    differences: dict[str, tuple[str, ...]]
    """The differences of each rule set that is no preset from the nearest preset, in words, by the
    rule set's key."""
    losses: tuple[FamilyLosses, ...]
    """The points that the player's choices lost, according to the reviews made so far."""
    pending: int
    """Number of games whose outcome is not computed yet; if it is not 0, ask again."""


RESULT_FORMAT = 1
"""Version of the form in which the result of a game is stored; a result in another version is
computed again."""


class PlayerResult(Struct, frozen=True, omit_defaults=True):
    """The result of a finished game for one of its players."""

    format: int
    statistics: Statistics = Statistics()
    losses: dict[Aim, Losses] = {}
    """The points that the player's choices lost according to the review of the game; empty until
    the review is done."""


class HistorySum(Struct, frozen=True, omit_defaults=True):
    """The sum of the results of a player's games."""

    statistics: Statistics = Statistics()
    losses: tuple[RuleSetLosses, ...] = ()
    """The points that the player's choices lost in the games that are reviewed."""


class _RecordHead(Struct):
    format: int


_read_head = json.Decoder(_RecordHead).decode
_read_result = json.Decoder(PlayerResult).decode
_read_sum = json.Decoder(HistorySum).decode


def _counted(played: Played) -> PlayerResult | None:
    """The result of a game; None if it must be computed first."""
    if played.result is None or _read_head(played.result).format != RESULT_FORMAT:
        return None
    return _read_result(played.result)


@job()
def count_game(row: GameRow, deals: bytes, reviews: tuple[bytes, ...], player: PlayerRow) -> bytes:
    """Compute the result of a finished game for one of its players: a `PlayerResult` in JSON.
    `reviews`: the compressed reviews of all its deals; empty until all are done."""
    kept = read_kept(row)
    if kept.practice:
        return json.encode(PlayerResult(RESULT_FORMAT))
    seat = seat_in(kept, player.id)
    records = [deal.record for deal in read_deals(deals)]
    table = named(kept.names, kept.levels)
    statistics = total(deal_statistics(record, seat, table) for record in records)
    losses: dict[Aim, Losses] = {}
    if len(reviews) == len(records):
        losses = losses_of(map(unpack_review, reviews), [seat])
    return json.encode(PlayerResult(RESULT_FORMAT, statistics, losses))


@job()
def add_up(played: tuple[Played, ...], before: bytes) -> tuple[bytes, list[int]]:
    """Add games to a `HistorySum` in JSON (empty bytes: no games yet). Returns the new sum, and the
    indexes in `played` of the games whose result must be computed first; these are not added."""
    sums = _read_sum(before) if before else HistorySum()
    counted = [(one, _counted(one)) for one in played]
    results = [found for _, found in counted if found is not None]
    reviewed = [
        _reviewed(one, found) for one, found in counted if found is not None and found.losses
    ]
    more = HistorySum(
        sums.statistics + total(found.statistics for found in results),
        add_games(sums.losses, reviewed),
    )
    return json.encode(more), [place for place, (_, found) in enumerate(counted) if found is None]


@job(Priority.SOON)
def tell_history(sums: bytes, pending: int, lang: Lang) -> bytes:
    """Put a `HistorySum` into words, as a `MyStatistics` in JSON; `pending`: number of games that
    are not in the sum yet."""
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
        one.key: tuple(options_of()[key].explain(value, lang) for key, value in one.changes.items())
        for family in reports
        for one in family.rule_sets
        if one.base
    }
    losses = loss_reports(found.losses)
    return json.encode(MyStatistics(reports, titles, differences, losses, pending))


def _own_title(one: RuleSetReport, number: int, lang: Lang) -> str:
    """The title of rules that are no preset, with a number to distinguish several."""
    base = say(f"rules.preset.{one.base}.title", lang)
    return say("server.own_rules_like", lang, base=base, number=number)


def _reviewed(played: Played, result: PlayerResult) -> ReviewedGame:
    ((key, statistics),) = result.statistics.rule_sets.items()
    return ReviewedGame(
        game=played.game,
        finished=played.finished_ms,
        family=statistics.rules.family,
        key=key,
        losses=result.losses,
    )
