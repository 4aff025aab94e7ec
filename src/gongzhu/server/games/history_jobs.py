"""Jobs for workers: compute the result of a finished game for one of its players, and add results
up to statistics."""

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
    companions_of,
    deal_statistics,
    report,
    total,
)
from gongzhu.store import GameRow, Played, PlayerRow
from gongzhu.texts import Lang, say


class MyStatistics(Struct, frozen=True):
    """GET /api/me/statistics?lang=: statistics of the player's finished games. The response has an
    ETag.

    `gongzhu stats FILE` computes the same from `GET /api/me/games.jsonl` (or `.txt`), which has all
    finished games of the player in one file.
    """

    reports: tuple[FamilyReport, ...]
    """The statistics for each game, Gong Zhu and Hearts, of which the player has finished any."""
    titles: dict[str, str]
    """Titles of the rule sets, by key of the rule set."""
    differences: dict[str, tuple[str, ...]]
    """For each rule set that is not a preset, by its key: its differences from the nearest preset,
    as sentences."""
    losses: tuple[FamilyLosses, ...]
    """The points that the player's choices lost, according to the reviews made so far."""
    pending: int
    """Number of games whose result is not computed yet. If it is not 0, request again."""


RESULT_FORMAT = 1
"""Version of the stored format of results. A result in another version is computed again."""


class PlayerResult(Struct, frozen=True, omit_defaults=True):
    """The result of a finished game for one of its players, as stored (JSON)."""

    format: int
    """Version of this format; a result with another version is computed again."""
    statistics: Statistics = Statistics()
    """Statistics of the game's deals."""
    losses: dict[Aim, Losses] = {}
    """The points that the player's choices lost, according to the review of the game, or empty
    until the game is reviewed."""


class HistorySum(Struct, frozen=True, omit_defaults=True):
    """The sum of the results of a player's games, kept in memory as JSON. `add_up` extends it."""

    statistics: Statistics = Statistics()
    losses: tuple[RuleSetLosses, ...] = ()
    """The points that the player's choices lost in reviewed games, by rule set."""


class _RecordHead(Struct):
    format: int


_read_head = json.Decoder(_RecordHead).decode
_read_result = json.Decoder(PlayerResult).decode
_read_sum = json.Decoder(HistorySum).decode


def _counted(played: Played) -> PlayerResult | None:
    """The stored result of a game, or None if there is none in the current format."""
    if played.result is None or _read_head(played.result).format != RESULT_FORMAT:
        return None
    return _read_result(played.result)


@job()
def count_game(row: GameRow, deals: bytes, reviews: tuple[bytes, ...], player: PlayerRow) -> bytes:
    """Compute the result of a finished game for one of its players: a `PlayerResult` in JSON.
    `deals` is JSON as stored. `reviews` has the compressed reviews of all deals, or is empty as
    long as one is missing. Raises ValueError if the player was not in the game when it ended."""
    kept = read_kept(row)
    if kept.practice:
        return json.encode(PlayerResult(RESULT_FORMAT))
    seat = seat_in(kept, player.id)
    records = [deal.record for deal in read_deals(deals)]
    table = companions_of(kept.names, kept.levels)
    statistics = total(deal_statistics(record, seat, table) for record in records)
    losses: dict[Aim, Losses] = {}
    if len(reviews) == len(records):
        losses = losses_of(map(unpack_review, reviews), [seat])
    return json.encode(PlayerResult(RESULT_FORMAT, statistics, losses))


@job()
def add_up(played: tuple[Played, ...], before: bytes) -> tuple[bytes, list[int]]:
    """Add games to the sum `before`: a `HistorySum` in JSON, or empty bytes for a new sum. Returns
    the new sum, and the indexes in `played` of the games that were not added, since they have no
    current result."""
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
    """Convert the sum `sums` (a `HistorySum` in JSON, or empty) to a `MyStatistics` in JSON, with
    texts in `lang`. `pending` is the number of games that are not in the sum yet."""
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
    """The title of a rule set that is not a preset, in the language `lang`: the nearest preset's
    title and `number`, so that several rule sets near the same preset have different titles."""
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
