"""Copies a folder's store (SQLite) into an empty PostgreSQL database, in one transaction.

Each table of the SQLite file is copied into the PostgreSQL table with the same name and columns.
Columns that only PostgreSQL has, such as the server that owns a table, keep their defaults. Every
row is read back and compared before the COMMIT.
"""

import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager
from hashlib import sha256
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from gongzhu.store.copies import CopiedRows, check_whole, count_in, opened
from gongzhu.store.faults import StoreError
from gongzhu.store.game_archive import last_of
from gongzhu.store.postgres_link import (
    LOCK,
    Connection,
    connecting,
    disconnect,
    guarded,
    migrate,
    store_errors,
)
from gongzhu.store.schema import SQLITE
from gongzhu.store.sqlite_file import DATABASE, lock_folder, version_of

Progress: TypeAlias = Callable[[int], AbstractContextManager[Callable[[], object]]]
"""Shows progress. Called with the total number of steps, it returns a context manager. The context
manager provides a function, which must be called after each step."""

ROWS = 500
"""Number of rows copied in one step. They are in memory together, and must be sent within the time
limit of one SQL command."""
SHOWN = 40
"""Largest number of characters of a row's key that an error message shows."""

_COLUMNS = """
    SELECT tables.name, columns.name
    FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT GLOB 'sqlite_*'
    ORDER BY tables.name, cid
"""
_TYPES = """
    SELECT column_name, data_type FROM information_schema.columns
    WHERE table_schema = 'gongzhu' AND table_name = $1
"""
_TABLES = """
    SELECT quote_ident(tablename) FROM pg_tables
    WHERE schemaname = 'gongzhu' AND tablename <> 'version'
"""
_KINDS = {"text": str, "bytea": bytes, "bigint": int, "boolean": bool}
"""The Python type for each PostgreSQL column type."""


async def move_folder(folder: Path, address: str, progress: Progress) -> CopiedRows:
    """Copy the store of a folder that no server uses into an empty database, and return the number
    of rows. `address` is a `postgresql://` URL. The folder is left unchanged.

    Raises StoreError, and then leaves the database unchanged. Only with the problem `unknown` may
    the copy have been committed.
    """
    source = folder / DATABASE
    if not source.is_file():
        raise StoreError("nothing", folder=str(folder))
    with lock_folder(folder), opened(source) as file:
        version = version_of(file, source)
        if version < len(SQLITE):
            raise StoreError("older", file=str(source), version=version)
        # Within a transaction, changes by a program that ignores the lock are not seen.
        file.execute("BEGIN")
        async with _transaction(address) as database:
            await _make_tables(database)
            check_whole(file, source)
            await _fill(file, source, database, progress)
        return count_in(file)


@asynccontextmanager
async def _transaction(address: str) -> AsyncIterator[Connection]:
    """A new connection to the database at the URL `address`, with an open transaction. It is
    committed at the end of the context, unless that raised an exception. Raises StoreError
    `unknown` if the connection fails during the COMMIT."""
    address = guarded(address, os.environ)
    # The transaction is idle while the folder's file is checked.
    async with connecting(address, idle_in_transaction_session_timeout="0") as connection:
        transaction = connection.transaction()
        await transaction.start()
        yield connection
        try:
            with store_errors():
                await transaction.commit()
        except StoreError as error:
            if error.problem == "unreachable":
                raise StoreError("unknown") from error
            raise
    await disconnect(connection)


async def _make_tables(database: Connection) -> None:
    """Create or migrate the tables of the database. Raises StoreError `not_empty_database` if one
    of them has rows. A database that a server has used always has some."""
    # The lock keeps servers from starting meanwhile.
    await database.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
    for (table,) in await database.fetch(_TABLES):
        if await database.fetchval(f"SELECT EXISTS (SELECT FROM {table})"):
            raise StoreError("not_empty_database")
    await migrate(database)


class _Table(Struct, frozen=True):
    """A database table to copy: its name, its columns and their types. The source is an SQLite
    file."""

    source: Path
    """Path of the SQLite file, for error messages."""
    name: str
    columns: tuple[str, ...]
    kinds: tuple[type, ...]
    """The Python types of the columns in PostgreSQL, in the order of `columns`."""

    @property
    def query(self) -> str:
        """The SQL query for all rows of the table, valid in both databases."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"

    def fitted(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Convert a row of SQLite for PostgreSQL. SQLite accepts any type in any column: raises
        StoreError `unmovable` for a value that PostgreSQL would refuse."""
        return tuple(map(self._fitted, self.columns, self.kinds, row, [row[0]] * len(row)))

    def _fitted(self, column: str, kind: type, value: Any, key: Any) -> Any:
        if kind is bool and value in (0, 1):
            return bool(value)
        fits = value is None or type(value) is kind
        if fits and not (isinstance(value, str) and "\0" in value):
            return value
        what = f"{self.name}.{column} ({ascii(key)[:SHOWN]})"
        raise StoreError("unmovable", file=str(self.source), what=what)


class _Sum(Struct):
    """Order-independent checksum of the rows of a table: the number of rows, and the sum of their
    SHA-256 digests modulo 2**256."""

    rows: int = 0
    digest: int = 0

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        for row in rows:
            self.rows += 1
            digest = sha256(msgspec.msgpack.encode(row)).digest()
            self.digest = (self.digest + int.from_bytes(digest)) % 2**256


async def _fill(
    file: sqlite3.Connection, source: Path, database: Connection, progress: Progress
) -> None:
    """Copy all tables from the SQLite connection `file`, read them back and compare checksums.
    `source` is the path of the file, for error messages. Raises StoreError `differs` for a table
    whose rows arrived changed."""
    tables = await _tables(file, source, database)
    counts = [file.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0] for table in tables]
    with progress(sum(2 * -(-count // ROWS) for count in counts)) as advance:
        for table in tables:
            sent, arrived = _Sum(), _Sum()
            for rows in _parts(map(table.fitted, file.execute(table.query))):
                sent.add(rows)
                await database.copy_records_to_table(
                    table.name, records=rows, columns=table.columns, schema_name="gongzhu"
                )
                advance()
            cursor = await database.cursor(table.query)
            while found := await cursor.fetch(ROWS):
                arrived.add(map(tuple, found))
                advance()
            if arrived != sent:
                raise StoreError("differs", table=table.name)
    await database.execute(f"UPDATE tables SET seq = {last_of('name')}")


async def _tables(file: sqlite3.Connection, source: Path, database: Connection) -> list[_Table]:
    """The tables of an SQLite file, sorted by name. Raises StoreError `unmovable` for a table or
    column that the database lacks."""
    found = []
    for name, rows in groupby(file.execute(_COLUMNS), key=itemgetter(0)):
        columns = tuple(column for _, column in rows)
        types = dict(await database.fetch(_TYPES, name))
        if not types.keys() >= set(columns):
            raise StoreError("unmovable", file=str(source), what=name)
        kinds = tuple(_KINDS[types[column]] for column in columns)
        found.append(_Table(source, name, columns, kinds))
    return found


def _parts(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    while part := list(islice(rows, ROWS)):
        yield part
