"""Writing the log of a table to the store, and reading the table back from it."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct, field

from gongzhu.server.connection import Connection
from gongzhu.server.games import kept_game
from gongzhu.server.listing import Listing, write_listing
from gongzhu.store import Store, Tail
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
"""A new checkpoint is written when the entries since the last one, times this number, are at least
as long as the last checkpoint. So tables load quickly, and checkpoints add only a bounded amount to
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


async def table_of(tail: Tail, store: Store) -> Table:
    """Rebuild a table from its last checkpoint and the entries after it.

    If the checkpoint has an older format, the whole log is read instead. Raises StoreError, and
    NewerFormat, OutOfOrder and msgspec.DecodeError for data that cannot be read.
    """
    table, bodies = None, tail.bodies
    if tail.checkpoint is not None:
        try:
            table = read_table(tail.checkpoint)
        except OlderTable:
            bodies = await store.read(tail.table)
    for body in bodies:
        table = evolve(table, read_entry(body))
    if table is None:
        raise OutOfOrder(None)
    return table


class Journal:
    """Writes the log entries and checkpoints of one table to the store."""

    def __init__(self, table: str, store: Store) -> None:
        self._table = table
        self._store = store
        self._listing: Listing | None = None
        """The table's summary as it was last written."""
        self._checkpoint = 0
        """The length of the last checkpoint in bytes; 0 before this server has written one."""
        self._since = 0
        """The total length in bytes of the entries since the last checkpoint."""

    async def write(self, batch: Sequence[PendingEntry]) -> None:
        """Write entries to the store in one step, together with games that have ended.

        A checkpoint is added when enough entries have come since the last one. Raises StoreError.
        """
        last = batch[-1]
        bodies = [write_entry(item.entry) for item in batch]
        self._since += sum(map(len, bodies))
        checkpoint = None
        if self._since * WORTH >= self._checkpoint:
            checkpoint = write_table(last.after)
            self._since, self._checkpoint = 0, len(checkpoint)
        await self._store.append(
            self._table,
            batch[0].seq,
            bodies,
            checkpoint=checkpoint,
            brief=None if last.listing is self._listing else write_listing(last.listing),
            along=[
                kept
                for item in batch
                if any(isinstance(fact, GameEnded) for fact in item.entry.facts)
                for kept in kept_game(item.after, item.listing, item.entry.at)
            ],
        )
        self._listing = last.listing

    async def put_checkpoint(self, table: Table) -> None:
        """Write a checkpoint of the table after its last entry.

        Raises StoreError, and Conflict if the log has more entries by now.
        """
        checkpoint = write_table(table)
        await self._store.append(self._table, table.seq + 1, [], checkpoint=checkpoint)
        self._since, self._checkpoint = 0, len(checkpoint)
