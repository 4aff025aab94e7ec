"""The history of a player: each finished game is counted once, by a clerk, and then kept.

A finished game never changes. What it came to for one of its players is worked out when that
player first asks, one game after the other, and stays in the store; after that a player's
statistics are the sum of what was kept, which stays in memory until a game is added.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Literal

from msgspec import json
from msgspec.structs import replace

from gongzhu.server.clerks.histories import SUMMARY_FORMAT, GameSummary, History, read_history
from gongzhu.server.clerks.jobs import (
    AddUp,
    CountGame,
    Job,
    Made,
    ReadReviews,
    WriteGame,
    read_places,
)
from gongzhu.server.clerks.pool import AGAIN, ClerkPool
from gongzhu.server.daily.calendar import DAY_MS
from gongzhu.server.games import day_runs, read_kept
from gongzhu.server.problems import ApiError
from gongzhu.server.reviews.packing import read_packed
from gongzhu.store import GameRow, Played, PlayerRow, Store
from gongzhu.store.writes import key_of_review

MOST_GAMES = 5_000
"""Of one player, the newest ones, that are counted and exported."""
AT_ONCE = 40
"""Games that one request counts at most, which is less than a second of work."""
PLAYERS_KEPT = 200
"""Players whose sums stay in memory."""
TRIES = 20
"""Times that a file asks for its next game, which has begun and can no longer be refused, and that
a review is counted, which took minutes to make."""


class Histories:
    """The histories of a server's players."""

    def __init__(self, store: Store, clerks: ClerkPool, clock: Callable[[], int]) -> None:
        self._store = store
        self._clerks = clerks
        self._clock = clock
        self._turn = asyncio.Lock()
        self._known: OrderedDict[str, History] = OrderedDict()
        self._exporting: set[str] = set()

    async def of(self, player: PlayerRow, who: str) -> History:
        """The history of a player; `pending` says how many games remain for the next time. `who` is
        the address that asks. Raises StoreError and ApiError."""
        count = await self._store.count_played(player.id)
        known = self._known.get(player.id)
        if known is None or known.count != count:
            # One after the other: however many ask, one of them has a clerk.
            async with self._turn:
                known = await self._count(player, count, who)
            if not known.pending:
                self._known[player.id] = known
        if player.id in self._known:
            self._known.move_to_end(player.id)
        while len(self._known) > PLAYERS_KEPT:
            self._known.popitem(last=False)
        return known

    async def export(
        self, player: PlayerRow, form: Literal["jsonl", "txt"], who: str
    ) -> AsyncIterator[str] | None:
        """A file of a player's finished games, the oldest first, game by game; None while the
        player is being given one already. Raises StoreError."""
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
        return self._games(player.id, games, form, who)

    async def _games(
        self, player: str, games: Sequence[str], form: Literal["jsonl", "txt"], who: str
    ) -> AsyncIterator[str]:
        """No more than two games are in memory."""
        if player in self._exporting:
            return
        self._exporting.add(player)
        before = b""
        try:
            for game in games:
                deals = await self._store.deals(game)
                if deals is not None:
                    # The records of the text form leave out what holds on from the one before.
                    after = before if form == "txt" else b""
                    made = await self._patiently(WriteGame(deals, form, after), who)
                    yield made.parts[0].decode()
                    before = deals
        finally:
            self._exporting.discard(player)

    async def reviews(
        self, player: PlayerRow, who: str
    ) -> AsyncIterator[tuple[str, Sequence[bytes]]]:
        """The reviews that are kept of the player's games, the oldest first: the game, and the
        review of each deal as it is kept, JSON. Raises StoreError and ApiError."""
        for one in reversed(await self._store.played(player.id, MOST_GAMES)):
            kept = await self._store.setting(key_of_review(one.game))
            if kept is not None:
                made = await self._patiently(ReadReviews(read_packed(kept)), who)
                yield one.game, made.parts

    async def _patiently(self, job: Job, who: str) -> Made:
        for _ in range(TRIES - 1):
            try:
                return await self._clerks.do(job, who)
            except ApiError as error:
                if error.code != "busy":
                    raise
                await asyncio.sleep(AGAIN)
        return await self._clerks.do(job, who)

    async def _count(self, player: PlayerRow, count: int, who: str) -> History:
        played = await self._store.played(player.id, MOST_GAMES)
        history, missing = await self._add_up(played, count, who)
        for place in missing[:AT_ONCE]:
            summary = await self._summarise(player, played[place], who)
            played[place] = replace(played[place], summary=summary)
        return (await self._add_up(played, count, who))[0] if missing else history

    async def _add_up(
        self, played: Sequence[Played], count: int, who: str
    ) -> tuple[History, list[int]]:
        """The sum of what is kept of games, and the places of those of which nothing is."""
        history, missing = (await self._clerks.do(AddUp(tuple(played), count), who)).parts
        return read_history(history), read_places(missing)

    async def count(self, played: Played) -> None:
        """Keep what a game came to for one of its players, whether or not it is asked for. Raises
        StoreError and ApiError."""
        player = await self._store.player(played.player)
        async with self._turn:
            if player is None:
                empty = json.encode(GameSummary(SUMMARY_FORMAT))
                await self._store.put_summary(played.player, played.game, empty)
            else:
                await self._summarise(player, played, "")

    async def reviewed(self, row: GameRow, review: Sequence[bytes]) -> None:
        """Keep what the players of a game lost, by all its deals' reviews, packed. It comes before
        the review is kept itself: one that breaks off in between is made again, and is the same.
        Raises StoreError and ApiError."""
        deals = await self._store.deals(row.id)
        if deals is None:
            return
        async with self._turn:
            for id in row.players:
                player = await self._store.player(id)
                if player is not None:
                    job = CountGame(row, deals, tuple(review), player)
                    made = await self._patiently(job, "")
                    await self._store.put_summary(id, row.id, made.parts[0])
            self.forget(row.players)

    async def _summarise(self, player: PlayerRow, played: Played, who: str) -> bytes:
        """Work out a game, and keep it."""
        row = await self._store.game(played.game)
        deals = await self._store.deals(played.game)
        summary = json.encode(GameSummary(SUMMARY_FORMAT))
        if row is not None and deals is not None:
            kept = await self._store.setting(key_of_review(row.id))
            review = () if kept is None else read_packed(kept)
            job = CountGame(row, deals, review, player)
            summary = (await self._clerks.do(job, who)).parts[0]
        await self._store.put_summary(player.id, played.game, summary)
        return summary

    def forget(self, players: Iterable[str]) -> None:
        """Let go of what is in memory about players, since one of their games is another now."""
        for player in players:
            self._known.pop(player, None)
