"""The history of a player: each finished game is counted once, by a worker, and then kept.

A finished game never changes. What it came to for one of its players is worked out when that
player first asks, one game after the other, and stays in the store; after that a player's
statistics are the sum of what was kept, which stays in memory until a game is added.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Literal

from msgspec import Struct, json
from msgspec.structs import replace

from gongzhu.server.finished_deals import FinishedDeals
from gongzhu.server.problems import ApiError
from gongzhu.server.reviews.packing import read_packed, write_packed
from gongzhu.server.work.files import write_game
from gongzhu.server.work.histories import (
    SUMMARY_FORMAT,
    GameSummary,
    add_up,
    count_game,
    tell_history,
)
from gongzhu.server.work.pool import WorkerPool
from gongzhu.server.work.queue import SERVER, Asker
from gongzhu.server.work.reviewing import read_reviews
from gongzhu.store import GameRow, Played, PlayerRow, Store
from gongzhu.store.writes import key_of_review
from gongzhu.texts import Lang

MOST_GAMES = 5_000
"""Of one player, the newest ones, that are counted and exported."""
AT_ONCE = 40
"""Games that one request counts at most, which is less than a second of work."""
PAGE = 250
"""Games that are read and added up together: less than a megabyte."""
PLAYERS_KEPT = 200
"""Players whose sums stay in memory."""
LARGEST = 1 << 20
"""Bytes of a sum that stays in memory; most have a hundredth of that."""
_NOTHING = json.encode(GameSummary(SUMMARY_FORMAT))
"""A game of which the player's part cannot be told any more."""


class _Known(Struct):
    """The sum of a player's games."""

    count: int
    """Of games in the store."""
    sums: bytes
    """A `HistorySum` in JSON."""
    pending: int
    """Games that are not in it yet."""
    told: dict[Lang, bytes] = {}
    """In words."""


class Histories:
    """The histories of a server's players."""

    def __init__(self, store: Store, pool: WorkerPool, finished: FinishedDeals) -> None:
        self._store = store
        self._pool = pool
        self._finished = finished
        self._turn = asyncio.Lock()
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._exporting: set[str] = set()

    async def told(self, player: PlayerRow, lang: Lang, who: str) -> bytes:
        """The history of a player in words: `MyStatistics`, in JSON; `pending` says how many games
        remain for the next time. `who` is the address that asks. Raises StoreError and ApiError."""
        count = await self._store.count_played(player.id)
        known = self._known.get(player.id)
        if known is None or known.count != count:
            # One after the other: however many ask, one of them has a worker.
            async with self._turn:
                known = self._known.get(player.id)
                if known is None or known.count != count:
                    known = await self._count(player, count, who)
                if not known.pending and len(known.sums) <= LARGEST:
                    self._known[player.id] = known
        if player.id in self._known:
            self._known.move_to_end(player.id)
        while len(self._known) > PLAYERS_KEPT:
            self._known.popitem(last=False)
        if lang not in known.told:
            asker = Asker("", who)
            told = await self._pool.do(tell_history, asker, known.sums, known.pending, lang)
            known.told[lang] = told
        return known.told[lang]

    async def export(
        self, player: PlayerRow, form: Literal["jsonl", "txt"], who: str
    ) -> AsyncIterator[str] | None:
        """A file of a player's finished games, the oldest first, game by game; None while the
        player is being given one already. Raises StoreError."""
        if player.id in self._exporting:
            return None
        games = [one.game for one in reversed(await self._played(player.id))]
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
                try:
                    deals = await self._finished.of_game(game)
                except ApiError:  # it has gone meanwhile, or is told when its day is over
                    continue
                # The records of the text form leave out what holds on from the one before.
                after = before if form == "txt" else b""
                asker = Asker("", who)
                written = await self._pool.do_patiently(write_game, asker, deals, form, after)
                yield written.decode()
                before = deals
        finally:
            self._exporting.discard(player)

    async def reviews(
        self, player: PlayerRow, who: str
    ) -> AsyncIterator[tuple[str, Sequence[bytes]]]:
        """The reviews that are kept of the player's games, the oldest first: the game, and the
        review of each deal as it is kept, JSON. Raises StoreError and ApiError."""
        for one in reversed(await self._played(player.id)):
            kept = await self._store.setting(key_of_review(one.game))
            if kept is not None:
                packed, asker = read_packed(kept), Asker("", who)
                reviews = await self._pool.do_patiently(read_reviews, asker, packed)
                yield one.game, reviews

    async def _pages(self, player: str) -> AsyncIterator[list[Played]]:
        """The newest games of a player, the newest of them first."""
        before = None
        for left in range(MOST_GAMES, 0, -PAGE):
            page = await self._store.played(player, min(PAGE, left), before)
            if page:
                yield page
                before = page[-1].finished_ms, page[-1].game
            if len(page) < PAGE:
                return

    async def _played(self, player: str) -> list[Played]:
        """The newest games of a player, the newest of them first, and not what they came to."""
        return [replace(one, summary=None) async for page in self._pages(player) for one in page]

    async def _count(self, player: PlayerRow, count: int, who: str) -> _Known:
        """Add up what is kept of games, page by page: no message to a worker is larger than that.
        The first games of which nothing is kept are worked out."""
        sums, left, pending = b"", AT_ONCE, 0
        async for page in self._pages(player.id):
            sums, missing = await self._add_up(page, sums, who)
            new = []
            for place in missing[:left]:
                one = page[place]
                review = await self._store.setting(key_of_review(one.game))
                summary = await self._summary(player, one.game, review, who) or _NOTHING
                await self._store.put_summary(player.id, one.game, summary)
                new.append(replace(one, summary=summary))
            left -= len(new)
            pending += len(missing) - len(new)
            if new:
                sums, _ = await self._add_up(new, sums, who)
        return _Known(count, sums, pending)

    async def _add_up(
        self, played: Sequence[Played], before: bytes, who: str
    ) -> tuple[bytes, list[int]]:
        """The sum with more games, and the places of those of which nothing is kept."""
        return await self._pool.do(add_up, Asker("", who), tuple(played), before)

    async def count(self, played: Played) -> None:
        """Keep what a game came to for one of its players, whether or not it is asked for. Raises
        StoreError and ApiError."""
        player = await self._store.player(played.player)
        counted = False
        while not counted:
            review = await self._store.setting(key_of_review(played.game))
            summary = await self._summary(player, played.game, review, "")
            async with self._turn:
                # A review may have come meanwhile.
                counted = await self._store.setting(key_of_review(played.game)) == review
                if counted:
                    await self._store.put_summary(played.player, played.game, summary or _NOTHING)

    async def reviewed(self, row: GameRow, review: Sequence[bytes]) -> None:
        """Keep the reviews of all deals of a game, packed, and what they say that its players lost.
        That comes first: a review that breaks off in between is made again, and is the same. Raises
        StoreError and ApiError."""
        kept = write_packed(review)
        summaries = []
        for id in row.players:
            summary = await self._summary(await self._store.player(id), row.id, kept, "")
            if summary is not None:
                summaries.append((id, summary))
        # Whoever counts games meanwhile has them with the review, or without it.
        async with self._turn:
            for id, summary in summaries:
                await self._store.put_summary(id, row.id, summary)
            await self._store.put_setting(key_of_review(row.id), kept)
            self.forget(row.players)

    async def _summary(
        self, player: PlayerRow | None, game: str, review: bytes | None, who: str
    ) -> bytes | None:
        """Work out what a game came to for a player, by its review as far as there is one: JSON;
        None where the player or the game is gone."""
        row, deals = await self._store.game(game), await self._store.deals(game)
        if player is None or row is None or deals is None:
            return None
        reviews = () if review is None else read_packed(review)
        # The server itself does not come again.
        do = self._pool.do if who else self._pool.do_patiently
        return await do(count_game, Asker("", who) if who else SERVER, row, deals, reviews, player)

    def forget(self, players: Iterable[str]) -> None:
        """Let go of what is in memory about players, since one of their games is another now."""
        for player in players:
            self._known.pop(player, None)
