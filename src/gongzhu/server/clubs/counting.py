"""Counts the games of clubs: the result of each is computed once by a worker and kept, and seasons
and ratings are added up from results."""

import asyncio
from collections.abc import Sequence

from cachetools import LRUCache
from msgspec import Struct

from gongzhu.clubs.club import Club, Season
from gongzhu.clubs.ratings import RatedList
from gongzhu.clubs.results import NOT_COUNTED, is_counted, write_result
from gongzhu.clubs.season import SeasonSum
from gongzhu.server.clubs.jobs import add_up_games, count_club_game, rate_games
from gongzhu.server.edge.limits import Asker
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.finished_deals import FinishedDeals
from gongzhu.server.identity.visit import Visit
from gongzhu.server.work.pool import WorkerPool
from gongzhu.store import Store
from gongzhu.store.clubs import ClubGame, PutClubResult
from gongzhu.store.writes import LARGEST

MOST_GAMES = 5_000
"""The number of newest games that a season counts, and on which ratings rest."""
AT_ONCE = 40
"""The largest number of games whose result one request computes, which takes less than a
second."""
PAGE = 500
KEPT = 100
"""The number of sums that are kept in memory."""
_NOTHING = write_result(NOT_COUNTED)


class SeasonSums(Struct, frozen=True):
    """The table of a season, as kept in memory once all its games are counted."""

    parts: tuple[SeasonSum, ...]
    games: int
    """The number of games that count."""
    pending: int = 0
    """The number of games that are not counted yet."""


class ClubRatings(Struct, frozen=True):
    """The ratings of a club, as kept in memory once all its games are counted."""

    lists: tuple[RatedList, ...]
    pending: int = 0


class ClubCounts:
    """Counts the games of clubs, and adds them up."""

    def __init__(self, store: Store, pool: WorkerPool, finished: FinishedDeals) -> None:
        self._store = store
        self._pool = pool
        self._finished = finished
        self._turn = asyncio.Lock()
        self._sums: LRUCache[tuple[object, ...], SeasonSums] = LRUCache(KEPT)
        self._ratings: LRUCache[tuple[object, ...], ClubRatings] = LRUCache(KEPT)

    async def add_up(self, club: Club, season: Season, visit: Visit) -> SeasonSums:
        """The table of a season. Raises ApiError and StoreError."""
        span = season.begins, season.ends
        numbers = tuple(book.number for book in club.books if book.season == season.number)
        # One after the other: many requests at once use only one worker.
        async with self._turn:
            count = await self._store.count_club_games(club.id, *span)
            key = club.id, season, count, numbers
            if key in self._sums:
                return self._sums[key]
            results, pending = await self._counted(club.id, *span, visit)
            books = await self._store.club_books(club.id, season.number)
            bodies = tuple(body for _, body in books)
            asker = Asker("", visit.address)
            parts = await self._pool.do(add_up_games, asker, results, bodies)
            games = sum(result != _NOTHING for result in results)
            sums = SeasonSums(parts, games, pending)
            if len(results) >= min(count, MOST_GAMES):
                self._sums[key] = sums
        return sums

    async def rate(self, club: Club, visit: Visit) -> ClubRatings:
        """The ratings in a club. Raises ApiError and StoreError."""
        async with self._turn:
            count = await self._store.count_club_games(club.id, 0, LARGEST)
            key = club.id, count
            if key in self._ratings:
                return self._ratings[key]
            results, pending = await self._counted(club.id, 0, LARGEST, visit)
            asker = Asker("", visit.address)
            lists = ClubRatings(await self._pool.do(rate_games, asker, results), pending)
            if len(results) >= min(count, MOST_GAMES):
                self._ratings[key] = lists
        return lists

    async def _counted(
        self, club: str, first: int, before: int, visit: Visit
    ) -> tuple[tuple[bytes, ...], int]:
        """The results of the games in a span of time, in the order in which the games ended, and
        how many are still to be computed; this computes at most `AT_ONCE` of them."""
        results, computed, pending = list[bytes](), 0, 0
        for game in await self.games(club, first, before):
            result = game.result
            if not is_counted(result):
                if computed == AT_ONCE:
                    pending += 1
                    continue
                result = await self.count(club, game, Asker("", visit.address))
                computed += result is not None
            if result is not None:
                results.append(result)
        return tuple(results), pending

    async def count(self, club: str, game: ClubGame, asker: Asker) -> bytes | None:
        """Compute and store the result of a game; None if it must not be known yet, as of a deal
        that others have still to play. Raises ApiError and StoreError."""
        try:
            row, _ = await self._finished.game(game.game_id)
            deals = await self._finished.of_game(game.game_id)
        except ApiError as error:
            if error.status != 404:
                return None
            result = _NOTHING
        else:
            result = await self._pool.do(count_club_game, asker, row, deals)
        change = PutClubResult(club, game.finished_ms, game.game_id, result)
        await self._store.change(change)
        return result

    async def games(self, club: str, first: int, before: int) -> Sequence[ClubGame]:
        """The newest games of a club in a span of time, at most `MOST_GAMES`, the oldest first.
        Raises StoreError."""
        found: list[ClubGame] = []
        place = before, ""
        while len(found) < MOST_GAMES:
            page = await self._store.club_games(club, first, place, PAGE)
            found += page
            if len(page) < PAGE:
                break
            place = page[-1].finished_ms, page[-1].game_id
        return found[::-1]
