"""What there is to pack, and how that is done beside the event loop."""

import asyncio
import zlib
from collections.abc import Callable, Sequence

from gongzhu.store.faults import StoreError
from gongzhu.store.packing import Contents, DamagedPack, pack, unpack
from gongzhu.store.writes import digest_of


def last_of(table: str) -> str:
    """The number of a table's last entry as an expression in SQL; 0 when it has none."""
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
"""Finished games that are not packed yet: table, last entry, game, and the last entry of the table
that is packed. What is packed of an open table stands in its checkpoint too, so that `tails` need
not look for it."""

PACKABLE_ENDS = f"""
    SELECT name, {last_of("name")}, NULL, {_PACKED}
    FROM tables WHERE archived = $1 AND packed = $2 ORDER BY name LIMIT $3
"""
"""Archived tables that are not packed to their end."""

SPAN = """
    SELECT body FROM entries WHERE table_name = $1 AND number BETWEEN $2 AND $3 ORDER BY number
"""
PURGED = ("games", "packs", "entries", "checkpoints")
"""What has rows of a table, besides `tables` and the deals of its games."""

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
"""Archived tables where no game came to its end, but for tries at the deals of a day and later."""


async def pack_span(table: str, bodies: Sequence[bytes], kept: bytes) -> tuple[bytes, bytes]:
    """A pack of a table's entries and of the deals as a setting keeps them, and the digest of
    these. Raises StoreError."""

    def work() -> tuple[bytes, bytes]:
        contents = Contents(tuple(bodies), deals_of(kept) if kept else b"")
        return pack(contents), digest_of(bodies, kept)

    try:
        return await asyncio.to_thread(work)
    except zlib.error as error:
        raise StoreError("damaged_pack", table=table) from error


async def repack(table: str, body: bytes, deals: bytes) -> bytes:
    """A pack with other deals than those in it. Raises StoreError."""
    contents = Contents((await contents_of(table, body)).bodies, deals)
    return await asyncio.to_thread(pack, contents)


async def rewritten(table: str, body: bytes, change: Callable[[bytes], bytes]) -> bytes | None:
    """A pack with other entries; None where they are the same. Raises StoreError."""
    contents = await contents_of(table, body)

    def work() -> bytes | None:
        bodies = tuple(map(change, contents.bodies))
        same = bodies == contents.bodies
        return None if same else pack(Contents(bodies, contents.deals))

    return await asyncio.to_thread(work)


async def contents_of(table: str, body: bytes) -> Contents:
    """What was packed of a table. Raises StoreError."""
    try:
        return await asyncio.to_thread(unpack, body)
    except DamagedPack as error:
        raise StoreError("damaged_pack", table=table) from error


def kept_deals(deals: bytes) -> bytes:
    """The deals of a game as a setting keeps them."""
    return zlib.compress(deals)


def deals_of(kept: bytes) -> bytes:
    """The deals of a game, from the setting that keeps them."""
    return zlib.decompress(kept)
