"""Whole games in a store, as a server writes them down."""

import asyncio
from functools import cache
from random import Random

from gongzhu.server.live.pipeline import Journal, PendingEntry
from gongzhu.server.live.summary import Listing, listing_of
from gongzhu.store import Store
from gongzhu.table import LogEntry, Table
from tests.support.scripted_games import carry_out, fresh, script

START = 1_800_000_000_000


@cache
def played(preset: str, table: str) -> tuple[tuple[LogEntry, Table, Listing], ...]:
    """A game with its end, entry by entry, with the table after each and how it is listed."""
    after: Table | None = None
    listing: Listing | None = None
    entries = []
    for place, line in enumerate(script(preset, table, table)):
        later = line._replace(now=START + line.now)
        after, entry = carry_out(after, later, fresh(table, place))
        listing = listing_of(after, entry.facts, listing)
        entries.append((entry, after, listing))
    return tuple(entries)


async def write(store: Store, preset: str, table: str, most: int | None = None) -> None:
    """Write a game down, in groups of any size; `most`: as many of its entries as a slice has
    that ends there."""
    # Not in the loop, where a server's leases are renewed meanwhile.
    steps = await asyncio.to_thread(played, preset, table)
    journal, rng = Journal(table, store), Random(table)
    entries = [
        PendingEntry(after.seq, entry, after, listing, 0.0)
        for entry, after, listing in steps[:most]
    ]
    while entries:
        size = rng.randint(1, 9)
        await journal.write(entries[:size])
        entries = entries[size:]
