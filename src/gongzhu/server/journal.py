"""The log of a table on its way to the disk, and back."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct, field

from gongzhu.server.connection import Connection
from gongzhu.server.games import kept_game
from gongzhu.server.listing import Listing, write_listing
from gongzhu.server.services import Services
from gongzhu.store import GameRow, Setting, Store
from gongzhu.table import Entry, Table, evolve, read_entry, read_table, write_entry, write_table
from gongzhu.table.facts import DealCalled, GameEnded


class Applied(Struct, eq=False):
    """An entry on its way to the disk."""

    seq: int
    entry: Entry
    after: Table
    listing: Listing
    decided: float
    """By the loop's clock."""
    senders: list[tuple[Connection, str]] = field(default_factory=list)
    """Who is to be told, under which id."""
    waiters: list[asyncio.Future[None]] = field(default_factory=list)


async def load_table(name: str, services: Services) -> Table | None:
    """The table as it was written down; None where there is none. Raises StoreError, NewerFormat
    and msgspec.DecodeError."""
    saved = await services.store.checkpoint(name)
    table = None if saved is None else read_table(saved[1])
    for body in await services.store.read(name, 0 if table is None else table.seq):
        table = evolve(table, read_entry(body))
    return table


class Journal:
    """Writes the entries of one table."""

    def __init__(self, table: str, store: Store) -> None:
        self._table = table
        self._store = store
        self._listing: Listing | None = None
        """As it was written down last."""

    async def write(self, batch: Sequence[Applied]) -> None:
        """Write entries down, with a checkpoint where a deal begins, and with a game that ends.
        Raises StoreError."""
        last = batch[-1]
        called = False
        games: list[GameRow | Setting] = []
        for item in batch:
            for fact in item.entry.facts:
                if isinstance(fact, DealCalled):
                    called = True
                elif isinstance(fact, GameEnded):
                    games += kept_game(item.after, item.listing)
        await self._store.append(
            self._table,
            batch[0].seq,
            [write_entry(item.entry) for item in batch],
            checkpoint=write_table(last.after) if called else None,
            brief=None if last.listing is self._listing else write_listing(last.listing),
            along=games,
        )
        self._listing = last.listing
