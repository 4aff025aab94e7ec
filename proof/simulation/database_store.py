"""The store of a simulated server: the real `Keeper` and `Writer` over a database that is not."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from gongzhu.store import StoreError
from gongzhu.store.postgres import _BRIEFS, _SPEND, PostgresStore
from gongzhu.store.postgres_leases import Keeper
from gongzhu.store.postgres_link import COMMAND_SECONDS, retrying
from gongzhu.store.postgres_writer import PATIENCE, Writer
from gongzhu.store.writes import Plan, Write
from proof.simulation.database import Database
from proof.simulation.sessions import Session
from tests.support.rows_store import Rows, RowsStore


class DatabaseStore(RowsStore, PostgresStore):
    """Reads rows, and has leases and writes as `PostgresStore` does."""

    def __init__(self, database: Database, writer: Writer, keeper: Keeper) -> None:
        PostgresStore.__init__(self, writer, keeper, None)  # type: ignore[arg-type]
        self._database = database

    @classmethod
    async def open_at(cls, database: Database) -> "DatabaseStore":
        """Open the database. Raises StoreError."""
        keeper = Keeper("")
        writer = Writer("", keeper)
        await writer.open()
        try:
            await keeper.open()
        except StoreError:
            await writer.close()
            raise
        return cls(database, writer, keeper)

    async def close(self) -> None:
        self._writer.closing = True
        await self._group.close()
        await self._keeper.close()
        await self._writer.close()

    async def _rows(self) -> Rows:
        if self._writer.closing:
            raise StoreError("closed")
        return await retrying(PATIENCE, self._database.read)

    async def _fetch(self, query: str, values: Sequence[Any]) -> list[Any]:
        if query == _SPEND:
            return [(True,)]
        if query == _BRIEFS:
            listed = await self.tables()
            return [(one.name, one.last, one.brief) for one in listed if one.name in values[0]]
        raise NotImplementedError(query)


@contextmanager
def connected(database: Database) -> Iterator[None]:
    """All connections to PostgreSQL go to this one."""

    async def connect(address: str, seconds: float = COMMAND_SECONDS, **settings: str) -> Session:
        return await database.connect(seconds)

    async def migrate(session: Session) -> None:
        """There is nothing to bring up to date."""

    async def write(session: Session, writes: Sequence[Write], epoch: int | None) -> Plan:
        return await session.write(writes, epoch)

    with ExitStack() as patches:
        for where, what in (
            ("postgres_leases.connect", connect),
            ("postgres_writer.connect", connect),
            ("postgres_writer.migrate", migrate),
            ("postgres_writer.write_group", write),
        ):
            patches.enter_context(patch(f"gongzhu.store.{where}", what))
        yield
