"""The store in a PostgreSQL database: one connection that writes, a few that read."""

import os
from collections.abc import Sequence
from typing import Any

import asyncpg

from gongzhu.store.faults import StoreError
from gongzhu.store.postgres_link import (
    COMMAND_SECONDS,
    CONNECT_SECONDS,
    SETTINGS,
    guarded,
    retrying,
    store_errors,
)
from gongzhu.store.postgres_writer import PATIENCE, Writer
from gongzhu.store.shared import SharedStore

READERS = 4


class PostgresStore(SharedStore):
    """See `Store`. One program at a time owns the database."""

    def __init__(self, writer: Writer, pool: "asyncpg.Pool[Any]") -> None:
        super().__init__(writer.commit)
        self._writer = writer
        self._pool = pool

    @classmethod
    async def open(cls, address: str) -> "PostgresStore":
        """Open a database; raises StoreError when somebody owns it, or it cannot be served."""
        address = guarded(address, os.environ)
        writer = Writer(address)
        await writer.open()
        try:
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
            await writer.close()
            raise
        return cls(writer, pool)

    async def close(self) -> None:
        """See `Store`."""
        self._writer.closing = True
        await self._group.close()
        self._packer.close()
        await self._pool.close()
        await self._writer.close()

    async def _fetch(self, query: str, values: Sequence[str | int | bytes]) -> list[Any]:
        async def fetch() -> list[Any]:
            with store_errors():
                return await self._pool.fetch(query, *values)

        if self._writer.closing:
            raise StoreError("closed")
        return await retrying(PATIENCE, fetch)
