"""Writing the log of a table to the store, and reading the table back from it."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct, field

from gongzhu.server.connection import Connection
from gongzhu.server.games import kept_game
from gongzhu.server.listing import Listing, write_listing
from gongzhu.store import Store, StoredTable
from gongzhu.table import (
    LogEntry,
    OlderTable,
    OutOfOrder,
    Table,
    evolve,
    read_entry,
    read_table,
    write_entry,
    write_table,
)
from gongzhu.table.facts import GameEnded

WORTH = 4
"""A new snapshot is written when the entries since the last one, times this number, are at least
as long as the last snapshot. So tables load quickly, and snapshots add only a bounded amount to
what is written."""


class PendingEntry(Struct, eq=False):
    """A log entry that is not yet written to disk."""

    seq: int
    entry: LogEntry
    after: Table
    listing: Listing
    decided: float
    """When the entry was made, in seconds by the event loop's clock."""
    senders: list[tuple[Connection, str]] = field(default_factory=list)
    """The connections to which the entry is acknowledged, each with the id of its command."""
    waiters: list[asyncio.Future[None]] = field(default_factory=list)


async def table_of(stored: StoredTable, store: Store) -> Table:
    """Rebuild a table from its last snapshot and the entries after it.

    If the snapshot has an older format, the whole log is read instead. Raises StoreError, and
    NewerFormat, OutOfOrder and msgspec.DecodeError for data that cannot be read.
    """
    table, bodies = None, stored.bodies
    if stored.snapshot is not None:
        try:
            table = read_table(stored.snapshot)
        except OlderTable:
            bodies = await store.read(stored.table)
    for body in bodies:
        table = evolve(table, read_entry(body))
    if table is None:
        raise OutOfOrder(None)
    return table


class Journal:
    """Writes the log entries and snapshots of one table to the store."""

    def __init__(self, table: str, store: Store) -> None:
        self._table = table
        self._store = store
        self._listing: Listing | None = None
        """The table's summary as it was last written."""
        self._snapshot = 0
        """The length of the last snapshot in bytes; 0 before this server has written one."""
        self._since = 0
        """The total length in bytes of the entries since the last snapshot."""

    async def write(self, batch: Sequence[PendingEntry]) -> None:
        """Write entries to the store in one step, together with games that have ended.

        A snapshot is added when enough entries have come since the last one. Raises StoreError.
        """
        last = batch[-1]
        bodies = [write_entry(item.entry) for item in batch]
        self._since += sum(map(len, bodies))
        snapshot = None
        if self._since * WORTH >= self._snapshot:
            snapshot = write_table(last.after)
            self._since, self._snapshot = 0, len(snapshot)
        await self._store.append(
            self._table,
            batch[0].seq,
            bodies,
            snapshot=snapshot,
            summary=None if last.listing is self._listing else write_listing(last.listing),
            along=[
                kept
                for item in batch
                if any(isinstance(fact, GameEnded) for fact in item.entry.facts)
                for kept in kept_game(item.after, item.listing, item.entry.at)
            ],
        )
        self._listing = last.listing

    async def put_snapshot(self, table: Table) -> None:
        """Write a snapshot of the table after its last entry.

        Raises StoreError, and Conflict if the log has more entries by now.
        """
        snapshot = write_table(table)
        await self._store.append(self._table, table.seq + 1, [], snapshot=snapshot)
        self._since, self._snapshot = 0, len(snapshot)
