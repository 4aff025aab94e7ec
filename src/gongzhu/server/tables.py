"""Puts together the parts of a server that keep its tables."""

import asyncio

from gongzhu.server.cluster.bus import Bus
from gongzhu.server.directory import TableDirectory
from gongzhu.server.idle import IdleTables
from gongzhu.server.open_tables import OpenTables
from gongzhu.server.opening import TableOpener
from gongzhu.server.public_tables import PublicTables
from gongzhu.server.registry import TableRegistry
from gongzhu.server.rooms import Rooms
from gongzhu.server.running_games import load_running
from gongzhu.server.services import Services


class Tables:
    """The objects that keep the tables of one server, connected with each other."""

    def __init__(self, services: Services) -> None:
        self.bus = bus = Bus(services.store)
        self.listed = OpenTables()
        self.rooms = Rooms(services)
        self.directory = TableDirectory(services, self.listed, self.rooms, bus)
        self.registry = TableRegistry(services, self.listed, self.rooms, self.directory)
        self.opener = TableOpener(services, self.directory, self.registry)
        self.public = PublicTables(self.directory.living, services.clock)
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
