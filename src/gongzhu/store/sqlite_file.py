"""The SQLite file `gongzhu.db` of a folder: its lock, its schema version, and the translation of
its errors."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from gongzhu.store.faults import StoreError
from gongzhu.store.schema import SQLITE
from gongzhu.texts import SystemReason

DATABASE = "gongzhu.db"
LOCK = "gongzhu.lock"
APPLICATION = 0x475A4855
"""SQLite's application id in the header of the file: the letters GZHU."""
BEFORE_RELEASE = 0x475A6875
"""The application id of files written before the first release, which cannot be opened."""

WAIT_SECONDS = 5.0
"""Seconds to wait while another program has the database file locked."""

_PROBLEMS = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_READONLY: "no_access",
    sqlite3.SQLITE_CANTOPEN: "no_access",
    sqlite3.SQLITE_PERM: "no_access",
}


def sync_folder(folder: Path) -> None:
    """Make the names of new files in a folder durable, so that they survive a power failure. Raises
    OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents durably, so that they survive a power failure. Raises
    OSError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    # The folder holds secrets that sign players in.
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for made in reversed(missing):
        sync_folder(made.parent)


def lock_folder(folder: Path) -> IO[bytes]:
    """Lock a folder for this program until the returned file is closed. Raises StoreError `owned`
    if any program, including this one, has locked it. The lock file is never deleted, since that
    would allow two locks at the same time."""
    path = folder / LOCK
    try:
        path.touch(mode=0o600)
        file = path.open("ab")
    except OSError as error:
        raise file_error(error, folder) from error
    # Every user who can open the file can lock it, and an older file may be open to all.
    with suppress(OSError):
        os.fchmod(file.fileno(), 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise StoreError("owned", folder=str(folder)) from None
    except OSError as error:
        file.close()
        raise file_error(error, folder) from error
    return file


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a database file in autocommit mode. `mode` is SQLite's `ro` or `rw`. In SQL, `lower`
    changes letters of every alphabet."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(
        uri, uri=True, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
    )
    # SQLite's own `lower` changes only the letters of ASCII.
    connection.create_function("lower", 1, str.lower, deterministic=True)
    return connection


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The schema version of a database file, 0 if it is empty. Raises StoreError if the file
    belongs to another program, is newer than this program, or is from before the first release.
    `path` is named in the message."""
    ((version,),) = connection.execute("PRAGMA user_version")
    ((application,),) = connection.execute("PRAGMA application_id")
    ((objects,),) = connection.execute("SELECT count(*) FROM sqlite_schema")
    if application == BEFORE_RELEASE:
        raise StoreError("before_release", file=str(path))
    if application != APPLICATION and (objects or version or application):
        raise StoreError("foreign", file=str(path))
    if version > len(SQLITE):
        raise StoreError("newer", file=str(path), version=version, known=len(SQLITE))
    return int(version)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the tables of a database file to this program's schema version, in one transaction.
    Raises StoreError as `version_of` does."""
    version = version_of(connection, path)
    if version == len(SQLITE):
        return
    connection.execute("BEGIN IMMEDIATE")
    for step in SQLITE[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(SQLITE)}")
    connection.execute("COMMIT")


def check_folder(folder: Path) -> int:
    """Check that the store of a folder could be opened now, and return its schema version: 0 if
    there is no store yet. Changes no data. Raises the StoreError that opening it would raise. The
    lock is checked last, so that an operator can check all else while the server runs."""
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        if there == folder:
            make_folder(folder)
        # This shows whether files can be created here. The file is deleted immediately.
        TemporaryFile(dir=there).close()
    except OSError as error:
        raise StoreError("file", file=str(folder), error=SystemReason(error)) from error
    version = _version_in(folder / DATABASE)
    if (folder / LOCK).exists():
        lock_folder(folder).close()
    return version


def _version_in(path: Path) -> int:
    """The schema version of the file `path`, 0 if it does not exist. Raises StoreError, also if the
    file is not writable."""
    try:
        os.close(os.open(path, os.O_RDWR))
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise StoreError("no_access", file=str(path), error=SystemReason(error)) from error
    # Without a log file no program has the database open, and opening it with `ro` alone would
    # create the log.
    logged = path.with_name(f"{path.name}-wal").exists()
    with store_errors(path), closing(connect(path, "ro" if logged else "ro&immutable=1")) as found:
        return version_of(found, path)


def store_error(error: sqlite3.Error, path: Path) -> StoreError:
    """The StoreError for an exception of SQLite on the file `path`."""
    # The low byte is the kind of error, the bits above it are details. Misuse has no code at all.
    code = getattr(error, "sqlite_errorcode", None)
    problem = None if code is None else _PROBLEMS.get(code & 0xFF)
    if problem is None:
        return StoreError("failed", error=str(error))
    return StoreError(problem, file=str(path), error=str(error))


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Within the context, raise exceptions of SQLite on the file `path` as StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise store_error(error, path) from error


def file_error(error: OSError, path: Path) -> StoreError:
    """The StoreError `file` for an exception of the file system. It names the exception's file, or
    else `path`."""
    return StoreError("file", file=str(error.filename or path), error=SystemReason(error))
