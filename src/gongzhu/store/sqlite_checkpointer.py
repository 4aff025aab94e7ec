"""Moves SQLite's log into the database while the writer goes on.

Such a checkpoint of SQLite takes tens of milliseconds, and if the writer made it, all writes would
wait for it: see bench/results/2026-11-24-checkpoints.md.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path

from gongzhu.store.sqlite_file import connect

PASSES = 3
"""Number of times that the log is moved. Each pass moves what was written during the one before;
the last leaves so little that the writer moves it in a millisecond and starts the log from its
beginning."""


class Checkpointer:
    """A connection that only moves the log. It belongs to one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def move(self) -> None:
        """Move nearly all of the log into the database. If that fails, the log grows, and the
        writer will meet the same error."""
        with suppress(sqlite3.Error):
            if self._connection is None:
                self._connection = connect(self._path, "rw")
                self._connection.execute("PRAGMA synchronous = FULL")
            for _ in range(PASSES):
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
