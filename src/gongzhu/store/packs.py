"""Queries for what can be packed or deleted, and packing in threads beside the event loop."""

import asyncio
import zlib
from collections.abc import Callable, Sequence

from gongzhu.store.faults import StoreError
from gongzhu.store.packing import Contents, DamagedPack, pack, unpack
from gongzhu.store.writes import digest_of


def last_of(table: str) -> str:
    """An SQL expression for the number of a table's last entry, 0 if it has none; `table` is the
    SQL expression for the name of the table."""
    return f"""coalesce((SELECT max(number) FROM entries WHERE table_name = {table}),
        (SELECT max(last) FROM packs WHERE table_name = {table}), 0)"""


_PACKED = """
    (SELECT coalesce(max(last), 0) FROM packs WHERE packs.table_name = name)
"""
PACKABLE = f"""
    SELECT name, last_entry, id, {_PACKED}
    FROM settings JOIN games ON id = substr(key, 6) JOIN tables ON name = games.table_name
    LEFT JOIN checkpoints ON checkpoints.table_name = name
    WHERE substr(key, 1, 5) = 'game:' AND (archived = $1 OR checkpoints.number >= last_entry)
    ORDER BY name, last_entry LIMIT $2
"""
"""Query for finished games that are not packed yet: table, last entry of the game, id of the game,
and the last entry of the table that is packed. A game of an open table is packed only when the
table's checkpoint comes after it, so that `tails` never needs to read packs."""

PACKABLE_ENDS = f"""
    SELECT name, {last_of("name")}, NULL, {_PACKED}
    FROM tables WHERE archived = $1 AND packed = $2 ORDER BY name LIMIT $3
"""
"""Query for archived tables that are not packed to their end, with columns as in `PACKABLE`."""

SPAN = """
    SELECT body FROM entries WHERE table_name = $1 AND number BETWEEN $2 AND $3 ORDER BY number
"""
PURGED = ("games", "packs", "entries", "checkpoints")
"""The database tables with rows of a game table, besides `tables` and `settings`."""

OLD_TABLES = """
    SELECT name, count(*) FROM games JOIN tables ON name = table_name
    WHERE archived = $1 GROUP BY name HAVING max(finished_ms) < $2
"""

UNPLAYED = """
    SELECT name FROM tables WHERE archived = $1
        AND NOT EXISTS (SELECT 1 FROM games WHERE games.table_name = name)
        AND NOT EXISTS (
            SELECT 1 FROM day_tries WHERE day_tries.table_name = name AND day_tries.day >= $2
        )
"""
"""Query for archived tables without a finished game, except those of tries at the deals of a given
day or later."""


async def pack_span(table: str, bodies: Sequence[bytes], kept: bytes) -> tuple[bytes, bytes]:
    """Pack the entries of a table, and the deals as a setting keeps them (empty: no deals). Returns
    the pack, and the digest of what was packed. Raises StoreError."""

    def work() -> tuple[bytes, bytes]:
        contents = Contents(tuple(bodies), deals_of(kept) if kept else b"")
        return pack(contents), digest_of(bodies, kept)

    try:
        return await asyncio.to_thread(work)
    except zlib.error as error:
        raise StoreError("damaged_pack", table=table) from error


async def repack(table: str, body: bytes, deals: bytes) -> bytes:
    """A pack with its deals replaced. Raises StoreError."""
    contents = Contents((await contents_of(table, body)).bodies, deals)
    return await asyncio.to_thread(pack, contents)


async def rewritten(table: str, body: bytes, change: Callable[[bytes], bytes]) -> bytes | None:
    """A pack with `change` applied to each of its entries; None if that changes no entry. Raises
    StoreError."""
    contents = await contents_of(table, body)

    def work() -> bytes | None:
        bodies = tuple(map(change, contents.bodies))
        same = bodies == contents.bodies
        return None if same else pack(Contents(bodies, contents.deals))

    return await asyncio.to_thread(work)


async def contents_of(table: str, body: bytes) -> Contents:
    """The contents of a pack of a table. Raises StoreError."""
    try:
        return await asyncio.to_thread(unpack, body)
    except DamagedPack as error:
        raise StoreError("damaged_pack", table=table) from error


def kept_deals(deals: bytes) -> bytes:
    """The deals of a game, compressed as a setting keeps them."""
    return zlib.compress(deals)


def deals_of(kept: bytes) -> bytes:
    """The deals of a game, decompressed from the setting that keeps them."""
    return zlib.decompress(kept)
