"""The store in a folder, in an SQLite file. It has one thread that writes, one that reads, and one
that copies SQLite's write-ahead log (WAL) into the database file."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar

from gongzhu.store.faults import StoreError
from gongzhu.store.group import SPACING
from gongzhu.store.sqlite_file import (
    DATABASE,
    connect,
    file_error,
    lock_folder,
    make_folder,
    store_errors,
)
from gongzhu.store.sqlite_writer import SqliteWriter
from gongzhu.store.store import Store
from gongzhu.store.writes import StoreWrite

T = TypeVar("T")

CHECKPOINT_WRITES = 5_000
"""Number of writes after which the WAL is copied into the database file. If they are actions at
tables, the WAL has about 11,000 pages (44 MB) by then."""
PASSES = 3
"""Number of checkpoints made one after the other. Each copies what was written during the one
before. The last leaves so little that the writer copies it in a millisecond and starts the WAL from
its beginning."""


class SqliteStore(Store):
    """A store in a folder, which only one program at a time can have open."""

    lowered = "lower(name)"

    def __init__(
        self, lock: IO[bytes], path: Path, writer: SqliteWriter, writes: ThreadPoolExecutor
    ) -> None:
        super().__init__(self._commit, SPACING)
        self._lock = lock
        self._path = path
        self._writer = writer
        self._writes = writes
        self._reads = _Thread("gongzhu-reads", path, "ro")
        self._checkpoints = _Thread("gongzhu-checkpoints", path, "rw")
        self._in_log = 0
        """Number of writes since the WAL was last copied into the database file."""
        self._moving: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, folder: Path) -> "SqliteStore":
        """Open the store of a folder, which is created if it is missing.

        Raises StoreError if another program has the folder open, or if its file is damaged, newer
        than this program or not accessible.
        """
        writes = ThreadPoolExecutor(1, "gongzhu-writes")
        try:
            lock, writer = await _run_in(writes, lambda: _open(folder))
        except BaseException:
            writes.shutdown(wait=False)
            raise
        return cls(lock, folder / DATABASE, writer, writes)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._group.close()
        if self._moving is not None:
            await self._moving
        await self._checkpoints.close()
        await self._reads.close()
        # The last connection to close moves the log into the database, which only the writer can.
        await _run_in(self._writes, self._writer.close)
        self._writes.shutdown(wait=False)
        self._lock.close()

    async def _commit(self, writes: Sequence[StoreWrite]) -> Sequence[StoreError | None]:
        outcomes = await _run_in(self._writes, lambda: self._writer.commit(writes))
        self._in_log += len(writes)
        if self._in_log >= CHECKPOINT_WRITES and (self._moving is None or self._moving.done()):
            self._in_log = 0
            self._moving = asyncio.create_task(self._move_log())
        return outcomes

    async def _move_log(self) -> None:
        # If this fails, the log grows, and the writer will meet the same error.
        with suppress(sqlite3.Error):
            await self._checkpoints.run(_move_log)
        await _run_in(self._writes, self._writer.move_rest)

    async def _fetch(self, query: str, values: Sequence[str | int | bytes]) -> list[Any]:
        if self._closed:
            raise StoreError("closed")
        named = {str(place): value for place, value in enumerate(values, start=1)}
        with store_errors(self._path):
            return await self._reads.run(lambda reader: reader.execute(query, named).fetchall())


def _open(folder: Path) -> tuple[IO[bytes], SqliteWriter]:
    try:
        make_folder(folder)
    except OSError as error:
        raise file_error(error, folder) from error
    lock = lock_folder(folder)
    try:
        return lock, SqliteWriter(folder / DATABASE)
    except BaseException:
        lock.close()
        raise


def _move_log(connection: sqlite3.Connection) -> None:
    """Copy nearly all of the WAL into the database file, while the writer continues.

    Such a checkpoint takes tens of milliseconds. If the writer made it, all writes would wait for
    it: see bench/results/2026-11-24-checkpoints.md.
    """
    connection.execute("PRAGMA synchronous = FULL")
    for _ in range(PASSES):
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


class _Thread:
    """A thread with an SQLite connection of its own, which is opened on first use."""

    def __init__(self, name: str, path: Path, mode: str) -> None:
        """`name` is the name of the thread, `mode` SQLite's mode of the connection: `ro` or
        `rw`."""
        self._threads = ThreadPoolExecutor(1, name)
        self._path = path
        self._mode = mode
        self._connection: sqlite3.Connection | None = None

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call `work` with the connection in this thread, and return its result. Raises
        sqlite3.Error."""

        def connected() -> T:
            if self._connection is None:
                self._connection = connect(self._path, self._mode)
            return work(self._connection)

        return await _run_in(self._threads, connected)

    async def close(self) -> None:
        if self._connection is not None:
            await _run_in(self._threads, self._connection.close)
        self._threads.shutdown(wait=False)


async def _run_in(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, work)
