"""Background maintenance of the store: compresses finished games, and deletes old ones and closed
tables at which no game was finished."""

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
"""How many games are compressed before a pause."""
PAUSE = 0.2
"""Seconds of pause after `AT_ONCE` games were compressed, so that players' moves get their turn on
the disk."""
log = structlog.get_logger()


class Upkeep:
    """Runs the maintenance at regular intervals."""

    def __init__(self, services: Services, histories: Histories, counts: ClubCounts) -> None:
        self._services = services
        self._histories = histories
        self._counts = counts
        self._cleared: int | None = None
        """The day on which closed tables without a game were last deleted, counted from 1970."""

    async def run(self) -> None:
        """Maintain the store until this is cancelled, which loses no data."""
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
        """Once a day, delete closed tables where no game was finished: no page shows them."""
        today = day_of(self._services.clock())
        if today != self._cleared:
            tables = await self._services.store.purge_unplayed(today)
            if tables:
                log.info("tables_deleted", tables=tables)
            self._cleared = today

    async def _pack(self) -> None:
        """Compress all finished games that are not compressed yet."""
        while await self._services.store.pack(AT_ONCE) == AT_ONCE:
            await asyncio.sleep(PAUSE)

    async def _purge(self) -> None:
        """Delete the games that are older than the operator wants to keep them, after counting them
        in their players' statistics and for their clubs."""
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
