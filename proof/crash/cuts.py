"""A server over PostgreSQL under load, whose database is cut off, restarted and killed again and
again, and which is judged by what its players were told."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
from msgspec.structs import replace

from gongzhu.store.postgres_writer import PATIENCE as WAITED
from proof.crash.fork_server import Launch
from proof.crash.kill_points import OVER_ANY_STORE
from proof.crash.kills import LONGEST, MANY
from proof.crash.under_load import PATIENCE, Entries, UnderLoad
from proof.players.log_judge import read_log
from tests.support.postgres import Postgres
from tests.support.postgres_proxy import Moment, PostgresProxy
from tests.support.serving import PAUSE

PLAYED = 150
"""Commands that are acknowledged before a cut, at most."""
AGAIN = 40
"""Commands that must be acknowledged after it, before the next."""
AWAY = 1.0
"""Seconds that the database is away, at most; where it is away for long, that much longer than the
server waits for it."""

_MINE = "FROM pg_stat_activity WHERE application_name = 'gongzhu'"
_ENTRIES = """
    WITH read AS (SELECT * FROM unnest($1::text[], $2::bigint[]) AS read (name, known))
    SELECT table_name, last, first, body FROM gongzhu.packs
    JOIN read ON table_name = name AND last > known
    UNION ALL
    SELECT table_name, number, 0, body FROM gongzhu.entries
    JOIN read ON table_name = name AND number > known
    ORDER BY 1, 2
"""


class PostgresLogs:
    """The logs in a database."""

    def __init__(self, address: str) -> None:
        self._address = address

    async def read(self, after: Mapping[str, int]) -> Mapping[str, Entries]:
        """See `Logs`."""
        connection = await asyncpg.connect(self._address)
        try:
            rows = await connection.fetch(_ENTRIES, list(after), list(after.values()))
        finally:
            await connection.close()
        found: dict[str, Entries] = {table: [] for table in after}
        for table, *row in rows:
            found[table] += read_log([row], after[table])
        return found


class CutOffServer(UnderLoad):
    """Tables that play at a server whose database is not always there."""

    def __init__(
        self,
        database: Postgres,
        link: PostgresProxy,
        log: Path,
        seed: str,
        *,
        tables: int,
        module: str = "tests.support.unlimited_server",
    ) -> None:
        """`link` leads to the database; `log` is for the server's words; `module` has its
        `serve`."""
        launch = Launch(0, link.address, str(log), module)
        super().__init__(launch, seed, tables)
        self._database = database
        self._link = link
        self._rng = Random(seed)
        self._deck: list[str] = []

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[PostgresLogs]:
        yield PostgresLogs(self._database.address)

    async def cut(self, how: str = "") -> None:
        """Let them play for a moment, do one of `CUTS`, or what the seed says, wait until they play
        again, judge."""
        if not self._deck:
            self._deck = self._rng.sample(DECK, len(DECK))
        how = how or self._deck.pop()
        await self.wait(self._rng.randint(0, PLAYED))
        for group in self._players.values():
            # Whoever comes again is looked up, while that may not be possible.
            self._rng.choice(group).hang_up()
        await CUTS[how](self)
        self.outcome.happened[how] += 1
        if not await self.wait(AGAIN):
            self.outcome.faults.append(f"nothing is acknowledged any more: {how}")
        if await self.server.end(0) is not None:
            raise RuntimeError(f"the server ended: {how}\n{self.server.words()}")
        await self.judge()

    # --- what is done ----------------------------------------------------------------------------

    async def before_commit(self) -> None:
        """Cut all connections just before the database would get a COMMIT."""
        await self._pull("before")

    async def after_commit(self) -> None:
        """Cut all connections when the database has answered a COMMIT, and nobody knows it."""
        await self._pull("after")

    async def connections(self) -> None:
        """Have the database end all connections of the server."""
        await self._ask(f"SELECT pg_terminate_backend(pid) {_MINE}")

    async def backend(self) -> None:
        """Kill the process behind a connection: the database ends all, and recovers."""
        pids = await self._ask(f"SELECT pid {_MINE}")
        with suppress(ProcessLookupError):
            os.kill(self._rng.choice(pids), signal.SIGKILL)

    async def fast(self) -> None:
        """Restart the database, which takes leave of everybody."""
        await asyncio.to_thread(self._database.stop, "fast")
        await self._restart()

    async def immediate(self) -> None:
        """Restart the database, which recovers as from a crash."""
        await asyncio.to_thread(self._database.stop, "immediate")
        await self._restart()

    async def postmaster(self) -> None:
        """Kill the database itself."""
        await asyncio.to_thread(self._database.kill)
        await self._restart()

    async def away(self) -> None:
        """Leave the database away for longer than the server waits for it."""
        await asyncio.to_thread(self._database.stop, "fast")
        await self._restart(WAITED)

    async def stop(self) -> None:
        """Tell the server to stop while the database is away, which it must do in peace."""
        await asyncio.to_thread(self._database.stop, "fast")
        await self.server.send(signal.SIGTERM)
        status = await self.server.end()
        if status != 0:
            self.outcome.faults.append(f"ended with {status}:\n{self.server.words()}")
            await self.server.kill()
        await asyncio.to_thread(self._database.start)
        await self._begin()

    async def program(self) -> None:
        """Kill the server."""
        await self.server.kill()
        await self._begin()

    async def point(self) -> None:
        """Have the server kill itself at a point that has a name."""
        await self.server.kill()
        point, passage = self._rng.choice(OVER_ANY_STORE), self._rng.randint(1, MANY)
        await self.server.begin(replace(self._launch, point=point, passage=passage))
        if await self.server.end(LONGEST) != -signal.SIGKILL:
            self.outcome.faults.append(f"nothing comes by: {point}\n{self.server.words()}")
            await self.server.kill()
        await self._begin()

    async def both(self) -> None:
        """Kill the server, and restart the database before it is back."""
        await self.server.kill()
        await asyncio.to_thread(self._database.stop, "immediate")
        await asyncio.to_thread(self._database.start)
        await self._begin()

    async def _pull(self, moment: Moment) -> None:
        self._link.cut_at = moment
        until = asyncio.get_running_loop().time() + PATIENCE
        while self._link.plugged and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(PAUSE)
        await asyncio.sleep(self._rng.uniform(0, AWAY))
        self._link.plugged = True

    async def _restart(self, least: float = 0.0) -> None:
        await asyncio.sleep(least + self._rng.uniform(0, AWAY))
        await asyncio.to_thread(self._database.start)

    async def _begin(self) -> None:
        await self.server.begin(self._launch)
        await self.server.ready()

    async def _ask(self, query: str) -> list[Any]:
        connection = await asyncpg.connect(self._database.address)
        try:
            return [row[0] for row in await connection.fetch(query)]
        finally:
            await connection.close()


CUTS: dict[str, Callable[[CutOffServer], Awaitable[None]]] = {
    "before commit": CutOffServer.before_commit,
    "after commit": CutOffServer.after_commit,
    "connections ended": CutOffServer.connections,
    "backend killed": CutOffServer.backend,
    "fast restart": CutOffServer.fast,
    "immediate restart": CutOffServer.immediate,
    "database killed": CutOffServer.postmaster,
    "server killed": CutOffServer.program,
    "server killed at a point": CutOffServer.point,
    "both killed": CutOffServer.both,
    "away for long": CutOffServer.away,
    "server stopped": CutOffServer.stop,
}
LONG = {"away for long", "server stopped"}
DECK = (*CUTS, *(how for how in CUTS if how not in LONG))
"""All of them, in the shares that they have: what takes long is done less often."""
