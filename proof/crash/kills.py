"""A server under load that is killed again and again, and judged by what its players were told."""

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from msgspec.structs import replace

from proof.crash.fork_server import Launch
from proof.crash.kill_points import POINTS
from proof.crash.under_load import Entries, UnderLoad
from proof.players.log_judge import Log

ANY_TIME, STARTING = "any time", "starting"
DECK = (*POINTS, *POINTS, *[ANY_TIME] * 6, *[STARTING] * 2)
"""The ways to die, in the shares that they have of all kills."""
WITHIN = 1.5
"""Seconds of the longest life that ends at any time."""
LONGEST = 300.0
"""Seconds in which a point must be come by, however busy the machine is."""
START = 0.1
"""Seconds in which a server that is killed while it starts may come far, or be ready."""
PASSAGES = {"snapshot": 8, "pack": 3, "log": 20, "commit": 100}
"""Passages of a point that is rarely come by, at most, by its last word; of the others:"""
MANY = 400


class SqliteLogs:
    """The logs in a server's folder."""

    def __init__(self, log: Log) -> None:
        self._log = log

    async def read(self, after: Mapping[str, int]) -> Mapping[str, Entries]:
        """See `Logs`."""
        return {table: self._log.entries(table, seq) for table, seq in after.items()}


class KilledServer(UnderLoad):
    """Tables that play at a server that is killed."""

    def __init__(
        self,
        data: Path,
        seed: str,
        tables: int,
        module: str = "tests.support.unlimited_server",
    ) -> None:
        """`module` has the server's `serve`."""
        log = data.with_name(f"{data.name}.log")
        super().__init__(Launch(0, str(data), str(log), module), seed, tables)
        self._rng = Random(seed)
        self._deck: list[str] = []
        self._way = ANY_TIME
        """How the present life is to end."""

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[SqliteLogs]:
        log = Log(Path(self._launch.place))
        try:
            yield SqliteLogs(log)
        finally:
            log.close()

    async def kills(self, count: int) -> AsyncIterator[None]:
        """So many kills, one for each turn; after the last one the server lives on."""
        for _ in range(count - 1):
            await self.kill()
            yield
        await self.kill(ANY_TIME)
        yield

    async def kill(self, then: str = "", passage: int = 0) -> None:
        """Wait until the server dies as it is meant to, start it again, judge.

        `then`: how the next life is to end, and at which passage of a point; else by the seed.
        """
        await self._death()
        self.outcome.happened[self._way] += 1
        self._way = then or self._deal()
        launch = self._launch
        if self._way in POINTS:
            most = PASSAGES.get(self._way.rpartition(" ")[2], MANY)
            launch = replace(launch, point=self._way, passage=passage or self._rng.randint(1, most))
        await self.server.begin(launch)
        if self._way != STARTING and await self.server.ready():
            await self.judge()

    def _deal(self) -> str:
        """The next way to die: all come in their shares, in the order of the seed."""
        if not self._deck:
            self._deck = self._rng.sample(DECK, len(DECK))
        return self._deck.pop()

    async def _death(self) -> None:
        if self._way in POINTS:
            if await self.server.end(LONGEST) is None:
                self.outcome.faults.append(f"nothing comes by: {self._way}")
        else:
            await asyncio.sleep(self._rng.uniform(0, START if self._way == STARTING else WITHIN))
        await self.server.kill()
        if await self.server.end() != -signal.SIGKILL:
            self.outcome.faults.append(f"the server ended by itself:\n{self.server.words()}")
