"""Writes groups into PostgreSQL, one transaction for each, over the only connection of a server
that writes.

Entries are appended only to tables whose row names this server, which is checked in the same
transaction (see `postgres_servers`). Most groups only continue tables of this server. They are one
SQL statement (WRITE_ROWS), which is a transaction by itself and needs one round trip. It does
nothing unless the row of every table has this server's number and the expected number of its last
entry, so it may be sent again if its answer was lost. For any other group whose COMMIT was not
answered, the database is asked whether the transaction was committed.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from asyncpg.prepared_stmt import PreparedStatement

from gongzhu.store.faults import StoreError
from gongzhu.store.plan import (
    Known,
    PlannedCommand,
    Query,
    Steps,
    WritePlan,
    are_written,
    plan,
    steps,
    tables_of,
)
from gongzhu.store.postgres_link import (
    OPENING_PATIENCE,
    Connection,
    connecting,
    disconnect,
    migrate,
    retrying,
    store_errors,
)
from gongzhu.store.table_log import Append
from gongzhu.store.writes import LARGEST, StoreWrite

PATIENCE = 5.0
"""Seconds that a group waits for an unreachable database before the group is refused."""
PAUSE = 0.1
"""Seconds between two queries for the outcome of a transaction."""
TRIES = 3
"""Number of attempts at a group that certainly was not carried out, because the connection was lost
or another server wrote the same rows."""
AGAIN = ("unreachable", "crossed")
"""Values of `StoreError.problem` after which a group of writes is sent again."""
STOPPED_MS = 2000
"""Milliseconds that a transaction may be idle before the database ends it. Its server has probably
stopped, and other servers wait for the rows it has locked."""
STATEMENT_MS = 5000
"""Milliseconds that an SQL statement may take, and that sent data may stay unacknowledged."""

XACT = "SELECT pg_current_xact_id()::text"
STATUS = "SELECT pg_xact_status($1::text::xid8)"
_KNOWN = """
    SELECT name, archived, seq, server FROM tables WHERE name = ANY($1::text[])
    ORDER BY name FOR UPDATE
"""
_NEW = """
    INSERT INTO tables (name, summary, server)
    SELECT name, '', server FROM unnest($1::text[], $2::integer[]) AS opened (name, server)
"""
_ARCHIVE = (
    "UPDATE tables SET archived = true, server = 0, visited = false WHERE name = ANY($1::text[])"
)
WRITE_ROWS = """
    WITH wanted AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::bytea[])
            AS wanted (table_name, server, before, after, summary)
    ), owned AS MATERIALIZED (
        SELECT FROM tables JOIN wanted ON name = table_name
        WHERE tables.server = wanted.server AND seq = before AND NOT archived
        FOR UPDATE OF tables
    ), fitting AS MATERIALIZED (
        SELECT WHERE cardinality($1) = (SELECT count(*) FROM owned)
    ), new_tables AS (
        UPDATE tables SET seq = after, summary = coalesce(wanted.summary, tables.summary)
        FROM wanted
        WHERE name = table_name AND tables.server = wanted.server AND seq = before
            AND EXISTS (SELECT FROM fitting)
    ), new_entries AS (
        INSERT INTO entries (table_name, number, body)
        SELECT * FROM unnest($6::text[], $7::bigint[], $8::bytea[])
        WHERE EXISTS (SELECT FROM fitting)
    ), new_snapshots AS (
        INSERT INTO snapshots (table_name, number, body)
        SELECT * FROM unnest($9::text[], $10::bigint[], $11::bytea[])
        WHERE EXISTS (SELECT FROM fitting)
        ON CONFLICT (table_name) DO UPDATE SET number = excluded.number, body = excluded.body
    )
    SELECT EXISTS (SELECT FROM fitting)
"""
"""SQL statement that writes the entries, summaries and snapshots of a group, with the parameters of
`rows_of`. It returns true if it has written them. It returns false and does nothing if a table has
another server or another last entry than expected."""
WRITE_ROWS_NAME = "gongzhu_rows"
"""The name of the prepared statement WRITE_ROWS."""


class PostgresWriter:
    """Commits groups of writes to a PostgreSQL database. A server has only one writer."""

    def __init__(self, address: str, changed: Callable[[Iterable[str]], None]) -> None:
        """`address` is the database's URL. After each group, `changed` is called with the names of
        the tables whose summaries may have changed."""
        self._address = address
        self._changed = changed
        self._connection: Connection | None = None
        self._write_rows: PreparedStatement[Any]
        self._migrated = False
        self.closing = False
        """Set to True when the server stops: then a write whose outcome cannot be learnt fails
        instead of waiting."""

    async def open(self) -> None:
        """Connect, and migrate the database's tables to this program's schema version. Raises
        StoreError."""
        await retrying(OPENING_PATIENCE, self._connected)

    async def commit(self, writes: Sequence[StoreWrite]) -> list[StoreError | None]:
        """Write a group of writes durably. Returns one outcome for each write, in order: None, or
        the error with which it was refused.

        Raises StoreError if the whole group failed. Then nothing was written, except perhaps if its
        problem is `unknown`: the connection was lost during the commit, and this server was stopped
        before it could ask the database whether the group was committed.
        """
        tried, sent = 0, False
        """`sent` is True while the group may have been carried out although its answer was lost."""
        while True:
            connection = await (self._found() if sent else retrying(PATIENCE, self._connected))
            outcomes: list[StoreError | None] | None = None
            transaction = ""
            try:
                with store_errors():
                    done = _in_good_faith(writes)
                    if done is not None:
                        lost, sent = sent, True
                        written = await self._write_rows.fetchval(*rows_of(done))
                        sent = False
                        if written:
                            self._changed(done.tables)
                            return [None] * len(writes)
                        sent = lost
                    await connection.execute("BEGIN")
                    transaction = await connection.fetchval(XACT)
                    done = await write_group(connection, writes, sent)
                    outcomes = [done.refused.get(place) for place in range(len(writes))]
                    await connection.execute("COMMIT")
                self._changed([*done.tables, *done.archived])
                return outcomes
            except BaseException as error:
                # After any error, nothing of this transaction may be left for the next one.
                connection.terminate()
                if not isinstance(error, StoreError) or error.problem not in AGAIN:
                    raise
                if error.problem == "crossed":
                    sent = False
                if outcomes is not None and await self._is_committed(transaction):
                    return outcomes
                tried += not sent
                if tried == TRIES:
                    raise

    async def close(self) -> None:
        await disconnect(self._connection)

    async def _is_committed(self, transaction: str) -> bool:
        """True if the transaction with this id, whose COMMIT was not answered, was committed. Waits
        until the database can tell."""
        while True:
            connection = await self._found()
            with suppress(StoreError), store_errors():
                status = await connection.fetchval(STATUS, transaction)
                if status != "in progress":
                    return bool(status == "committed")
            await asyncio.sleep(PAUSE)

    async def _found(self) -> Connection:
        """The connection, after waiting for a new one without time limit. Raises StoreError
        `unknown` only if the server stops."""
        while True:
            try:
                return await retrying(PATIENCE, self._connected)
            except StoreError as error:
                if self.closing:
                    raise StoreError("unknown") from error
            await asyncio.sleep(PAUSE)

    async def _connected(self) -> Connection:
        """The writing connection, or a new one if the last was lost. Raises StoreError."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        async with connecting(
            self._address,
            idle_in_transaction_session_timeout=str(STOPPED_MS),
            statement_timeout=str(STATEMENT_MS),
            tcp_user_timeout=str(STATEMENT_MS),
            # Rows are always found by their keys, so one query plan is good for all groups.
            plan_cache_mode="force_generic_plan",
            enable_seqscan="off",
        ) as connection:
            if not self._migrated:
                await migrate(connection)
                self._migrated = True
            self._write_rows = await connection.prepare(WRITE_ROWS, name=WRITE_ROWS_NAME)
        self._connection = connection
        return connection


def _in_good_faith(writes: Sequence[StoreWrite]) -> WritePlan | None:
    """Plan a group without reading the state of its tables, which saves a round trip. The plan
    assumes that each append directly follows the last entry of its table, and WRITE_ROWS writes
    nothing if that is wrong. Returns None if the group cannot be written so: it has anything but
    entries, summaries and snapshots of existing tables, or a write that is refused already."""
    known: dict[str, Known] = {}
    for write in writes:
        if not isinstance(write, Append) or write.first == 1 or write.first > LARGEST:
            return None
        known.setdefault(write.table, Known(write.first - 1, server=write.server))
    done = plan(writes, known)
    return done if done.is_hot and not done.refused else None


def rows_of(done: WritePlan) -> list[Any]:
    """The parameters $1 to $11 of WRITE_ROWS, each a list, that write the entries, summaries and
    snapshots of a plan."""
    tables = [
        (name, one.server, one.before, one.after, done.tables.get(name))
        for name, one in sorted(done.written.items())
    ]
    snapshots = [(name, *rest) for name, rest in done.snapshots.items()]
    return [*_columns(tables, 5), *_columns(done.entries, 3), *_columns(snapshots, 3)]


def _columns(rows: list[Any], count: int) -> list[list[Any]]:
    """Transpose rows, each of `count` values, into `count` lists of one value for each row. Without
    rows the lists are empty."""
    return [[row[place] for row in rows] for place in range(count)]


async def write_group(
    connection: Connection, writes: Sequence[StoreWrite], sent: bool
) -> WritePlan:
    """Write a group within the connection's open transaction, which the caller must commit, and
    return its plan with the refused writes. `sent` is True if an earlier attempt may have carried
    out the group's appends, all of them or none. If it has, nothing is written again."""
    known: dict[str, Known] = {}
    if names := tables_of(writes):
        rows = await connection.fetch(_KNOWN, list(names))
        known = {row["name"]: Known(row["seq"], row["archived"], row["server"]) for row in rows}
    if sent and are_written(writes, known):
        return WritePlan()
    done = plan(writes, known)
    await _write_tables(connection, done, known)
    await _carry_out(connection, steps(done))
    return done


async def _write_tables(
    connection: Connection, done: WritePlan, known: Mapping[str, Known]
) -> None:
    new = {name: one.server for name, one in done.written.items() if name not in known}
    if new:
        await connection.execute(_NEW, list(new), list(new.values()))
    if done.written and not await connection.fetchval(WRITE_ROWS, *rows_of(done)):
        raise StoreError("crossed", error="a table has changed")
    if done.archived:
        await connection.execute(_ARCHIVE, done.archived)


async def _carry_out(connection: Connection, todo: Steps) -> None:
    answer: object = None
    with suppress(StopIteration):
        while True:
            step = todo.send(answer)
            text, names = _by_position(step.text)
            match step:
                case Query(_, values):
                    answer = await connection.fetch(text, *(values[name] for name in names))
                case PlannedCommand(_, [values]):
                    told = await connection.execute(text, *(values[name] for name in names))
                    # The answer is such as UPDATE 1: the last word is the number of changed rows.
                    answer = int(told.rpartition(" ")[2])
                case PlannedCommand(_, []):
                    answer = None
                case PlannedCommand(_, rows):
                    many = [[values[name] for name in names] for values in rows]
                    await connection.executemany(text, many)
                    answer = None


@cache
def _by_position(text: str) -> tuple[str, tuple[str, ...]]:
    """Replace the named parameters of an SQL statement, such as $name, by $1, $2, … Returns the
    statement and the names in that order."""
    names = tuple(dict.fromkeys(re.findall(r"\$([a-z_]+)", text)))
    return re.sub(r"\$([a-z_]+)", lambda found: f"${names.index(found[1]) + 1}", text), names
