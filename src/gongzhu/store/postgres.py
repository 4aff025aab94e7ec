"""The store in a PostgreSQL database. It uses one connection that writes, one that holds the lock
on the server number, one for notifications between servers, and up to READERS that read."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from gongzhu.store.faults import StoreError
from gongzhu.store.group import SPACING
from gongzhu.store.postgres_link import (
    COMMAND_SECONDS,
    CONNECT_SECONDS,
    SETTINGS,
    guarded,
    retrying,
    store_errors,
)
from gongzhu.store.postgres_servers import NOBODY, NONE, SERVERS, Channel, ServerLock
from gongzhu.store.postgres_writer import PATIENCE, PostgresWriter
from gongzhu.store.store import News, Store
from gongzhu.store.table_log import SUMMARIES, TableSummary
from gongzhu.store.writes import check_texts

READERS = 4
"""Greatest number of database connections for queries."""
PACKING = 0x6770
"""Key of the advisory lock that a server holds while it compresses log entries into packs, or
changes data that may be packed."""
_SUMMARIES = f"{SUMMARIES} WHERE name = ANY($1::text[]) AND NOT archived ORDER BY name"


# Each use takes an equal share of the seconds. So only one time is stored for a key: the time until
# which its seconds are used up.
_SPEND = """
    WITH over AS (
        DELETE FROM allowances WHERE key IN (
            SELECT key FROM allowances WHERE taken_until < clock_timestamp() AND key <> $1
            LIMIT 10 FOR UPDATE SKIP LOCKED
        )
    )
    INSERT INTO allowances AS before (key, taken_until)
    VALUES ($1, clock_timestamp() + make_interval(secs => $2::float8))
    ON CONFLICT (key) DO UPDATE SET taken_until =
        greatest(before.taken_until, clock_timestamp()) + make_interval(secs => $2::float8)
    WHERE before.taken_until + make_interval(secs => $2::float8)
        <= clock_timestamp() + make_interval(secs => $3::float8)
    RETURNING true
"""
_WAIT = """
    SELECT greatest(0.001, $2::float8 - $3::float8
        + extract(epoch FROM taken_until - clock_timestamp())::float8)
    FROM allowances WHERE key = $1
"""


OWNERS = "SELECT DISTINCT server FROM tables WHERE name = ANY($1::text[]) AND server <> 0"
IS_GONE = "SELECT pg_try_advisory_xact_lock_shared($1, $2)"
OWNER = """
    SELECT servers.name FROM tables JOIN servers ON number = server
    WHERE tables.name = $1 AND server <> $2
"""
TAKE = """
    UPDATE tables SET server = $3, visited = false
    WHERE name = ANY($1::text[]) AND server = ANY($2::integer[]) AND NOT archived
"""
TAKEN = "SELECT name FROM tables WHERE name = ANY($1::text[]) AND server = $2"
GIVE_BACK = """
    UPDATE tables SET server = 0, visited = false WHERE name = ANY($1::text[]) AND server = $2
"""
SHARE_VISITED = """
    UPDATE tables SET visited = NOT visited
    WHERE server = $1 AND NOT archived AND visited <> (name = ANY($2::text[]))
"""
VISITED = f"""
    SELECT name FROM tables WHERE visited AND NOT archived AND server <> $1 AND server IN (
        SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = {SERVERS}
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
"""


class PostgresStore(Store):
    """A store in a PostgreSQL database, which several servers may have open at the same time."""

    # With the collation of some databases, `lower` would change only the letters of ASCII.
    lowered = 'lower(name COLLATE "und-x-icu")'

    def __init__(self, address: str, name: str) -> None:
        news = asyncio.Queue[News]()
        self._channel = Channel(address, news)
        self._writer = PostgresWriter(address, self._channel.changed)
        self._lock = ServerLock(address, name, news)
        self._pool: asyncpg.Pool[Any]
        super().__init__(self._writer.commit, SPACING)
        self.news = news

    @classmethod
    async def open(cls, address: str, name: str = "") -> "PostgresStore":
        """Connect to the database at the URL `address`, and migrate its tables if need be. Other
        servers call this one `name`. Raises StoreError."""
        address = guarded(address, os.environ)
        store = cls(address, name)
        try:
            await store._writer.open()
            await store._lock.open()
            await store._channel.open()
            with store_errors():
                store._pool = await asyncpg.create_pool(
                    address,
                    min_size=0,
                    max_size=READERS,
                    timeout=CONNECT_SECONDS,
                    command_timeout=COMMAND_SECONDS,
                    server_settings=SETTINGS,
                )
        except BaseException:
            await store._close()
            raise
        return store

    async def close(self) -> None:
        await self._close()
        await self._pool.close()

    async def _close(self) -> None:
        self._writer.closing = True
        await self._group.close()
        # Other servers wait for this lock, so it is released first.
        await self._lock.close()
        await self._channel.close()
        await self._writer.close()

    @property
    def alone(self) -> bool:
        return False

    @property
    def server(self) -> int:
        """The server number, by which the rows of tables name this server. It changes each time
        that the lock on it is lost, or negative while the server has none."""
        return self._lock.number

    async def take(self, tables: Sequence[str]) -> set[str]:
        check_texts(*tables)
        return await retrying(PATIENCE, lambda: self._take(sorted(tables)))

    async def _take(self, tables: list[str]) -> set[str]:
        number = self.server
        if number == NONE:
            raise StoreError("unreachable", error="this server has just come back")
        with store_errors():
            async with (
                self._pool.acquire() as connection,
                connection.transaction(isolation="read_committed"),
            ):
                free = [NOBODY]
                for (old,) in await connection.fetch(OWNERS, tables):
                    # A separate statement, so that the next one sees all that the old server wrote.
                    if old != number and await connection.fetchval(IS_GONE, SERVERS, old):
                        free.append(old)
                await connection.execute(TAKE, tables, free, number)
                rows = await connection.fetch(TAKEN, tables, number)
        return {name for (name,) in rows} if number == self.server else set()

    async def give_back(self, tables: Sequence[str]) -> None:
        await self._fetch(GIVE_BACK, (list(tables), self.server))

    def let_go(self) -> None:
        self._lock.lose()

    async def owner(self, table: str) -> str | None:
        rows = await self._fetch(OWNER, (table, self.server))
        return str(rows[0][0]) if rows else None

    def tell(self, message: bytes) -> None:
        self._channel.tell(message)

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        await self._fetch(SHARE_VISITED, (self.server, list(tables)))
        return {name for (name,) in await self._fetch(VISITED, (self.server,))}

    async def spend(self, key: str, times: int, seconds: float) -> float:
        check_texts(key)
        if await self._fetch(_SPEND, (key, seconds / times, seconds)):
            return 0.0
        rows = await self._fetch(_WAIT, (key, seconds / times, seconds))
        return float(rows[0][0]) if rows else seconds / times

    async def summaries_of(self, tables: Sequence[str]) -> list[TableSummary]:
        rows = await self._fetch(_SUMMARIES, (list(tables),))
        return [TableSummary(*row) for row in rows]

    @asynccontextmanager
    async def _packing(self) -> AsyncIterator[None]:
        async with super()._packing():
            with store_errors():
                connection = await self._pool.acquire()
            try:
                with store_errors():
                    await connection.execute("SELECT pg_advisory_lock($1)", PACKING)
                yield
            finally:
                # A connection frees its locks when it returns to the pool, and when it is lost.
                await self._pool.release(connection)

    async def _fetch(self, query: str, values: Sequence[Any]) -> list[Any]:
        async def fetch() -> list[Any]:
            with store_errors():
                return await self._pool.fetch(query, *values)

        if self._writer.closing:
            raise StoreError("closed")
        return await retrying(PATIENCE, fetch)
