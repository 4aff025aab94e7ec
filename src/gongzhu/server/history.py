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

from gongzhu.records import DealRecord
from gongzhu.server.bodies import GameOutcome
from gongzhu.server.games import read_deals, read_kept, seat_in
from gongzhu.stats import Placing, Statistics, deal_statistics, named, placing_of, total
from gongzhu.store import GameRow, Played, PlayerRow, Store

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


class History(Struct, frozen=True):
    """All that the finished games of a player come to."""

    statistics: Statistics
    outcomes: tuple[GameOutcome, ...]
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

    def __init__(self, store: Store) -> None:
        self._store = store
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
        return self._games(player.id, [one.game for one in reversed(played)])

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

    async def _summarise(self, player: PlayerRow, played: Played) -> GameSummary:
        """Work out a game, and keep it."""
        row = await self._store.game(played.game)
        deals = await self._store.deals(played.game)
        summary = GameSummary(SUMMARY_FORMAT)
        if row is not None and deals is not None:
            summary = await self.beside(_summary_of, row, deals, player)
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


def _summaries(played: Sequence[Played]) -> list[GameSummary | None]:
    """What is kept of each game; None where nothing is, or something of another format."""
    return [
        None
        if one.summary is None or _read_head(one.summary).format != SUMMARY_FORMAT
        else _read_summary(one.summary)
        for one in played
    ]


def _summary_of(row: GameRow, deals: bytes, player: PlayerRow) -> GameSummary:
    kept = read_kept(row)
    seat = seat_in(row, kept, player.id, player.name)
    if seat is None:
        return GameSummary(SUMMARY_FORMAT)
    records = _records(deals)
    table = named(kept.names, kept.levels)
    statistics = total(deal_statistics(record, seat, table) for record in records)
    return GameSummary(SUMMARY_FORMAT, statistics, placing_of(records[-1], seat))


def _history(
    played: Sequence[Played], summaries: Sequence[GameSummary | None], count: int
) -> History:
    known = [
        (one, found) for one, found in zip(played, summaries, strict=True) if found is not None
    ]
    outcomes = [
        GameOutcome(
            one.game,
            one.finished_ms,
            next(iter(found.statistics.rule_sets.values())).rules.family,
            next(iter(found.statistics.rule_sets)),
            **msgspec.structs.asdict(found.placing),
        )
        for one, found in known
        if found.placing is not None
    ]
    return History(
        total(found.statistics for _, found in known),
        tuple(reversed(outcomes[:MOST_OUTCOMES])),
        count,
        len(played) - len(known),
        len(known) - len(outcomes),
    )
