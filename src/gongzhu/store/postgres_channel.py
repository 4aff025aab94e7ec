"""What servers on one PostgreSQL send each other by NOTIFY: the names of tables whose summary has
changed, and messages.

A transaction that notifies takes a lock of the whole database when it commits. So notifications
have their own transactions, at most `1 / SPACING` a second, each with everything that has gathered
since the last one.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import Any

from gongzhu.store.faults import StoreError
from gongzhu.store.postgres_link import CONNECT_SECONDS, Connection, connect, store_errors
from gongzhu.store.tables import Listed, News, Told

SPACING = 0.25
"""Seconds between two transactions that notify."""
ANSWER = 2.5
"""Seconds that the database has for an answer."""
PINGS = 8
"""Every how many turns the connection is checked by a command, even if there is nothing to send."""
TOGETHER = 30
"""Largest number of table names in one notification: PostgreSQL allows 8,000 bytes."""
LISTED, TOLD = "gongzhu_listed", "gongzhu_told"

NOTIFY = """
    SELECT pg_notify(channel, payload)
    FROM unnest($1::text[], $2::text[]) AS notification (channel, payload)
"""


class Channel:
    """Sends notifications to the other servers of a database, and receives theirs."""

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
        with suppress(StoreError), store_errors():
            await self._send()
            if self._connection is not None:
                await self._connection.close(timeout=CONNECT_SECONDS)

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
            payloads.append((LISTED, " ".join(together)))
        payloads += [(TOLD, message.decode()) for message in self._messages]
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
            connection = await connect(self._address, ANSWER)
            try:
                with store_errors():
                    await connection.add_listener(LISTED, self._hear_listed)
                    await connection.add_listener(TOLD, self._hear)
            except BaseException:
                connection.terminate()
                raise
            first, self._connection = self._connection is None, connection
            if not first:
                self._news.put_nowait(Listed(None))
        return self._connection

    def _hear_listed(self, connection: Any, process: int, channel: str, names: object) -> None:
        if process != connection.get_server_pid():
            self._news.put_nowait(Listed(tuple(str(names).split())))

    def _hear(self, connection: Any, process: int, channel: str, message: object) -> None:
        if process != connection.get_server_pid():
            self._news.put_nowait(Told(str(message).encode()))
