"""The store of a simulated server: the real `PostgresStore` over a database that is not."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import Any
from unittest.mock import patch

from gongzhu.store import StoreError
from gongzhu.store.plan import WritePlan
from gongzhu.store.postgres import PostgresStore
from gongzhu.store.postgres_link import COMMAND_SECONDS, retrying
from gongzhu.store.postgres_writer import PATIENCE
from gongzhu.store.writes import StoreWrite
from proof.simulation.database import Database
from proof.simulation.sessions import Found, Session
from tests.support.rows_store import Rows, RowsStore


class Pool:
    """Sessions that read; see `asyncpg.Pool`, of which it has what a store uses."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[Session]:
        """A session for a while."""
        session = await self._database.connect(COMMAND_SECONDS)
        try:
            yield session
        finally:
            session.terminate()

    async def fetch(self, query: str, *values: Any) -> Found:
        """The rows that a statement finds."""
        async with self.acquire() as session:
            return await session.fetch(query, *values)


class DatabaseStore(RowsStore, PostgresStore):
    """Reads rows, and has tables and writes as `PostgresStore` does."""

    def __init__(self, database: Database, name: str) -> None:
        PostgresStore.__init__(self, "", name)
        self.name = name
        """The name that clients are sent on to."""
        self._database = database
        self._pool = Pool(database)  # type: ignore[assignment] # as much of one as is used

    @classmethod
    async def open_at(cls, database: Database, name: str) -> "DatabaseStore":
        """Open the database as the server of this name. Raises StoreError."""
        store = cls(database, name)
        try:
            await store._writer.open()
            await store._lock.open()
            await store._channel.open()
        except StoreError:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        await self._close()

    async def _rows(self) -> Rows:
        if self._writer.closing:
            raise StoreError("closed")
        return await retrying(PATIENCE, self._database.read)

    async def _fetch(self, query: str, values: Sequence[Any]) -> list[Any]:
        return await PostgresStore._fetch(self, query, values)


@contextmanager
def connected(database: Database) -> Iterator[None]:
    """All connections to PostgreSQL go to this one."""

    async def connect(address: str, seconds: float = COMMAND_SECONDS, **settings: str) -> Session:
        idle = settings.get("idle_session_timeout")
        return await database.connect(seconds, None if idle is None else int(idle) / 1000)

    async def migrate(session: Session) -> None:
        """There is nothing to bring up to date."""

    async def write(session: Session, writes: Sequence[StoreWrite], sent: bool) -> WritePlan:
        return await session.write(writes, sent)

    with ExitStack() as patches:
        for where, what in (
            ("postgres_link.connect", connect),
            ("postgres_writer.migrate", migrate),
            ("postgres_writer.write_group", write),
        ):
            patches.enter_context(patch(f"gongzhu.store.{where}", what))
        yield
