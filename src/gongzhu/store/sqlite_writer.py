"""Writes groups into SQLite, each with one transaction and one fsync.

Python releases the global interpreter lock (GIL) for every SQL statement, and then must wait for
the event loop to get it back. So the rows that nearly every group has (entries, summaries and
snapshots, called hot rows) are inserted by one statement into a view, whose triggers distribute
them to their tables. If a group has nothing else, this statement is the whole transaction.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

import msgspec

from gongzhu.store.faults import StoreError
from gongzhu.store.game_archive import last_of
from gongzhu.store.plan import (
    Known,
    PlannedCommand,
    Query,
    Steps,
    WritePlan,
    plan,
    steps,
    tables_of,
)
from gongzhu.store.sqlite_file import connect, file_error, migrate, store_error, store_errors
from gongzhu.store.writes import StoreWrite

CHECKPOINT_PAGES = 16_000
"""Number of pages in the write-ahead log (64 MB) at which the writer itself copies them into the
database file. It grows so long only if much is written at once, or another program reads the
file."""

_KNOWN = f"""
    SELECT json_group_array(json_array(name, archived, {last_of("name")}))
    FROM tables WHERE name IN (SELECT value FROM json_each(?))
"""
_ENTRY, _SUMMARY, _SNAPSHOT = range(3)
_SORTING = (
    "CREATE TEMP VIEW hot (kind, name, number, body) AS SELECT 0, '', 0, x''",
    f"""CREATE TEMP TRIGGER hot_entry INSTEAD OF INSERT ON hot WHEN new.kind = {_ENTRY} BEGIN
        INSERT INTO entries (table_name, number, body) VALUES (new.name, new.number, new.body);
    END""",
    f"""CREATE TEMP TRIGGER hot_summary INSTEAD OF INSERT ON hot WHEN new.kind = {_SUMMARY} BEGIN
        INSERT INTO tables (name, summary) VALUES (new.name, new.body)
        ON CONFLICT (name) DO UPDATE SET summary = excluded.summary;
    END""",
    f"""CREATE TEMP TRIGGER hot_snapshot INSTEAD OF INSERT ON hot WHEN new.kind = {_SNAPSHOT}
    BEGIN
        INSERT INTO snapshots (table_name, number, body)
        VALUES (new.name, new.number, new.body)
        ON CONFLICT (table_name) DO UPDATE SET number = excluded.number, body = excluded.body;
    END""",
)
"""SQL statements that create the view `hot` and its triggers, which put each inserted row into
`entries`, `tables` or `snapshots`. View and triggers belong to the connection, not to the file."""
MOST_TABLES = 20_000
"""Largest number of tables whose state is cached. When there are more, the cache is cleared."""
MOST_ROWS = 250
"""Largest number of rows that one statement inserts."""
_ARCHIVE = "UPDATE tables SET archived = 1 WHERE name = ?"

_HotRow = tuple[int, str, int, bytes]
"""A row that is inserted into the view `hot`: its kind (_ENTRY, _SUMMARY or _SNAPSHOT), the name of
the table, a number, and the bytes to store. The number is that of the log entry, or of the last
entry that the snapshot covers, or 0 for a summary."""


class SqliteWriter:
    """The only connection that writes into a database file. All its methods are called in one
    thread."""

    def __init__(self, path: Path) -> None:
        """Open the file, which is created if it is missing, and migrate it to this program's schema
        version.

        Raises StoreError.
        """
        self._path = path
        self._tables: dict[str, Known] = {}
        """Cache of tables as they are on disk, by name. It stays valid since no other program
        writes into the file."""
        try:
            # The file holds secrets that sign players in, and the folder may be open to others.
            path.touch(mode=0o600, exist_ok=True)
        except OSError as error:
            raise file_error(error, path) from error
        with store_errors(path):
            self.connection = connect(path, "rw")
        try:
            with store_errors(path):
                # Until the log exists, changes go through a journal, whose deletion must be durable
                # too: if it came back after a power cut, it would undo the changes.
                self.connection.execute("PRAGMA synchronous = EXTRA")
                self.connection.execute("PRAGMA journal_mode = WAL")
                self.connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
                # A log that grew longer than that, during a backup, is cut to this size again.
                self.connection.execute(f"PRAGMA journal_size_limit = {CHECKPOINT_PAGES * 4096}")
                migrate(self.connection, path)
                for statement in _SORTING:
                    self.connection.execute(statement)
        except StoreError:
            self.connection.close()
            raise

    def commit(self, writes: Sequence[StoreWrite]) -> list[StoreError | None]:
        """Write a group of writes durably. Returns one outcome for each write, in order: None, or
        the error with which it was refused.

        Raises StoreError if the whole group failed. Then nothing was written.
        """
        try:
            done = plan(writes, self._known(tables_of(writes)))
            hot = _hot(done)
            if len(hot) <= MOST_ROWS and done.is_hot:
                self._insert(hot)
            else:
                self.connection.execute("BEGIN IMMEDIATE")
                for first in range(0, len(hot), MOST_ROWS):
                    self._insert(hot[first : first + MOST_ROWS])
                if done.archived:
                    self.connection.executemany(_ARCHIVE, [(name,) for name in done.archived])
                self._carry_out(steps(done))
                self.connection.execute("COMMIT")
        except BaseException as error:
            self._tables.clear()
            # SQLite has ended the transaction itself after some errors, and not after others.
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise store_error(error, self._path) from error
            raise
        self._tables |= {name: Known(number) for name, number, _ in done.entries}
        for name in (*done.archived, *done.purged):
            self._tables.pop(name, None)
        if len(self._tables) > MOST_TABLES:
            self._tables.clear()
        return [done.refused.get(place) for place in range(len(writes))]

    def move_rest(self) -> None:
        """Copy the part of the write-ahead log that the checkpoint thread has not copied into the
        database file, so that the next write starts the log from its beginning."""
        with suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Copy the write-ahead log into the database file, and close the connection."""
        self.connection.close()

    def _known(self, names: set[str]) -> dict[str, Known]:
        """The current state of the tables with these names, by name. Tables that do not exist are
        left out."""
        known = {name: self._tables[name] for name in names if name in self._tables}
        if len(known) < len(names):
            asked = msgspec.json.encode([name for name in names if name not in known]).decode()
            ((found,),) = self.connection.execute(_KNOWN, (asked,))
            rows = msgspec.json.decode(found, type=list[tuple[str, int, int]])
            new = {name: Known(last, bool(archived)) for name, archived, last in rows}
            self._tables |= new
            known |= new
        return known

    def _insert(self, rows: Sequence[_HotRow]) -> None:
        if rows:
            places = ", ".join(["(?, ?, ?, ?)"] * len(rows))
            self.connection.execute(f"INSERT INTO hot VALUES {places}", list(chain(*rows)))

    def _carry_out(self, todo: Steps) -> None:
        run, run_many = self.connection.execute, self.connection.executemany
        answer: object = None
        with suppress(StopIteration):
            while True:
                match todo.send(answer):
                    case Query(text, values):
                        answer = run(text, values).fetchall()
                    case PlannedCommand(text, [values]):
                        answer = run(text, values).rowcount
                    case PlannedCommand(text, rows):
                        # Even without rows, `executemany` releases Python's global lock and waits
                        # for it again.
                        answer = run_many(text, rows) if rows else None


def _hot(done: WritePlan) -> list[_HotRow]:
    """The log entries, summaries and snapshots of a plan as rows for the SQL view `hot`, in the
    order in which they must be inserted: summaries first, because they add the rows of new card
    tables, to which entries refer; then entries, then snapshots."""
    return [
        *((_SUMMARY, name, 0, summary) for name, summary in done.tables.items()),
        *((_ENTRY, *entry) for entry in done.entries),
        *((_SNAPSHOT, name, *rest) for name, rest in done.snapshots.items()),
    ]
