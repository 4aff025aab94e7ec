"""The history of a player: the results of finished games, added up to statistics.

A finished game never changes. Its result for a player is computed once by a worker, at the latest
when the player first asks for statistics, and stays in the store. The sum of a player's results
stays in memory until the player finishes another game.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Literal

from cachetools import LRUCache
from msgspec import Struct, json
from msgspec.structs import replace

from gongzhu.server.edge.limits import SERVER, Asker
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.finished_deals import FinishedDeals
from gongzhu.server.games.history_jobs import (
    RESULT_FORMAT,
    PlayerResult,
    add_up,
    count_game,
    tell_history,
)
from gongzhu.server.games.packed_reviews import read_packed, write_packed
from gongzhu.server.games.review_jobs import read_reviews
from gongzhu.server.work.pool import WorkerPool
from gongzhu.store import GameRow, Played, PlayerRow, Store
from gongzhu.store.game_archive import key_of_review
from gongzhu.texts import Lang

MOST_GAMES = 5_000
"""Number of a player's newest games that statistics and exports include."""
AT_ONCE = 40
"""Largest number of games whose results one request computes, which takes less than a second."""
PAGE = 250
"""Number of games that are read and added up together. They have less than a megabyte of data."""
PLAYERS_KEPT = 200
"""Number of players whose sums are kept in an LRU cache in memory."""
LARGEST = 1 << 20
"""Largest size in bytes of a sum that is kept in memory. Most have a hundredth of that."""
_NOTHING = json.encode(PlayerResult(RESULT_FORMAT))
"""The result stored for a game if the game or the player is gone, so that it cannot be computed."""


class _Known(Struct):
    """The sum of the results of one player's games, as kept in memory."""

    count: int
    """Number of the player's games in the store when the sum was computed."""
    sums: bytes
    """The sum: a `HistorySum` in JSON."""
    pending: int
    """Number of games whose result is not computed yet."""
    told: dict[Lang, bytes] = {}
    """The statistics as shown to the player, by language: each a `MyStatistics` in JSON."""


class Histories:
    """Computes, stores and exports the histories of all players of a server."""

    def __init__(self, store: Store, pool: WorkerPool, finished: FinishedDeals) -> None:
        """The work is done in `pool`. `finished` provides the deals of games for exports."""
        self._store = store
        self._pool = pool
        self._finished = finished
        self._turn = asyncio.Lock()
        self._known: LRUCache[str, _Known] = LRUCache(PLAYERS_KEPT)
        self._exporting: set[str] = set()

    async def told(self, player: PlayerRow, lang: Lang, who: str) -> bytes:
        """The statistics of a player in the language `lang`: a `MyStatistics` in JSON.

        Its field `pending` is the number of games whose results later requests must still compute.
        `who` is the network address that the computing time is charged to. Raises StoreError and
        ApiError.
        """
        count = await self._store.count_played(player.id)
        known = self._known.get(player.id)
        if known is None or known.count != count:
            # One after the other: many requests at once use only one worker.
            async with self._turn:
                known = self._known.get(player.id)
                if known is None or known.count != count:
                    known = await self._count(player, count, who)
                if not known.pending and len(known.sums) <= LARGEST:
                    self._known[player.id] = known
        if lang not in known.told:
            asker = Asker("", who)
            told = await self._pool.do(tell_history, asker, known.sums, known.pending, lang)
            known.told[lang] = told
        return known.told[lang]

    async def export(
        self, player: PlayerRow, form: Literal["jsonl", "txt"], who: str
    ) -> AsyncIterator[str]:
        """The player's finished games as parts of one file, one part for each game, the oldest
        first.

        Raises ApiError 429 if another export for this player is running, and StoreError. `form` is
        the format. `who` is the network address that the computing time is charged to.
        """
        if player.id in self._exporting:
            raise ApiError(429, "too_often")
        games = [one.game for one in reversed(await self._played(player.id))]
        return self._games(player.id, games, form, who)

    async def _games(
        self, player: str, games: Sequence[str], form: Literal["jsonl", "txt"], who: str
    ) -> AsyncIterator[str]:
        """Yield the text of each of these games, in order. Yields nothing if another export for
        this player is running."""
        if player in self._exporting:
            return
        self._exporting.add(player)
        try:
            async for written in self._finished.written(games, form, who):
                yield written
        finally:
            self._exporting.discard(player)

    async def reviews(
        self, player: PlayerRow, who: str
    ) -> AsyncIterator[tuple[str, Sequence[bytes]]]:
        """The complete reviews of a player's games, the oldest game first.

        Yields pairs of the game's id and the reviews of its deals, each in JSON. `who` is the
        network address that the computing time is charged to. Raises StoreError and ApiError.
        """
        for one in reversed(await self._played(player.id)):
            kept = await self._store.setting(key_of_review(one.game))
            if kept is not None:
                packed, asker = read_packed(kept), Asker("", who)
                reviews = await self._pool.do_patiently(read_reviews, asker, packed)
                yield one.game, reviews

    async def _pages(self, player: str) -> AsyncIterator[list[Played]]:
        """Yield the newest MOST_GAMES games of a player in lists of at most PAGE, the newest
        first."""
        before = None
        for left in range(MOST_GAMES, 0, -PAGE):
            page = await self._store.played(player, min(PAGE, left), before)
            if page:
                yield page
                before = page[-1].finished_ms, page[-1].game
            if len(page) < PAGE:
                return

    async def _played(self, player: str) -> list[Played]:
        """The newest MOST_GAMES games of a player, the newest first, without their results."""
        return [replace(one, result=None) async for page in self._pages(player) for one in page]

    async def _count(self, player: PlayerRow, count: int, who: str) -> _Known:
        """Add up the results of a player's games, page by page, so that messages to workers stay
        small.

        At most AT_ONCE missing results are computed and stored. `count` is the number of the
        player's games, `who` the network address that is charged.
        """
        sums, left, pending = b"", AT_ONCE, 0
        async for page in self._pages(player.id):
            sums, missing = await self._add_up(page, sums, who)
            new = []
            for place in missing[:left]:
                one = page[place]
                review = await self._store.setting(key_of_review(one.game))
                result = await self._result(player, one.game, review, who) or _NOTHING
                await self._store.put_result(player.id, one.game, result)
                new.append(replace(one, result=result))
            left -= len(new)
            pending += len(missing) - len(new)
            if new:
                sums, _ = await self._add_up(new, sums, who)
        return _Known(count, sums, pending)

    async def _add_up(
        self, played: Sequence[Played], before: bytes, who: str
    ) -> tuple[bytes, list[int]]:
        """Add games to the sum `before` (a `HistorySum` in JSON, or empty bytes), in a worker.
        `who` is the network address that the computing time is charged to. Returns the new sum, and
        the indexes in `played` (from 0) of the games that were not added, because their results are
        not stored yet."""
        return await self._pool.do(add_up, Asker("", who), tuple(played), before)

    async def count(self, played: Played) -> None:
        """Compute and store the result of a game for one of its players, before the player asks for
        statistics.

        Raises StoreError and ApiError.
        """
        player = await self._store.player(played.player)
        counted = False
        while not counted:
            review = await self._store.setting(key_of_review(played.game))
            result = await self._result(player, played.game, review, "")
            async with self._turn:
                # A review may have been stored meanwhile.
                counted = await self._store.setting(key_of_review(played.game)) == review
                if counted:
                    await self._store.put_result(played.player, played.game, result or _NOTHING)

    async def reviewed(self, row: GameRow, review: Sequence[bytes]) -> None:
        """Store the compressed reviews of all deals of a game, and then the game's results, which
        contain the losses found by the review.

        If this is interrupted, the review is computed again with the same result. Raises StoreError
        and ApiError.
        """
        kept = write_packed(review)
        results = []
        for id in row.players:
            result = await self._result(await self._store.player(id), row.id, kept, "")
            if result is not None:
                results.append((id, result))
        # Under the lock, so that a count of games sees either all of the review or none of it.
        async with self._turn:
            for id, result in results:
                await self._store.put_result(id, row.id, result)
            await self._store.put_setting(key_of_review(row.id), kept)
            self.forget(row.players)

    async def _result(
        self, player: PlayerRow | None, game: str, review: bytes | None, who: str
    ) -> bytes | None:
        """Compute the result of a game for a player: a `PlayerResult` in JSON.

        `review` is the stored review of the game, if there is one. `who` is the network address
        that is charged, or empty for work of the server itself. Returns None if the player or the
        game is gone.
        """
        row, deals = await self._store.game(game), await self._store.deals(game)
        if player is None or row is None or deals is None:
            return None
        reviews = () if review is None else read_packed(review)
        # Work of the server itself must not be refused when busy, since it is not requested again.
        do = self._pool.do if who else self._pool.do_patiently
        return await do(count_game, Asker("", who) if who else SERVER, row, deals, reviews, player)

    def forget(self, players: Iterable[str]) -> None:
        """Drop from memory the sums of the players with these ids, since one of their games has
        changed."""
        for player in players:
            self._known.pop(player, None)
