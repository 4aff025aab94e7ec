"""What finished games come to for one of their players, and all of them together."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct, json

from gongzhu.bots.search.analysis import Aim
from gongzhu.review.loss_table import FamilyLosses, ReviewedGame, loss_reports
from gongzhu.review.losses import Losses, losses_of
from gongzhu.rules.options import Family
from gongzhu.server.bodies.history import GameOutcome
from gongzhu.server.games import read_deals, read_kept, seat_in
from gongzhu.server.reviews.packing import unpack_review
from gongzhu.stats import Placing, Statistics, deal_statistics, named, placing_of, total
from gongzhu.store import GameRow, Played, PlayerRow

MOST_OUTCOMES = 100
"""Games of a chart."""
SUMMARY_FORMAT = 2
"""The form in which the outcome of a game is kept; one of another form is worked out again."""


class GameSummary(Struct, frozen=True, omit_defaults=True):
    """A finished game, for one of its players."""

    format: int
    statistics: Statistics = Statistics()
    placing: Placing | None = None
    """None where the player's seat is not known."""
    losses: dict[Aim, Losses] = {}
    """By the review of the game; of nothing before it is done."""


class History(Struct, frozen=True):
    """All that the finished games of a player come to."""

    statistics: Statistics
    outcomes: tuple[GameOutcome, ...]
    losses: tuple[FamilyLosses, ...]
    """In the games that are reviewed."""
    count: int
    """Of games in the store."""
    pending: int = 0
    left_out: int = 0


class _Head(Struct):
    format: int


_read_head = json.Decoder(_Head).decode
_read_summary = json.Decoder(GameSummary).decode
read_history = json.Decoder(History).decode


def uncounted(played: Sequence[Played]) -> list[int]:
    """The places of those games of which it is not kept, in the form of today, what they came
    to."""
    return [place for place, one in enumerate(played) if not _is_counted(one)]


def _is_counted(played: Played) -> bool:
    return played.summary is not None and _read_head(played.summary).format == SUMMARY_FORMAT


def game_summary(
    row: GameRow, deals: bytes, reviews: Sequence[bytes], player: PlayerRow
) -> GameSummary:
    """What a finished game came to for one of its players; `reviews` of its deals, packed."""
    kept = read_kept(row)
    seat = seat_in(row, kept, player.id, player.name)
    if seat is None:
        return GameSummary(SUMMARY_FORMAT)
    records = [deal.record for deal in read_deals(deals)]
    table = named(kept.names, kept.levels)
    statistics = total(deal_statistics(record, seat, table) for record in records)
    losses: dict[Aim, Losses] = {}
    if len(reviews) == len(records):
        losses = losses_of(map(unpack_review, reviews), [seat])
    return GameSummary(SUMMARY_FORMAT, statistics, placing_of(records[-1], seat), losses)


def history_of(played: Sequence[Played], count: int) -> History:
    """All that was kept of games, the newest of them first; `count` games are in the store."""
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
    for one, found in reversed(known):
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
    return History(
        total(found.statistics for _, found in known),
        tuple(reversed(outcomes[:MOST_OUTCOMES])),
        loss_reports(reviewed),
        count,
        len(played) - len(known),
        len(known) - len(outcomes),
    )


def _rules_of(summary: GameSummary) -> tuple[Family, str]:
    """The family of a game's rules, and their key."""
    ((key, statistics),) = summary.statistics.rule_sets.items()
    return statistics.rules.family, key
