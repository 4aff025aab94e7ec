"""Loads the tables with a running game when the server starts, so that players who come back find
them ready."""

import asyncio

import structlog

from gongzhu.server.open_tables import OpenTables
from gongzhu.server.registry import BATCH, TableRegistry
from gongzhu.server.rooms import Rooms
from gongzhu.store import StoreError

AT_ONCE = 4
"""How many batches are read concurrently: while one waits for the disk, another is decoded."""

log = structlog.get_logger()


async def load_running(listed: OpenTables, rooms: Rooms, registry: TableRegistry) -> None:
    """Load all open tables with a running game into memory; errors are logged."""
    running = sorted(
        name for name, kept in listed if kept.listing.stage in ("calling", "playing", "scored")
    )
    batches = iter([running[at : at + BATCH] for at in range(0, len(running), BATCH)])

    async def load() -> None:
        for batch in batches:
            names = [name for name in batch if name in listed and rooms.is_away(name)]
            try:
                if names:
                    await asyncio.shield(registry.load(names))
            except StoreError as error:
                log.error("not_loaded", tables=len(names), problem=error.problem)

    await asyncio.gather(*(load() for _ in range(AT_ONCE)))
