"""The store in a PostgreSQL database: one connection that writes, one for leases, a few that
read."""

import asyncio
import os
from collections.abc import Sequence
from typing import Any

import asyncpg

from gongzhu.store.faults import StoreError
from gongzhu.store.group import SPACING
from gongzhu.store.packs import last_of
from gongzhu.store.postgres_leases import Keeper
from gongzhu.store.postgres_link import (
    COMMAND_SECONDS,
    CONNECT_SECONDS,
    SETTINGS,
    guarded,
    retrying,
    store_errors,
)
from gongzhu.store.postgres_writer import PATIENCE, Writer
from gongzhu.store.store import Store
from gongzhu.store.tables import TableBrief
from gongzhu.store.writes import check_texts

READERS = 4
PACKING = 0x6770
"""The advisory lock of the one server that packs, or changes what is packed."""
_BRIEFS = f"""
    SELECT name, {last_of("name")}, brief FROM tables
    WHERE name = ANY($1::text[]) AND NOT archived ORDER BY name
"""


# Each time takes its share of the seconds; the time until which they are taken says it all.
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


class PostgresStore(Store):
    """A store in a PostgreSQL database, which several programs may have open."""

    # By the database's own collation it would be the letters of ASCII alone in some.
    lowered = 'lower(name COLLATE "und-x-icu")'

    def __init__(self, writer: Writer, keeper: Keeper, pool: "asyncpg.Pool[Any]") -> None:
        super().__init__(writer.commit, SPACING)
        self._writer = writer
        self._keeper = keeper
        keeper.on_lost = self._lost
        keeper.on_listed = self._listed
        keeper.on_told = self._told
        self._packing = _PackingTurn(pool)
        self._pool = pool

    @classmethod
    async def open(cls, address: str) -> "PostgresStore":
        """Open a database; raises StoreError when it cannot be served."""
        address = guarded(address, os.environ)
        keeper = Keeper(address)
        writer = Writer(address, keeper)
        await writer.open()
        try:
            await keeper.open()
            with store_errors():
                pool = await asyncpg.create_pool(
                    address,
                    min_size=0,
                    max_size=READERS,
                    timeout=CONNECT_SECONDS,
                    command_timeout=COMMAND_SECONDS,
                    server_settings=SETTINGS,
                )
        except BaseException:
            await keeper.close()
            await writer.close()
            raise
        return cls(writer, keeper, pool)

    async def close(self) -> None:
        self._writer.closing = True
        await self._group.close()
        # First what others wait for.
        await self._keeper.close()
        await self._pool.close()
        await self._writer.close()

    @property
    def alone(self) -> bool:
        return False

    async def take(self, tables: Sequence[str]) -> set[str]:
        check_texts(*tables)
        return await self._keeper.take(tables)

    async def give_back(self, tables: Sequence[str]) -> None:
        self._writer.forget(tables)
        await self._keeper.give_back(tables)

    def let_go(self) -> None:
        self._keeper.lose()

    async def spend(self, key: str, times: int, seconds: float) -> float:
        check_texts(key)
        if await self._fetch(_SPEND, (key, seconds / times, seconds)):
            return 0.0
        rows = await self._fetch(_WAIT, (key, seconds / times, seconds))
        return float(rows[0][0]) if rows else seconds / times

    @property
    def epoch(self) -> int:
        return self._keeper.epoch or 0

    def _lost(self) -> None:
        self.on_lost()

    def _listed(self, tables: Sequence[str] | None) -> None:
        self.on_listed(tables)

    def _told(self, message: bytes) -> None:
        self.on_told(message)

    async def tell(self, message: bytes) -> None:
        await self._keeper.tell(message)

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        return await self._keeper.share_visited(tables)

    async def briefs_of(self, tables: Sequence[str]) -> list[TableBrief]:
        rows = await self._fetch(_BRIEFS, (list(tables),))
        return [TableBrief(*row) for row in rows]

    async def _fetch(self, query: str, values: Sequence[Any]) -> list[Any]:
        async def fetch() -> list[Any]:
            with store_errors():
                return await self._pool.fetch(query, *values)

        if self._writer.closing:
            raise StoreError("closed")
        return await retrying(PATIENCE, fetch)


class _PackingTurn:
    """The turn of one among all servers of a database."""

    def __init__(self, pool: "asyncpg.Pool[Any]") -> None:
        self._pool = pool
        self._mine = asyncio.Lock()
        self._connection: Any = None

    async def __aenter__(self) -> None:
        await self._mine.acquire()
        try:
            with store_errors():
                self._connection = await self._pool.acquire()
                await self._connection.execute("SELECT pg_advisory_lock($1)", PACKING)
        except BaseException:
            await self._leave()
            raise

    async def __aexit__(self, *_: object) -> None:
        await self._leave()

    async def _leave(self) -> None:
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                # What a connection holds is freed when the pool has it again, or when it is lost.
                await self._pool.release(connection)
        finally:
            self._mine.release()
