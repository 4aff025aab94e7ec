"""Groups of writes into PostgreSQL: one transaction for each, on the one connection that a server
writes by.

Several servers may write. Entries go only to tables of which this one has the lease, and the row
that its leases stand on is held until the COMMIT: nobody can take one over in between. With every
group its number is written, so after a lost COMMIT one look says whether it was carried out; an
advisory lock tells that the lost connection has ended, and that nothing of it can come any more.

Most groups only go on with tables that this server wrote to before, and are one statement, see
`postgres_rows`.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from asyncpg.prepared_stmt import PreparedStatement

from gongzhu.store.faults import StoreError
from gongzhu.store.known import KnownTables
from gongzhu.store.postgres_group import write_group
from gongzhu.store.postgres_leases import STOPPED_MS, WRITERS, Keeper
from gongzhu.store.postgres_link import (
    CONNECT_SECONDS,
    LOCK,
    OPENING_PATIENCE,
    Connection,
    connect,
    migrate,
    retrying,
    store_errors,
)
from gongzhu.store.postgres_rows import WRITE_ROWS, WRITE_ROWS_NAME, rows_of
from gongzhu.store.writes import Plan, Write, plan, tables_of

PATIENCE = 5.0
"""Seconds that a group waits for a lost database to come back, before it is refused."""

PAUSE = 0.1
"""Seconds between two looks for a database that must be asked."""

TRIES = 3
"""Times that a group is sent which certainly was not carried out: the connection was lost, or
another server wanted to write the same rows."""

AGAIN = ("unreachable", "crossed")
"""Problems after which a group is sent once more."""

_NEW_WRITER = """
    INSERT INTO owners (epoch, groups) SELECT coalesce(max(epoch), 0) + 1, 0 FROM owners
    RETURNING epoch
"""


class Writer:
    """All that one server writes into a database."""

    def __init__(self, address: str, keeper: Keeper) -> None:
        """`keeper` has the leases of the server."""
        self._address = address
        self._keeper = keeper
        self._connection: Connection | None = None
        self._number = 0
        """Of the row in `owners`."""
        self._carried_out = 0
        """The number of the last group that certainly is in the database."""
        self._tables = KnownTables()
        """As this server left them; while it has their leases, nobody else writes to them."""
        self._write_rows: PreparedStatement[Any]
        self.closing = False
        """True when it is time to give up rather than wait on."""

    async def open(self) -> None:
        """Bring the database to this program's version; raises StoreError."""
        await retrying(OPENING_PATIENCE, self._claim)

    async def commit(self, writes: Sequence[Write]) -> list[StoreError | None]:
        """Write a group, durably; says of each whether it alone was refused.

        Raises StoreError when the whole group failed, with nothing of it done.
        """
        tried = 0
        while True:
            connection = await retrying(PATIENCE, self._claim)
            number = self._carried_out + 1
            outcomes: list[StoreError | None] | None = None
            try:
                epoch, done = self._keeper.epoch, self._rows_alone(writes)
                with store_errors():
                    if done is not None:
                        outcomes = [None] * len(writes)
                        rows = rows_of(done, epoch, self._number, number)
                        if not await self._write_rows.fetchval(*rows):
                            outcomes = done = None
                    if done is None:
                        epoch = await self._begin(connection)
                        done = await write_group(connection, writes, epoch)
                        outcomes = [done.refused.get(place) for place in range(len(writes))]
                        await connection.execute(
                            f"UPDATE owners SET groups = {number} WHERE epoch = {self._number}; "
                            "COMMIT"
                        )
                self._carried_out = number
                self._tables.follow(done, epoch or 0)
                assert outcomes is not None
                return outcomes
            except BaseException as error:
                # Whatever it was, nothing of this transaction may be left to the next one.
                connection.terminate()
                self._tables.forget_all()
                if not isinstance(error, StoreError) or error.problem not in AGAIN:
                    raise
                if outcomes is not None and await self._is_carried_out(number):
                    return outcomes
                tried += 1
                if tried == TRIES:
                    raise

    async def close(self) -> None:
        """Let go of the database."""
        if self._connection is not None:
            # A connection that cannot even be closed is gone all the same.
            with suppress(StoreError), store_errors():
                await self._connection.close(timeout=CONNECT_SECONDS)

    def forget(self, tables: Sequence[str]) -> None:
        """Take nothing for granted of tables whose leases are given back."""
        self._tables.forget(tables)

    def _rows_alone(self, writes: Sequence[Write]) -> Plan | None:
        """The group, where it is nothing but rows of tables that were written to before; None where
        the database must be asked first."""
        names = tables_of(writes)
        known = self._tables.of(names)
        if len(known) < len(names):
            return None
        done = plan(writes, known, self._keeper.epoch)
        return done if done.is_hot and not done.refused else None

    async def _begin(self, connection: Connection) -> int | None:
        """Begin a transaction in which nobody can end this server's leases; its epoch, or None
        where that is over."""
        epoch = self._keeper.epoch
        told = await connection.execute(
            f"BEGIN; SELECT FROM workers WHERE epoch = {epoch or 0} FOR KEY SHARE"
        )
        if told == "SELECT 1":
            return epoch
        if epoch is not None and epoch == self._keeper.epoch:
            self._keeper.lose()
        return None

    async def _is_carried_out(self, number: int) -> bool:
        """True if a group whose COMMIT was lost is in the database; waits until that is known."""
        while True:
            try:
                await retrying(PATIENCE, self._claim)
            except StoreError as error:
                if self.closing:
                    raise StoreError("unknown") from error
                await asyncio.sleep(PAUSE)
            else:
                return self._carried_out == number

    async def _claim(self) -> Connection:
        """The connection that may write, anew if it was lost; raises StoreError."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        connection = await connect(
            self._address,
            idle_in_transaction_session_timeout=str(STOPPED_MS),
            # Rows are found by their keys, however many: a plan is good for all groups.
            plan_cache_mode="force_generic_plan",
            enable_seqscan="off",
        )
        try:
            with store_errors():
                await self._enter(connection)
                self._write_rows = await connection.prepare(WRITE_ROWS, name=WRITE_ROWS_NAME)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        self._keeper.writer = connection.get_server_pid()
        return connection

    async def _enter(self, connection: Connection) -> None:
        if not self._number:
            await migrate(connection)
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                number = await connection.fetchval(_NEW_WRITER)
            await connection.execute("SELECT pg_advisory_lock($1, $2)", WRITERS, number)
            self._number = number
            return
        held = "SELECT pg_try_advisory_lock($1, $2)"
        if not await connection.fetchval(held, WRITERS, self._number):
            # Our own lost connection has not ended yet.
            raise StoreError("unreleased")
        # It has, and nothing of it can come any more.
        query = "SELECT groups FROM owners WHERE epoch = $1"
        self._carried_out = await connection.fetchval(query, self._number)
