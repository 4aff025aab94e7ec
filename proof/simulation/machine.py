"""A machine that a server runs on: starts it, and starts it again when it has died."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Protocol

from gongzhu.server.app import create_app
from gongzhu.server.config.settings import Limits, ServerConfig, Timeouts
from gongzhu.server.parts import Parts
from gongzhu.store import Store, StoreError
from gongzhu.table import Table
from proof.simulation.faults import Faults
from proof.simulation.loop import Process, SimulatedLoop
from proof.simulation.network import Network

START = 1_800_000_000_000
"""Milliseconds since 1970, when the world begins."""
LONGEST_STOP = 20.0
"""Seconds until a server that was told to stop is killed."""
AGAIN = 1.0
"""Seconds until a server that could not start is started again."""
PLENTY = 1_000_000_000
CONFIG = ServerConfig(
    limits=Limits(
        messages=1000,
        connections=PLENTY,
        connections_in_all=PLENTY,
        handshakes_per_minute=PLENTY,
        requests_per_minute=PLENTY,
        frames=PLENTY,
        tables_per_hour=PLENTY,
        open_tables=PLENTY,
        open_tables_per_player=PLENTY,
        players_per_hour=PLENTY,
        recoveries_per_hour=PLENTY,
        changes_per_hour=PLENTY,
        explanations_per_minute=PLENTY,
        lobbies_per_minute=PLENTY,
        club_changes_per_hour=PLENTY,
        tournaments_per_minute=PLENTY,
        waiting_bytes=64 * 1024,
    ),
    # Short, so that tables leave the memory while everybody is away for a moment.
    timeouts=Timeouts(unload=20.0, sweep=5.0, upkeep=3.0),
    processes=2,
)


class Storage(Protocol):
    """The place of a server's rows."""

    def crashed(self, process: Process, chance: float) -> None:
        """A process is dead. `chance`: that what it was writing is there afterwards."""
        ...


class Machine:
    """One server at a time, and a wall clock that jumps."""

    def __init__(
        self,
        loop: SimulatedLoop,
        faults: Faults,
        network: Network,
        seed: str,
        *,
        storage: Storage,
        open_store: Callable[[], Awaitable[Store]],
    ) -> None:
        self.process: Process | None = None
        self.died: Callable[[list[Table]], None] = lambda shown: None
        """Told of each process that is dead, and of the tables as it had them."""
        self.failures: list[str] = []
        self._loop = loop
        self._faults = faults
        self._network = network
        self._storage = storage
        self._open_store = open_store
        self._seed = seed
        self._offset = 0.0
        self.starts = 0
        self._context: Parts | None = None
        self._stopping = asyncio.Event()

    @property
    def up(self) -> bool:
        """Whether a server listens, and is awake."""
        return self._context is not None and self.process is not None and not self.process.asleep

    def clock(self) -> int:
        """Milliseconds since 1970, as this machine has it."""
        return START + round((self._loop.time() + self._offset) * 1000)

    def jump(self, seconds: float) -> None:
        """Somebody sets the clock."""
        self._offset += seconds

    def start(self) -> None:
        """Begin a process."""
        self.starts += 1
        self.process = process = Process()
        self._stopping = asyncio.Event()
        entropy = Random(f"{self._seed} entropy {self.starts}").randbytes
        process.context.run(self._loop.create_task, self._serve(process, entropy))

    async def _serve(self, process: Process, entropy: Callable[[int], bytes]) -> None:
        try:
            store = await self._open_store()
            app = create_app(CONFIG, store, self.clock, entropy)
            async with app.router.lifespan_context(app):
                self._network.up(process, app)
                self._context = app.state.parts
                self._faults.trace("up")
                await self._stopping.wait()
                await self._goodbye(process, app.state.parts)
            await store.close()
            self._again(process)
        except StoreError as error:
            self._faults.trace("cannot start", error.problem)
            self._again(process)

    def _again(self, process: Process) -> None:
        """The process has ended by itself."""
        self._loop.call_soon(self.crash, process, 0.5, context=self._faults.context)

    async def _goodbye(self, process: Process, context: Parts) -> None:
        """What the server does first when it is told to stop."""
        self._network.leave(process)
        await context.tables.goodbye()
        with suppress(TimeoutError):
            async with asyncio.timeout(CONFIG.timeouts.goodbye):
                while context.socket.open:
                    await asyncio.sleep(0.05)

    def stop(self) -> None:
        """Tell the server to stop; if it does not, it is killed."""
        process = self.process
        if process is not None and self._context is not None:
            self._stopping.set()
            context = self._faults.context
            self._loop.call_later(LONGEST_STOP, self.crash, process, 0.5, context=context)

    def crash(self, process: Process, chance: float, pause: float = AGAIN) -> None:
        """End the process at once. `chance`: that what it is writing is on disk afterwards."""
        if not process.alive:
            return
        self._faults.trace("down")
        shown = self.shown()
        process.kill()
        self.failures += process.failures
        self._context = None
        self.process = None
        self._storage.crashed(process, chance)
        self._network.down(process)
        self.died(shown)
        self._loop.call_later(pause, self.start, context=self._faults.context)

    def restart(self) -> None:
        """Let the server that runs now, if one does, be the last one but one."""
        if self.process is not None:
            self.crash(self.process, 0.5)

    def end(self) -> None:
        """The world is over."""
        if self.process is not None:
            self.process.kill()
            self.failures += self.process.failures

    def shown(self) -> list[Table]:
        """The tables as the server has them in memory, and tells of them."""
        if self._context is None:
            return []
        return [room.shown for room in self._context.tables.rooms.values()]
