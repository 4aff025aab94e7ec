"""Backup and restore of a store in a folder (SQLite). A backup can be made while a server uses the
folder. It is restored into a new or empty folder."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.faults import StoreError
from gongzhu.store.sqlite_file import (
    DATABASE,
    LOCK,
    connect,
    file_error,
    lock_folder,
    store_error,
    store_errors,
    sync_folder,
    version_of,
)

INSTRUCTIONS = 1_000
"""Number of instructions of SQLite's virtual machine between two calls of the function that may
stop the copy. SQLite executes that many in less than a millisecond."""


class CopiedRows(Struct, frozen=True):
    """Number of rows of each kind in a store, to be shown after it was copied."""

    tables: int
    """Number of open tables."""
    archived: int
    """Number of archived tables."""
    entries: int
    """Number of log entries, compressed ones included."""
    players: int
    """Number of player accounts, including those of bots."""
    games: int
    """Number of finished games."""

    def as_values(self) -> dict[str, int]:
        """The counts by field name, as values for the placeholders of a message."""
        return asdict(self)


def _never() -> bool:
    return False


def back_up(folder: Path, file: Path, given_up: Callable[[], bool] = _never) -> CopiedRows:
    """Copy the store of a folder into the new file `file`, as it is at one point in time, and
    return the number of rows. A server may use the folder meanwhile. `given_up` is called often,
    and the copy stops once it returns true.

    Raises StoreError, and then leaves no file: `nothing` if the folder has no store, `exists` if
    the file exists, `given_up` if it was stopped.
    """
    source = folder / DATABASE
    if not source.is_file():
        raise StoreError("nothing", folder=str(folder))
    if file.exists():
        raise StoreError("exists", file=str(file))
    try:
        with opened(source) as connection:
            _copy(connection, file, given_up)
    except StoreError as error:
        if given_up():
            raise StoreError("given_up", file=str(file)) from error
        raise
    with opened(file) as connection:
        return count_in(connection)


def restore(file: Path, folder: Path) -> CopiedRows:
    """Copy the backup `file` into a new or empty folder, and return the number of rows.

    Raises StoreError if the file is no intact backup or the folder is in use or not empty, and then
    leaves the folder without a store.
    """
    try:
        file.open("rb").close()
    except OSError as error:
        raise file_error(error, file) from error
    with opened(file) as connection:
        check_whole(connection, file)
        counts = count_in(connection)
        with _empty(folder):
            _copy(connection, folder / DATABASE)
    return counts


@contextmanager
def _empty(folder: Path) -> Iterator[None]:
    """Create a folder if it is missing, and hold its lock within the context. Raises StoreError if
    the folder has files in it or cannot be locked."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with lock_folder(folder):
            if {entry.name for entry in folder.iterdir()} - {LOCK}:
                raise StoreError("not_empty", folder=str(folder))
            yield
    except OSError as error:
        raise file_error(error, folder) from error


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to an SQLite file, closed at the end of the context. Raises StoreError
    if the file is not a gongzhu database, or if a newer program wrote it."""
    with store_errors(path):
        connection = connect(path, "ro")
        try:
            if version_of(connection, path) == 0:
                raise StoreError("foreign", file=str(path))
            yield connection
        finally:
            connection.close()


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Raise StoreError `damaged` if SQLite's integrity check finds an error in the database. `path`
    is named in the message."""
    ((first, *_), *_) = connection.execute("PRAGMA integrity_check(1)")
    if first != "ok":
        raise StoreError("damaged", file=str(path), error=first)


def _copy(
    connection: sqlite3.Connection, target: Path, given_up: Callable[[], bool] = _never
) -> None:
    """Copy the database of a connection into the new file `target`. The file appears under its name
    only after the copy was checked and synced to disk. The copy stops once `given_up` returns
    true."""
    connection.set_progress_handler(given_up, INSTRUCTIONS)
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        # The file holds secrets that sign players in: only its owner may read it.
        handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with _errors_of(part):
                connection.execute("VACUUM INTO ?", (str(part),))
            with opened(part) as copy:
                copy.set_progress_handler(given_up, INSTRUCTIONS)
                check_whole(copy, part)
            os.fsync(handle)
            part.rename(target)
        finally:
            os.close(handle)
            part.unlink(missing_ok=True)
        sync_folder(target.absolute().parent)
    except OSError as error:
        raise file_error(error, target) from error


@contextmanager
def _errors_of(part: Path) -> Iterator[None]:
    """Within the context, turn SQLite's errors of writing (disk full, disk failure, no access) into
    a StoreError that names `part`, the file being written. Other errors pass unchanged."""
    try:
        yield
    except sqlite3.Error as error:
        fault = store_error(error, part)
        if fault.problem in {"disk_full", "disk", "no_access"}:
            raise fault from error
        raise


def count_in(connection: sqlite3.Connection) -> CopiedRows:
    """The number of rows of each kind in a database, compressed log entries included."""
    ((*counts,),) = connection.execute(
        """SELECT (SELECT count(*) FROM tables WHERE archived = 0),
            (SELECT count(*) FROM tables WHERE archived = 1), (SELECT count(*) FROM entries),
            (SELECT count(*) FROM players), (SELECT count(*) FROM games)"""
    )
    ((packed,),) = connection.execute("SELECT coalesce(sum(last - first + 1), 0) FROM packs")
    counts[2] += packed
    return CopiedRows(*counts)
