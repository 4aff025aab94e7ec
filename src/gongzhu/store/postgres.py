"""The store in a PostgreSQL database: one connection that writes, one for leases, a few that
read."""

import os
from collections.abc import Sequence
from typing import Any

import asyncpg

from gongzhu.store.faults import StoreError
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
from gongzhu.store.shared import SharedStore
from gongzhu.store.writes import check_texts

READERS = 4


class PostgresStore(SharedStore):
    """See `Store`. Several programs may have a database open."""

    def __init__(self, writer: Writer, keeper: Keeper, pool: "asyncpg.Pool[Any]") -> None:
        super().__init__(writer.commit)
        self._writer = writer
        self._keeper = keeper
        keeper.on_lost = self._lost
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
        """See `Store`."""
        self._writer.closing = True
        await self._group.close()
        self._packer.close()
        await self._pool.close()
        await self._keeper.close()
        await self._writer.close()

    @property
    def alone(self) -> bool:
        """See `Store`."""
        return False

    async def take(self, tables: Sequence[str]) -> set[str]:
        """See `Store`."""
        check_texts(*tables)
        return await self._keeper.take(tables)

    async def give_back(self, tables: Sequence[str]) -> None:
        """See `Store`."""
        await self._keeper.give_back(tables)

    @property
    def _epoch(self) -> int:
        return self._keeper.epoch or 0

    def _lost(self) -> None:
        self.on_lost()

    async def _fetch(self, query: str, values: Sequence[str | int | bytes]) -> list[Any]:
        async def fetch() -> list[Any]:
            with store_errors():
                return await self._pool.fetch(query, *values)

        if self._writer.closing:
            raise StoreError("closed")
        return await retrying(PATIENCE, fetch)
