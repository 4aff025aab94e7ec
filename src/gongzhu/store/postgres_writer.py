"""Groups of writes into PostgreSQL: one transaction for each, on the one connection that a server
writes by.

Entries go only to tables whose row names this server, and that is checked in the transaction which
writes them: see `postgres_server`. Most groups only go on with tables of this server, and are one
statement, see `postgres_rows`; it may be sent again when its answer was lost. Of any other group
the database is asked, after a lost COMMIT, what became of its transaction.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from asyncpg.prepared_stmt import PreparedStatement

from gongzhu.store.faults import StoreError
from gongzhu.store.postgres_group import write_group
from gongzhu.store.postgres_link import (
    CONNECT_SECONDS,
    OPENING_PATIENCE,
    Connection,
    connect,
    migrate,
    retrying,
    store_errors,
)
from gongzhu.store.postgres_rows import WRITE_ROWS, WRITE_ROWS_NAME, rows_of
from gongzhu.store.writes import LARGEST, Append, Known, Plan, Write, plan

PATIENCE = 5.0
"""Seconds that a group waits for a lost database to come back, before it is refused."""
PAUSE = 0.1
"""Seconds between two looks for a database that must be asked."""
TRIES = 3
"""Times that a group is sent which certainly was not carried out: the connection was lost, or
another server wanted to write the same rows."""
AGAIN = ("unreachable", "crossed")
"""Problems after which a group is sent once more."""
STOPPED_MS = 2000
"""Milliseconds for which a transaction may lie still before the database ends it, since its server
has stopped: other servers wait for the rows that it holds."""
STATEMENT_MS = 5000
"""Milliseconds that a statement may take, and for which it may lie half sent."""

XACT = "SELECT pg_current_xact_id()::text"
STATUS = "SELECT pg_xact_status($1::text::xid8)"


class Writer:
    """All that one server writes into a database."""

    def __init__(self, address: str, changed: Callable[[Iterable[str]], None]) -> None:
        """`changed` is given the tables that are listed otherwise after each group."""
        self._address = address
        self._changed = changed
        self._connection: Connection | None = None
        self._write_rows: PreparedStatement[Any]
        self._migrated = False
        self.closing = False
        """True when it is time to give up rather than wait on."""

    async def open(self) -> None:
        """Bring the database to this program's version; raises StoreError."""
        await retrying(OPENING_PATIENCE, self._connected)

    async def commit(self, writes: Sequence[Write]) -> list[StoreError | None]:
        """Write a group, durably; says of each whether it alone was refused.

        Raises StoreError when the whole group failed, with nothing of it done.
        """
        tried, sent = 0, False
        """`sent`: True while it may have been carried out though the answer was lost."""
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
                # Whatever it was, nothing of this transaction may be left to the next one.
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
        """Let go of the database."""
        if self._connection is not None:
            # A connection that cannot even be closed is gone all the same.
            with suppress(StoreError), store_errors():
                await self._connection.close(timeout=CONNECT_SECONDS)

    async def _is_committed(self, transaction: str) -> bool:
        """True if a transaction whose COMMIT was lost is in the database; waits until that is
        known."""
        while True:
            connection = await self._found()
            with suppress(StoreError), store_errors():
                status = await connection.fetchval(STATUS, transaction)
                if status != "in progress":
                    return bool(status == "committed")
            await asyncio.sleep(PAUSE)

    async def _found(self) -> Connection:
        """The connection, however long it takes to have one again. Raises StoreError where it is
        time to give up."""
        while True:
            try:
                return await retrying(PATIENCE, self._connected)
            except StoreError as error:
                if self.closing:
                    raise StoreError("unknown") from error
            await asyncio.sleep(PAUSE)

    async def _connected(self) -> Connection:
        """The connection that writes, made again if it was lost; raises StoreError."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        connection = await connect(
            self._address,
            idle_in_transaction_session_timeout=str(STOPPED_MS),
            statement_timeout=str(STATEMENT_MS),
            tcp_user_timeout=str(STATEMENT_MS),
            # Rows are found by their keys, however many: a plan is good for all groups.
            plan_cache_mode="force_generic_plan",
            enable_seqscan="off",
        )
        try:
            with store_errors():
                if not self._migrated:
                    await migrate(connection)
                    self._migrated = True
                self._write_rows = await connection.prepare(WRITE_ROWS, name=WRITE_ROWS_NAME)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        return connection


def _in_good_faith(writes: Sequence[Write]) -> Plan | None:
    """The group as if all its tables were as their writers believe; None where it is more than the
    rows of tables that there are."""
    known: dict[str, Known] = {}
    for write in writes:
        if not isinstance(write, Append) or write.first == 1 or write.first > LARGEST:
            return None
        known.setdefault(write.table, Known(write.first - 1, server=write.server))
    done = plan(writes, known)
    return done if done.is_hot and not done.refused else None
