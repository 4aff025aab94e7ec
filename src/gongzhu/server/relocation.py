"""Tables that go from one server to another, because somebody has come to them there."""

import asyncio

from gongzhu.server.peers import Peers, Wanted
from gongzhu.server.registry import TableRegistry
from gongzhu.server.room import Room
from gongzhu.server.rooms import Rooms
from gongzhu.store import StoreError

HANDING_ON = 5.0
"""Seconds for which somebody who has come to a table waits for the server that has it: for longer
than a dead one keeps it."""
FIRST_PAUSE, LONGEST_PAUSE = 0.03, 0.25
"""Seconds between two looks at whether it has let go."""
KEPT = 5.0
"""Seconds for which a server keeps a table, when people come to it there and elsewhere."""


class Relocation:
    """Finds the server that has a table, has it let go of the table, and lets go of tables here."""

    def __init__(self, registry: TableRegistry, rooms: Rooms, peers: Peers) -> None:
        self._registry = registry
        self._rooms = rooms
        self._peers = peers
        self._wanted: dict[str, asyncio.Task[Room | None]] = {}
        """Tables to which somebody has come here."""

    async def room_wanted(self, name: str) -> Room | None:
        """As `TableRegistry.room`, for somebody who has come to the table here, so that it is to be
        here: a server that has it is given time to let go of it, or to be found dead."""
        task = self._wanted.get(name)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._want(name))
            self._wanted[name] = task
            task.add_done_callback(lambda _: self._wanted.pop(name))
        return await asyncio.shield(task)

    async def _want(self, name: str) -> Room | None:
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + HANDING_ON, FIRST_PAUSE
        while True:
            try:
                return await self._registry.room(name)
            except StoreError as error:
                if (
                    error.problem != "moved"
                    or loop.time() + pause > until
                    or self._registry.stopping
                ):
                    raise
            self._peers.tell(Wanted(name))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def hand_on(self, table: str) -> None:
        """Let another server have a table that somebody has come to there: at once if nobody is at
        it here. Else not before it has been here for a while, so that it does not go to and fro."""
        room = self._rooms.get(table)
        if room is not None and not (room.sockets and room.age < KEPT):
            await self._registry.leave([room], "moved")
