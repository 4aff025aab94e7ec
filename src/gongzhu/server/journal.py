"""The log of a table on its way to the disk, and back."""

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
"""A checkpoint is made when it is so many times as long as the entries after the last one, or less:
a table is put together again quickly, and what is written of it grows by a bounded part."""


class PendingEntry(Struct, eq=False):
    """An entry on its way to the disk."""

    seq: int
    entry: LogEntry
    after: Table
    listing: Listing
    decided: float
    """By the loop's clock."""
    senders: list[tuple[Connection, str]] = field(default_factory=list)
    """The connections to acknowledge it to, each with its id for the command."""
    waiters: list[asyncio.Future[None]] = field(default_factory=list)


async def table_of(tail: Tail, store: Store) -> Table:
    """The table as it was written down; anew from its whole log where its checkpoint has an older
    format. Raises StoreError, and NewerFormat, OutOfOrder and msgspec.DecodeError for what cannot
    be read."""
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
    """Writes the entries of one table."""

    def __init__(self, table: str, store: Store) -> None:
        self._table = table
        self._store = store
        self._listing: Listing | None = None
        """As it was written down last."""
        self._checkpoint = 0
        """Length of the last checkpoint in bytes; 0 before one is made here."""
        self._since = 0
        """Length of the entries after it together, in bytes."""

    async def write(self, batch: Sequence[PendingEntry]) -> None:
        """Write entries down, with a checkpoint now and then, and with a game that ends. Raises
        StoreError."""
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
        """Write a checkpoint of the table as it stands after its last entry. Raises StoreError, and
        Conflict where there are more entries by now."""
        checkpoint = write_table(table)
        await self._store.append(self._table, table.seq + 1, [], checkpoint=checkpoint)
        self._since, self._checkpoint = 0, len(checkpoint)
