"""Coordination of several servers on one PostgreSQL database: a lock on each server's number, which
shows which servers run, and channels of notifications between them."""

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
"""First key of the advisory locks on server numbers. The second key is the number."""
PING = 1.0
"""Seconds between two pings of the connection that holds the lock."""
ANSWER = 2.5
"""Seconds to wait for the answer to a ping. Without one the server gives up its number, before the
database ends its session."""
LATE = 2.0
"""The server gives up its number if the event loop was blocked for longer than this, in seconds."""
IDLE_MS = 5000
"""Milliseconds without a ping after which the database ends the session."""
NOBODY = 0
"""The server number in the row of a table that no server has."""
NONE = -1
"""Value of `ServerLock.number` while the server has lost its number and has no new one yet. No row
of a table has this value."""

_NUMBER = "SELECT nextval('server_numbers')::integer"
_LOCK = "SELECT pg_advisory_lock($1, $2)"
_FORGET = "DELETE FROM servers WHERE number <> $2 AND pg_try_advisory_xact_lock($1, number)"
"""SQL statement that deletes the names of servers that have stopped: the lock on their number is
free."""
_NAME = "INSERT INTO servers (number, name) VALUES ($1, $2)"
_PING = "SELECT pg_backend_pid()"

SPACING = 0.25
"""Shortest time in seconds between two transactions that send notifications."""
PINGS = 8
"""A channel checks its connection at every PINGS-th turn of its loop (a turn takes SPACING
seconds), even if there is nothing to send."""
TOGETHER = 30
"""Largest number of table names in one notification, which PostgreSQL limits to 8,000 bytes."""
SUMMARIES, MESSAGES = "gongzhu_summaries", "gongzhu_messages"
"""Names of the two notification channels: changed summaries, and messages between servers."""

NOTIFY = """
    SELECT pg_notify(channel, payload)
    FROM unnest($1::text[], $2::text[]) AS notification (channel, payload)
"""

log = structlog.get_logger()


class ServerLock:
    """Holds the server number of this server, by a lock on a connection of its own.

    Each start of a server takes a new number from a sequence, and holds an advisory lock on it over
    a connection that does nothing but ping. The row of a table has the number of the server that
    may append to it, and every append checks that row in its own transaction. Another server may
    take the table over once the lock is free. A lost connection is not restored: the server has
    then lost its tables, and takes a new number.
    """

    def __init__(self, address: str, name: str, news: "asyncio.Queue[News]") -> None:
        """`address` is the database's URL, `name` the name by which the proxy knows this server.
        When the number is lost, and every table with it, `LockLost` is put into `news`."""
        self.number = NONE
        self._address = address
        self._name = name
        self._news = news
        self._connection: Connection | None = None
        self._process = 0
        """Process id of the database's backend at the other end of the connection."""
        self._wanted = asyncio.Event()
        """Set to take a new number immediately instead of at the next ping."""
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Take a server number, and start to ping. Raises StoreError if the database cannot be
        reached."""
        await retrying(OPENING_PATIENCE, self._take)
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop, and release the lock, so that other servers can take the tables immediately."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.number = NONE
        await disconnect(self._connection)

    def lose(self) -> None:
        """Give up the server number, and every table with it. A new number is taken soon. Does
        nothing if the server has no number."""
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
                # The process was blocked: other servers may have taken its tables meanwhile.
                self.lose()
            try:
                await (self._take() if self.number == NONE else self._ping())
            except StoreError:
                self.lose()

    async def _take(self) -> None:
        """Connect, take the next server number and lock it. Raises StoreError."""
        idle = str(IDLE_MS)
        async with connecting(self._address, ANSWER, idle_session_timeout=idle) as connection:
            process = int(await connection.fetchval(_PING))
            number = int(await connection.fetchval(_NUMBER))
            await connection.execute(_LOCK, SERVERS, number)
            await connection.execute(_FORGET, SERVERS, number)
            await connection.execute(_NAME, number, self._name)
        self._connection, self._process, self.number = connection, process, number

    async def _ping(self) -> None:
        """Check the connection. Raises StoreError if there is no answer."""
        assert self._connection is not None
        with store_errors():
            process = await self._connection.fetchval(_PING)
        if process != self._process:
            # Another process answers, so there is a pooler in between, which does not keep the
            # locks of a session.
            log.error("transaction_pooler")
            self.lose()


class Channel:
    """Exchanges notifications with the other servers on a database: the names of tables whose
    summaries have changed, and messages.

    A transaction that notifies takes a lock on the whole database when it commits. So notifications
    are sent in transactions of their own, at most 1 / SPACING a second, each with everything
    gathered since the last one.
    """

    def __init__(self, address: str, news: "asyncio.Queue[News]") -> None:
        """`address` is the database's URL. All that other servers send is put into `news`, as
        `SummariesChanged` and `MessageReceived`."""
        self._address = address
        self._news = news
        self._connection: Connection | None = None
        self._changed: dict[str, None] = {}
        """The names of changed tables that are not sent yet, as keys, in order."""
        self._messages: list[bytes] = []
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and listen to the other servers. Raises StoreError."""
        await self._connected()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Send all waiting notifications, and disconnect."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(StoreError):
            await self._send()
        await disconnect(self._connection)

    def changed(self, tables: Iterable[str]) -> None:
        """Notify the other servers, within about SPACING seconds, that the summaries of these
        tables have changed."""
        self._changed.update(dict.fromkeys(tables))

    def tell(self, message: bytes) -> None:
        """Send a message to the other servers within about SPACING seconds, at most 5,000 bytes of
        UTF-8."""
        self._messages.append(message)

    async def _run(self) -> None:
        turn = 0
        while True:
            await asyncio.sleep(SPACING)
            turn += 1
            with suppress(StoreError):
                await self._send(ping=turn % PINGS == 0)

    async def _send(self, *, ping: bool = False) -> None:
        """Send all waiting notifications in one transaction. With `ping`, a transaction is made
        even if there are none. Raises StoreError, and then keeps the notifications."""
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
        """The connection. If the last one was lost, it is a new one, with the listeners added.
        Raises StoreError."""
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
