"""Moves SQLite's log into the database while the writer goes on.

A checkpoint takes tens of milliseconds, for which all that is to be written waits if the writer
makes it: bench/results/2026-11-24-checkpoints.md.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path

from gongzhu.store.sqlite_file import connect

PASSES = 3
"""Each moves what was written during the one before, and the last leaves so little that the writer
moves it in a millisecond, and begins the log anew."""


class Checkpointer:
    """A connection for checkpoints alone. It belongs to one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def move(self) -> None:
        """Move nearly all of the log. Where that fails, the log grows, and the writer will see
        what is wrong."""
        with suppress(sqlite3.Error):
            if self._connection is None:
                self._connection = connect(self._path, "rw")
                self._connection.execute("PRAGMA synchronous = FULL")
            for _ in range(PASSES):
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
