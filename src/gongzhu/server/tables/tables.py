"""Puts together the parts of a server that keep its tables."""

import asyncio

import structlog

from gongzhu.server.cluster.bus import Bus
from gongzhu.server.live.services import Services
from gongzhu.server.tables.directory import OpenTables, TableDirectory
from gongzhu.server.tables.idle import IdleTables
from gongzhu.server.tables.opening import TableOpener
from gongzhu.server.tables.registry import BATCH, TableRegistry
from gongzhu.server.tables.rooms import Rooms
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


class Tables:
    """The objects that keep the tables of one server, connected with each other."""

    def __init__(self, services: Services) -> None:
        self.bus = bus = Bus(services.store)
        self.listed = OpenTables()
        self.rooms = Rooms(services)
        self.directory = TableDirectory(services, self.listed, self.rooms, bus)
        self.registry = TableRegistry(services, self.listed, self.rooms, self.directory)
        self.opener = TableOpener(services, self.directory, self.registry)
        self.idle = IdleTables(services, self.listed, self.rooms, self.registry, bus)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Read the list of tables, and start the background tasks. Raises StoreError."""
        closed = await self.directory.start()
        self.registry.put_away(closed)
        loop = asyncio.get_running_loop()
        running = load_running(self.listed, self.rooms, self.registry)
        self._tasks = [loop.create_task(running), loop.create_task(self.idle.run())]

    async def stop(self) -> None:
        """Stop the background tasks, and write the queued entries of all tables to disk."""
        self.bus.stop()
        for task in self._tasks:
            task.cancel()
        await self.registry.stop()
