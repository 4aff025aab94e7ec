"""Removes tables without connections from memory after a while, and closes them in the end."""

import asyncio
from collections.abc import Callable

import structlog

from gongzhu.server.cluster.bus import Bus
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing
from gongzhu.server.monitoring.logs import short
from gongzhu.server.tables.directory import OpenTables
from gongzhu.server.tables.registry import TableRegistry
from gongzhu.server.tables.rooms import Rooms
from gongzhu.store import StoreError
from gongzhu.table.commands import Expire

SECOND = 1000
log = structlog.get_logger()


class IdleTables:
    """Looks at regular intervals for tables without connections."""

    def __init__(
        self,
        services: Services,
        listed: OpenTables,
        rooms: Rooms,
        registry: TableRegistry,
        bus: Bus,
    ) -> None:
        self._timeouts = services.config.timeouts
        self._clock: Callable[[], int] = services.clock
        self._listed = listed
        self._rooms = rooms
        self._registry = registry
        self._bus = bus
        self._alone = services.store.alone

    async def run(self) -> None:
        """Look for idle tables at regular intervals until this is cancelled."""
        while True:
            await asyncio.sleep(self._timeouts.sweep)
            await self.sweep()

    def _runs_out(self, listing: Listing) -> bool:
        """True if a table's move clock may be running on another server, or on one that ended.

        Always false if this server is the only one on its store.
        """
        return not self._alone and listing.timed and listing.stage in ("calling", "playing")

    async def sweep(self) -> None:
        """Remove tables that have been without connections for a while from memory, and close those
        that have been so for very long."""
        timeouts, now = self._timeouts, self._clock()
        for name, kept in self._listed:
            room = self._rooms.get(name)
            if room is not None:
                kept.touched = now if room.busy else max(kept.touched, room.audience.idle_since)
            elif name in self._bus.visited:
                kept.touched = now
            idle = (now - kept.touched) / SECOND
            try:
                if room is None and self._runs_out(kept.listing):
                    # The server that had the table may have ended, and its clock must go on.
                    await self._registry.room_here(name)
                if idle >= timeouts.close:
                    room = await self._registry.room_here(name)
                    if room is None:
                        kept.touched = now
                    elif not room.busy:
                        room.do(Expire())
                elif room is not None and idle >= timeouts.unload:
                    await self._registry.unload(room)
            except StoreError as error:
                log.error("not_swept", table=short(name), problem=error.problem)
