"""Adds up the games of clubs. A worker computes the result of each game once. The results are
stored, and seasons and ratings are computed from them."""

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
"""Number of newest games that a season or the ratings include."""
AT_ONCE = 40
"""Largest number of games whose results one request computes, which takes less than a second."""
PAGE = 500
"""Number of games that are read by one query."""
KEPT = 100
"""Number of seasons, and of clubs' ratings, that are kept in memory."""
_NOTHING = write_result(NOT_COUNTED)
"""The stored result of a game that does not count."""


class SeasonSums(Struct, frozen=True):
    """The figures of a season. They are kept in memory once all its games are counted."""

    parts: tuple[SeasonSum, ...]
    """The figures for each game, Gong Zhu or Hearts."""
    games: int
    """Number of games that count."""
    pending: int = 0
    """Number of games that are not counted yet."""


class ClubRatings(Struct, frozen=True):
    """The ratings of a club. They are kept in memory once all its games are counted."""

    lists: tuple[RatedList, ...]
    pending: int = 0
    """Number of games that are not counted yet."""


class ClubCounts:
    """Computes the results of club games, and adds them up to seasons and ratings."""

    def __init__(self, store: Store, pool: WorkerPool, finished: FinishedDeals) -> None:
        self._store = store
        self._pool = pool
        self._finished = finished
        self._turn = asyncio.Lock()
        self._sums: LRUCache[tuple[object, ...], SeasonSums] = LRUCache(KEPT)
        self._ratings: LRUCache[tuple[object, ...], ClubRatings] = LRUCache(KEPT)

    async def add_up(self, club: Club, season: Season, visit: Visit) -> SeasonSums:
        """The figures of a season of a club. The computing time is charged to the visitor's
        address. Raises ApiError and StoreError."""
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
        """The ratings in a club, from all its games. The computing time is charged to the visitor's
        address. Raises ApiError and StoreError."""
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
        """The encoded results of the games finished at `first` or later and before `before`
        (milliseconds since 1970), in the order in which they ended, and the number of games not
        counted yet. At most AT_ONCE missing results are computed."""
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
        """Compute and store the result of a club game. Returns None, and stores nothing, while the
        game's deal is withheld because others have still to play it. Raises ApiError and
        StoreError."""
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
        """The club games that were finished at `first` or later and before `before` (milliseconds
        since 1970), the oldest first. Of more than MOST_GAMES, only the newest are included. Raises
        StoreError."""
        found: list[ClubGame] = []
        place = before, ""
        while len(found) < MOST_GAMES:
            page = await self._store.club_games(club, first, place, PAGE)
            found += page
            if len(page) < PAGE:
                break
            place = page[-1].finished_ms, page[-1].game_id
        return found[::-1]
