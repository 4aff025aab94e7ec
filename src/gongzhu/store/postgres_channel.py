"""What servers on one PostgreSQL tell each other by NOTIFY: tables that are listed otherwise by
now, and messages.

A transaction that notifies takes a lock of the whole database when it commits, so it is one of its
own, at most `1 / SPACING` a second, with everything that has gathered since the last.
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
"""Seconds for an answer of the database."""
PINGS = 8
"""One turn in so many asks the database for an answer though there is nothing to tell."""
TOGETHER = 30
"""Names of tables in one notification, whose size PostgreSQL bounds at 8,000 bytes."""
LISTED, TOLD = "gongzhu_listed", "gongzhu_told"

NOTIFY = """
    SELECT pg_notify(channel, payload)
    FROM unnest($1::text[], $2::text[]) AS notification (channel, payload)
"""


class Channel:
    """Tells the other servers, and hears them."""

    def __init__(self, address: str, news: "asyncio.Queue[News]") -> None:
        """`news` is given all that is heard."""
        self._address = address
        self._news = news
        self._connection: Connection | None = None
        self._changed: dict[str, None] = {}
        """The tables to tell of, in order."""
        self._messages: list[bytes] = []
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen. Raises StoreError."""
        await self._connected()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Tell what is left, and hear no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(StoreError), store_errors():
            await self._send()
            if self._connection is not None:
                await self._connection.close(timeout=CONNECT_SECONDS)

    def changed(self, tables: Iterable[str]) -> None:
        """Tell the other servers soon that these tables are listed otherwise."""
        self._changed.update(dict.fromkeys(tables))

    def tell(self, message: bytes) -> None:
        """Tell the other servers something soon, in up to 5,000 bytes of UTF-8."""
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
        """The connection, made again if it was lost. Raises StoreError."""
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
