"""The server number of one of several servers on a PostgreSQL, and the lock that shows it is alive.

Each start of a server takes a new server number from a sequence, and holds an advisory lock on it
over a connection that does nothing but ping. A table's row has the number of the server that may
write it, and every append checks that row in its own transaction. Another server may take the table
over once the lock is free. The connection is never restored: when it ends, the server has lost its
tables and takes a new number.
"""

import asyncio
from contextlib import suppress

import structlog

from gongzhu.store.faults import StoreError
from gongzhu.store.postgres_link import (
    CONNECT_SECONDS,
    OPENING_PATIENCE,
    Connection,
    connect,
    retrying,
    store_errors,
)
from gongzhu.store.tables import Lost, News

SERVERS = 0x677A
"""First key of the advisory locks on server numbers; the second key is the number."""
PING = 1.0
"""Seconds between two pings."""
ANSWER = 2.5
"""Seconds to wait for an answer. A server without one gives up its number before the database ends
its session."""
LATE = 2.0
"""Seconds that the event loop may stand still before the server gives up its number."""
IDLE_MS = 5000
"""Milliseconds without a ping after which the database ends the session."""
NOBODY = 0
"""The server number in the row of a table that no server has."""
NONE = -1
"""The number of a server that has lost its server number and has no new one yet; no row has it."""

_NUMBER = "SELECT nextval('server_numbers')::integer"
_LOCK = "SELECT pg_advisory_lock($1, $2)"
_FORGET = "DELETE FROM servers WHERE number <> $2 AND pg_try_advisory_xact_lock($1, number)"
"""Deletes the names of servers that are gone."""
_NAME = "INSERT INTO servers (number, name) VALUES ($1, $2)"
_PING = "SELECT pg_backend_pid()"

log = structlog.get_logger()


class ServerLock:
    """The server number of this server, and the connection that holds its lock."""

    def __init__(self, address: str, name: str, news: "asyncio.Queue[News]") -> None:
        """`name`: the name by which the proxy knows this server. `news`: queue that is given `Lost`
        when the number is lost, and every table with it."""
        self.number = NONE
        self._address = address
        self._name = name
        self._news = news
        self._connection: Connection | None = None
        self._process = 0
        """Id of the database's process at the other end of the connection."""
        self._wanted = asyncio.Event()
        """Set when a new number is to be taken at once, without waiting for the next ping."""
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Take a server number. Raises StoreError."""
        await retrying(OPENING_PATIENCE, self._take)
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Release the lock, so that other servers can take the tables at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.number = NONE
        if self._connection is not None:
            with suppress(StoreError), store_errors():
                await self._connection.close(timeout=CONNECT_SECONDS)

    def lose(self) -> None:
        """Give up the server number, and every table with it."""
        if self.number != NONE:
            self.number = NONE
            if self._connection is not None:
                self._connection.terminate()
            self._wanted.set()
            self._news.put_nowait(Lost())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            with suppress(TimeoutError):
                async with asyncio.timeout(PING):
                    await self._wanted.wait()
            self._wanted.clear()
            if loop.time() - began > PING + LATE:
                # The process stood still: other servers may have taken its tables meanwhile.
                self.lose()
            try:
                await (self._take() if self.number == NONE else self._ping())
            except StoreError:
                self.lose()

    async def _take(self) -> None:
        connection = await connect(self._address, ANSWER, idle_session_timeout=str(IDLE_MS))
        try:
            with store_errors():
                process = int(await connection.fetchval(_PING))
                number = int(await connection.fetchval(_NUMBER))
                await connection.execute(_LOCK, SERVERS, number)
                await connection.execute(_FORGET, SERVERS, number)
                await connection.execute(_NAME, number, self._name)
        except BaseException:
            connection.terminate()
            raise
        self._connection, self._process, self.number = connection, process, number

    async def _ping(self) -> None:
        assert self._connection is not None
        with store_errors():
            process = await self._connection.fetchval(_PING)
        if process != self._process:
            # Another process answers, so there is a pooler in between, which does not keep the
            # locks of a session.
            log.error("transaction_pooler")
            self.lose()
