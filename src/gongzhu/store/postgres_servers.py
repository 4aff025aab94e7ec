"""What several servers on one PostgreSQL share: the lock that shows which are alive, and a channel
for notifications."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import Any

import structlog

from gongzhu.store.faults import StoreError
from gongzhu.store.postgres_link import (
    OPENING_PATIENCE,
    Connection,
    connecting,
    disconnect,
    retrying,
    store_errors,
)
from gongzhu.store.store import LockLost, MessageReceived, News, SummariesChanged

SERVERS = 0x677A
"""First key of the advisory locks on server numbers; the second key is the number."""
PING = 1.0
"""Seconds between two pings."""
ANSWER = 2.5
"""Seconds to wait for the answer to a ping. A server whose lock gets none gives up its number
before the database ends its session."""
LATE = 2.0
"""Seconds that the event loop may stand still before the server gives up its number."""
IDLE_MS = 5000
"""Milliseconds without a ping after which the database ends the session."""
NOBODY = 0
"""The server number in the row of a table that no server has."""
NONE = -1
"""Stands for the server number while the server has lost its number and has no new one yet; no row
of a table has this value."""

_NUMBER = "SELECT nextval('server_numbers')::integer"
_LOCK = "SELECT pg_advisory_lock($1, $2)"
_FORGET = "DELETE FROM servers WHERE number <> $2 AND pg_try_advisory_xact_lock($1, number)"
"""SQL statement that deletes the names of servers that no longer run: nobody holds the lock on
their number."""
_NAME = "INSERT INTO servers (number, name) VALUES ($1, $2)"
_PING = "SELECT pg_backend_pid()"

SPACING = 0.25
"""Least number of seconds between two transactions that send notifications."""
PINGS = 8
"""At every how many-th turn of its loop a channel sends a command to check the connection, even if
there is nothing to send."""
TOGETHER = 30
"""Largest number of table names in one notification: PostgreSQL allows 8,000 bytes."""
SUMMARIES, MESSAGES = "gongzhu_summaries", "gongzhu_messages"
"""The channels of notifications."""

NOTIFY = """
    SELECT pg_notify(channel, payload)
    FROM unnest($1::text[], $2::text[]) AS notification (channel, payload)
"""

log = structlog.get_logger()


class ServerLock:
    """The server number of this server, and the connection that holds its lock.

    Each start of a server takes a new server number from a sequence, and holds an advisory lock on
    it over a connection that does nothing but ping. A table's row has the number of the server that
    may write it, and every append checks that row in its own transaction. Another server may take
    the table over once the lock is free. The connection is never restored: when it ends, the server
    has lost its tables and takes a new number.
    """

    def __init__(self, address: str, name: str, news: "asyncio.Queue[News]") -> None:
        """`name`: the name by which the proxy knows this server. `news`: queue that is given
        `LockLost` when the number is lost, and every table with it."""
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
        await disconnect(self._connection)

    def lose(self) -> None:
        """Give up the server number, and every table with it."""
        if self.number != NONE:
            self.number = NONE
            if self._connection is not None:
                self._connection.terminate()
            self._wanted.set()
            self._news.put_nowait(LockLost())

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
        idle = str(IDLE_MS)
        async with connecting(self._address, ANSWER, idle_session_timeout=idle) as connection:
            process = int(await connection.fetchval(_PING))
            number = int(await connection.fetchval(_NUMBER))
            await connection.execute(_LOCK, SERVERS, number)
            await connection.execute(_FORGET, SERVERS, number)
            await connection.execute(_NAME, number, self._name)
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


class Channel:
    """Sends notifications to the other servers of a database, and receives theirs: the names of
    tables whose summary has changed, and messages.

    A transaction that notifies takes a lock of the whole database when it commits. So notifications
    have their own transactions, at most `1 / SPACING` a second, each with everything that has
    gathered since the last one.
    """

    def __init__(self, address: str, news: "asyncio.Queue[News]") -> None:
        """`news`: queue that is given everything received from other servers."""
        self._address = address
        self._news = news
        self._connection: Connection | None = None
        self._changed: dict[str, None] = {}
        """The names of changed tables that are still to be sent, in order."""
        self._messages: list[bytes] = []
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen to the other servers. Raises StoreError."""
        await self._connected()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Send what is left, and stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(StoreError):
            await self._send()
        await disconnect(self._connection)

    def changed(self, tables: Iterable[str]) -> None:
        """Let the other servers know soon that the summaries of these tables have changed."""
        self._changed.update(dict.fromkeys(tables))

    def tell(self, message: bytes) -> None:
        """Send a message to the other servers soon; at most 5,000 bytes of UTF-8."""
        self._messages.append(message)

    async def _run(self) -> None:
        turn = 0
        while True:
            await asyncio.sleep(SPACING)
            turn += 1
            with suppress(StoreError):
                await self._send(ping=turn % PINGS == 0)

    async def _send(self, *, ping: bool = False) -> None:
        connection = await self._connected()
        names, messages = iter(self._changed), len(self._messages)
        payloads = []
        while together := list(islice(names, TOGETHER)):
            payloads.append((SUMMARIES, " ".join(together)))
        payloads += [(MESSAGES, message.decode()) for message in self._messages]
        if not payloads and not ping:
            return
        told = list(self._changed)
        with store_errors():
            channels, texts = [one for one, _ in payloads], [text for _, text in payloads]
            await connection.execute(NOTIFY, channels, texts)
        for name in told:
            self._changed.pop(name, None)
        del self._messages[:messages]

    async def _connected(self) -> Connection:
        """The connection, replaced by a new one if it was lost. Raises StoreError."""
        if self._connection is None or self._connection.is_closed():
            async with connecting(self._address, ANSWER) as connection:
                await connection.add_listener(SUMMARIES, self._hear_names)
                await connection.add_listener(MESSAGES, self._hear_message)
            first, self._connection = self._connection is None, connection
            if not first:
                self._news.put_nowait(SummariesChanged(None))
        return self._connection

    def _hear_names(self, connection: Any, process: int, channel: str, names: object) -> None:
        if process != connection.get_server_pid():
            self._news.put_nowait(SummariesChanged(tuple(str(names).split())))

    def _hear_message(self, connection: Any, process: int, channel: str, message: object) -> None:
        if process != connection.get_server_pid():
            self._news.put_nowait(MessageReceived(str(message).encode()))
