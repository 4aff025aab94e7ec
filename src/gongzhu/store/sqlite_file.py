"""The file `gongzhu.db` of a folder: its lock, its version, and translation of its errors."""

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
"""SQLite's application id in the file's header: the letters GZHU."""
BEFORE_RELEASE = 0x475A6875
"""The application id of files from before the first release."""

WAIT_SECONDS = 5.0
"""Seconds to wait while another program has the file locked."""

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
    """Make sure that a new file name in a folder survives a power cut; raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, so that it survives a power cut; raises OSError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    # The folder holds secrets that sign players in.
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for made in reversed(missing):
        sync_folder(made.parent)


def lock_folder(folder: Path) -> IO[bytes]:
    """Lock a folder until the returned file is closed; raises StoreError if another program, or
    this one, has locked it. The file is never deleted: that would allow two locks at once."""
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
    """Open a database file with SQLite's mode ro or rw, without implicit transactions."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(
        uri, uri=True, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
    )
    # SQLite's own `lower` changes only the letters of ASCII.
    connection.create_function("lower", 1, str.lower, deterministic=True)
    return connection


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a file's tables, 0 for an empty file; raises StoreError if the file is of
    another program, newer than this program, or from before the first release."""
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
    """Bring the tables of a file to this program's version, in one transaction."""
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
    """Check that the store of a folder could be opened now, and return its version, 0 if there is
    no store yet; no data is changed. Raises the StoreError that opening it would raise. That the
    folder is locked is checked last, so that an operator can check everything else while the server
    still runs."""
    try:
        there = next(path for path in (folder, *folder.parents) if path.exists())
        if there == folder:
            make_folder(folder)
        # This shows whether files can be made here; the file vanishes at once.
        TemporaryFile(dir=there).close()
    except OSError as error:
        raise StoreError("file", file=str(folder), error=SystemReason(error)) from error
    version = _version_in(folder / DATABASE)
    if (folder / LOCK).exists():
        lock_folder(folder).close()
    return version


def _version_in(path: Path) -> int:
    """The version of a file, 0 if there is no file; raises StoreError, also if the file cannot be
    written."""
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
    """The StoreError for an error of SQLite."""
    # The low byte is the kind of error, the bits above it are details. Misuse has no code at all.
    code = getattr(error, "sqlite_errorcode", None)
    problem = None if code is None else _PROBLEMS.get(code & 0xFF)
    if problem is None:
        return StoreError("failed", error=str(error))
    return StoreError(problem, file=str(path), error=str(error))


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Within this context, raise errors of SQLite as StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise store_error(error, path) from error


def file_error(error: OSError, path: Path) -> StoreError:
    """The StoreError for an error of the file system."""
    return StoreError("file", file=str(error.filename or path), error=SystemReason(error))
