"""Background maintenance of the store: compresses finished games, deletes games that are too old,
and deletes closed tables at which no game was finished."""

import asyncio

import structlog

from gongzhu.server.calendar import DAY_MS, day_of
from gongzhu.server.clubs.counting import ClubCounts
from gongzhu.server.edge.limits import SERVER
from gongzhu.server.edge.problems import ApiError, problem_of
from gongzhu.server.games.history import Histories
from gongzhu.server.live.services import Services
from gongzhu.store import StoreError

AT_ONCE = 5
"""Number of games that are compressed before a pause."""
PAUSE = 0.2
"""Seconds between two groups of games, so that players' moves can be written to the disk in
between."""
log = structlog.get_logger()


class Upkeep:
    """The maintenance of the store of one server, at the interval `Timeouts.upkeep`."""

    def __init__(self, services: Services, histories: Histories, counts: ClubCounts) -> None:
        self._services = services
        self._histories = histories
        self._counts = counts
        self._cleared: int | None = None
        """The day, counted from 1970-01-01, on which closed tables without a game were last
        deleted; None before the first time."""

    async def run(self) -> None:
        """Maintain the store until the task is cancelled, which loses no data."""
        while True:
            await asyncio.sleep(self._services.config.timeouts.upkeep)
            try:
                await self._clear()
                await self._pack()
                await self._purge()
            except (StoreError, ApiError) as error:
                log.error("not_kept_up", problem=problem_of(error))
            except Exception:  # a mistake of the program: there will be another look
                log.exception("upkeep_failed")

    async def _clear(self) -> None:
        """Once a day, delete the closed tables at which no game was finished; no page shows
        them."""
        today = day_of(self._services.clock())
        if today != self._cleared:
            tables = await self._services.store.purge_unplayed(today)
            if tables:
                log.info("tables_deleted", tables=tables)
            self._cleared = today

    async def _pack(self) -> None:
        """Compress all finished games that were not compressed yet."""
        while await self._services.store.pack(AT_ONCE) == AT_ONCE:
            await asyncio.sleep(PAUSE)

    async def _purge(self) -> None:
        """Delete the games that are older than the operator keeps them. Before that, they are
        counted in the statistics of their players and clubs."""
        days, store = self._services.config.keep_games, self._services.store
        if days is None:
            return
        before = self._services.clock() - days * DAY_MS
        while uncounted := await store.uncounted(before, AT_ONCE):
            for played in uncounted:
                await self._histories.count(played)
            await asyncio.sleep(PAUSE)
        while of_clubs := await store.uncounted_club_games(before, AT_ONCE):
            counted = [await self._counts.count(club, game, SERVER) for club, game in of_clubs]
            if None in counted:  # the round is not over
                break
            await asyncio.sleep(PAUSE)
        games = await store.purge(before)
        if games:
            log.info("games_deleted", games=games, days=days)
