"""The history of a player: each finished game is counted once, off the loop, and then kept.

A finished game never changes. What it came to for one of its players is worked out when that
player first asks, beside the loop and one game after the other, and stays in the store; after that
a player's statistics are the sum of what was kept, which stays in memory until a game is added.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec
from msgspec import Struct, json

from gongzhu.bots.search.analysis import Aim
from gongzhu.records import DealRecord
from gongzhu.review.loss_table import ReviewedGame
from gongzhu.review.losses import Losses, losses_of
from gongzhu.rules.options import Family
from gongzhu.server.bodies import GameOutcome
from gongzhu.server.daily.calendar import DAY_MS
from gongzhu.server.games import day_runs, read_deals, read_kept, seat_in
from gongzhu.server.reviews.packing import read_packed, unpack_review
from gongzhu.stats import Placing, Statistics, deal_statistics, named, placing_of, total
from gongzhu.store import GameRow, Played, PlayerRow, Store
from gongzhu.store.writes import key_of_review

MOST_GAMES = 5_000
"""Of one player, the newest ones, that are counted and exported."""
AT_ONCE = 40
"""Games that one request counts at most, which is less than a second of work."""
MOST_OUTCOMES = 100
"""Games of a chart."""
PLAYERS_KEPT = 200
"""Players whose sums stay in memory."""
SUMMARY_FORMAT = 2
"""The form in which the outcome of a game is kept; one of another form is worked out again."""

T = TypeVar("T")


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
    reviewed: tuple[ReviewedGame, ...]
    """The oldest first."""
    count: int
    """Of games in the store."""
    pending: int = 0
    left_out: int = 0


class _Head(Struct):
    format: int


_read_head = json.Decoder(_Head).decode
_read_summary = json.Decoder(GameSummary).decode


class Histories:
    """The histories of a server's players."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._worker = ThreadPoolExecutor(1, "gongzhu-history")
        self._turn = asyncio.Lock()
        self._known: OrderedDict[str, History] = OrderedDict()
        self._exporting: set[str] = set()

    async def check(self) -> None:
        """Wait for the worker's turn."""
        await self.beside(int)

    def close(self) -> None:
        """Let go of the worker."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def of(self, player: PlayerRow) -> History:
        """The history of a player; `pending` says how many games remain for the next time. Raises
        StoreError."""
        count = await self._store.count_played(player.id)
        known = self._known.get(player.id)
        if known is None or known.count != count:
            # One after the other: however many ask, one of them has the worker.
            async with self._turn:
                known = await self._count(player, count)
            if not known.pending:
                self._known[player.id] = known
        if player.id in self._known:
            self._known.move_to_end(player.id)
        while len(self._known) > PLAYERS_KEPT:
            self._known.popitem(last=False)
        return known

    async def export(self, player: PlayerRow) -> AsyncIterator[Sequence[DealRecord]] | None:
        """The records of each finished game, the oldest first; None while the player is being
        given them already. Raises StoreError."""
        if player.id in self._exporting:
            return None
        played = await self._store.played(player.id, MOST_GAMES)
        today = self._clock() // DAY_MS * DAY_MS
        games = []
        for one in reversed(played):
            row = await self._store.game(one.game) if one.finished_ms >= today else None
            # The deal of today is told when the day is over.
            if row is None or not day_runs(read_kept(row), self._clock()):
                games.append(one.game)
        return self._games(player.id, games)

    async def _games(
        self, player: str, games: Sequence[str]
    ) -> AsyncIterator[Sequence[DealRecord]]:
        if player in self._exporting:
            return
        self._exporting.add(player)
        try:
            for game in games:
                deals = await self._store.deals(game)
                if deals is not None:
                    yield await self.beside(_records, deals)
        finally:
            self._exporting.discard(player)

    async def reviews(self, player: PlayerRow) -> AsyncIterator[tuple[str, Sequence[bytes]]]:
        """The reviews that are kept of the player's games, the oldest first: the game, and the
        review of each deal as it is kept, JSON. Raises StoreError."""
        for one in reversed(await self._store.played(player.id, MOST_GAMES)):
            kept = await self._store.setting(key_of_review(one.game))
            if kept is not None:
                yield one.game, await self.beside(_told_as_kept, kept)

    async def _count(self, player: PlayerRow, count: int) -> History:
        played = await self._store.played(player.id, MOST_GAMES)
        summaries = await self.beside(_summaries, played)
        missing = [place for place, found in enumerate(summaries) if found is None]
        for place in missing[:AT_ONCE]:
            summaries[place] = await self._summarise(player, played[place])
        return await self.beside(_history, played, summaries, count)

    async def count(self, played: Played) -> None:
        """Keep what a game came to for one of its players, whether or not it is asked for. Raises
        StoreError."""
        player = await self._store.player(played.player)
        async with self._turn:
            if player is None:
                empty = json.encode(GameSummary(SUMMARY_FORMAT))
                await self._store.put_summary(played.player, played.game, empty)
            else:
                await self._summarise(player, played)

    async def reviewed(self, row: GameRow, review: Sequence[bytes]) -> None:
        """Keep what the players of a game lost, by all its deals' reviews, packed. It comes before
        the review is kept itself: one that breaks off in between is made again, and is the same.
        Raises StoreError."""
        deals = await self._store.deals(row.id)
        if deals is None:
            return
        async with self._turn:
            for id in row.players:
                player = await self._store.player(id)
                if player is not None:
                    summary = await self.beside(_summary_of, row, deals, review, player)
                    await self._store.put_summary(id, row.id, json.encode(summary))
            self.forget(row.players)

    async def _summarise(self, player: PlayerRow, played: Played) -> GameSummary:
        """Work out a game, and keep it."""
        row = await self._store.game(played.game)
        deals = await self._store.deals(played.game)
        summary = GameSummary(SUMMARY_FORMAT)
        if row is not None and deals is not None:
            kept = await self._store.setting(key_of_review(row.id))
            review = () if kept is None else read_packed(kept)
            summary = await self.beside(_summary_of, row, deals, review, player)
        await self._store.put_summary(player.id, played.game, json.encode(summary))
        return summary

    def forget(self, players: Iterable[str]) -> None:
        """Let go of what is in memory about players, since one of their games is another now."""
        for player in players:
            self._known.pop(player, None)

    async def beside(self, work: Callable[..., T], *values: object) -> T:
        """Work that takes its turn beside the loop, one piece after the other."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, work, *values)


def _records(deals: bytes) -> tuple[DealRecord, ...]:
    return tuple(deal.record for deal in read_deals(deals))


def _told_as_kept(kept: bytes) -> list[bytes]:
    return [json.encode(unpack_review(packed)) for packed in read_packed(kept)]


def _summaries(played: Sequence[Played]) -> list[GameSummary | None]:
    """What is kept of each game; None where nothing is, or something of another format."""
    return [
        None
        if one.summary is None or _read_head(one.summary).format != SUMMARY_FORMAT
        else _read_summary(one.summary)
        for one in played
    ]


def _summary_of(
    row: GameRow, deals: bytes, review: Sequence[bytes], player: PlayerRow
) -> GameSummary:
    kept = read_kept(row)
    seat = seat_in(row, kept, player.id, player.name)
    if seat is None:
        return GameSummary(SUMMARY_FORMAT)
    records = _records(deals)
    table = named(kept.names, kept.levels)
    statistics = total(deal_statistics(record, seat, table) for record in records)
    losses: dict[Aim, Losses] = {}
    if len(review) == len(records):
        losses = losses_of(map(unpack_review, review), [seat])
    return GameSummary(SUMMARY_FORMAT, statistics, placing_of(records[-1], seat), losses)


def _history(
    played: Sequence[Played], summaries: Sequence[GameSummary | None], count: int
) -> History:
    known = [
        (one, found) for one, found in zip(played, summaries, strict=True) if found is not None
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
        tuple(reviewed),
        count,
        len(played) - len(known),
        len(known) - len(outcomes),
    )


def _rules_of(summary: GameSummary) -> tuple[Family, str]:
    """The family of a game's rules, and their key."""
    ((key, statistics),) = summary.statistics.rule_sets.items()
    return statistics.rules.family, key
