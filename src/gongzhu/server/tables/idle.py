"""Removes tables without connections from memory after a while, and closes those that have none for
very long."""

from typing import TYPE_CHECKING

import structlog

from gongzhu.server.live.services import Services
from gongzhu.server.monitoring.logs import short
from gongzhu.store import StoreError
from gongzhu.table.commands import Expire

if TYPE_CHECKING:
    from gongzhu.server.tables.tables import Tables

SECOND = 1000
CLOCKED = ("calling", "playing")
"""The stages of a game in which a move clock may run."""
log = structlog.get_logger()


async def sweep(tables: "Tables", services: Services) -> None:
    """Remove tables from memory that have had no connections for `unload` seconds, and close those
    that have had none for `close` seconds (see `Timeouts`). A server calls this at regular
    intervals."""
    timeouts, now, alone = services.config.timeouts, services.clock(), services.store.alone
    for name, kept in tables.listed:
        room, listing = tables.rooms.get(name), kept.listing
        if room is not None:
            kept.touched = now if room.busy else max(kept.touched, room.audience.idle_since)
        elif name in tables.bus.visited:
            kept.touched = now
        idle = (now - kept.touched) / SECOND
        try:
            if room is None and not alone and listing.timed and listing.stage in CLOCKED:
                # The server that had the table may have ended, and its move clock must go on.
                await tables.room_here(name)
            if idle >= timeouts.close:
                room = await tables.room_here(name)
                if room is None:
                    kept.touched = now
                elif not room.busy:
                    room.do(Expire())
            elif room is not None and idle >= timeouts.unload:
                await tables.unload(room)
        except StoreError as error:
            log.error("not_swept", table=short(name), problem=error.problem)
