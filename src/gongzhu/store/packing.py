"""Packs: lossless compression of logs, deals and reviews by zstandard with a dictionary.

JSON has the random numbers of fair deals as hexadecimal digits. They are moved out of the text and
stored as bytes, which makes packs a tenth smaller. The rest is compressed by zstandard. A pack
contains the id of its dictionary and a checksum.
"""

import asyncio
import re
import zlib
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

import zstandard
from msgspec import DecodeError, Struct, msgpack

from gongzhu.store.faults import StoreError

LEVEL = 15
"""Compression level of zstandard. Level 19 makes a pack 1 % smaller and takes three times as
long."""
LARGEST = 64 << 20
"""Largest size of uncompressed data in bytes, so that a damaged pack cannot use up all memory."""
_DICTIONARY = zstandard.ZstdCompressionDict(
    (Path(__file__).parent / "packing.dictionary").read_bytes()
)
"""The dictionary, made by `python -m tests.store.make_dictionary`."""
_HEX = re.compile(rb'"((?:[0-9a-f]{2}){8,64})"')
_MARK = b'"\x02'
"""Bytes that are put into the text in place of a number that was moved out. The next byte is the
number's length in bytes. JSON never contains the second byte of `_MARK`."""
_MARKED = re.compile(rb'"\x02(.)', re.DOTALL)


class DamagedPack(ValueError):
    """A pack cannot be decompressed or decoded: its bytes are damaged, or were never a pack."""


class Contents(Struct, frozen=True, array_like=True):
    """The uncompressed contents of a pack: consecutive log entries of a table, and the deals of the
    game that they end, if any."""

    bodies: tuple[bytes, ...]
    """Log entries of one table, in order."""
    deals: bytes = b""
    """The deals of the game that ends with the last entry, as JSON, or empty if no game ends
    there."""


class _Parts(Struct, array_like=True):
    text: bytes
    numbers: bytes | None
    """The numbers that were moved out of the text, concatenated, or None if the text is unchanged
    because it contains `_MARK` itself."""


def pack(contents: Contents) -> bytes:
    """Compress log entries and deals into a pack, the bytes of one row of the `packs` table."""
    return compress(msgpack.encode(contents))


def unpack(packed: bytes) -> Contents:
    """The contents of a pack that was made by `pack`. Raises DamagedPack."""
    try:
        return msgpack.decode(decompress(packed), type=Contents)
    except DecodeError as error:
        raise DamagedPack from error


def set_apart(data: bytes) -> bytes:
    """Move the hexadecimal numbers out of the text `data`, and encode both parts as MessagePack,
    without compression. `decompress` puts the numbers back."""
    numbers = bytearray()

    def take(found: re.Match[bytes]) -> bytes:
        number = bytes.fromhex(found[1].decode())
        numbers.extend(number)
        return _MARK + bytes([len(number)])

    parts = _Parts(data, None) if _MARK in data else _Parts(_HEX.sub(take, data), bytes(numbers))
    return msgpack.encode(parts)


def compress(data: bytes) -> bytes:
    """Compress any bytes by zstandard. JSON with hexadecimal numbers in it is compressed best."""
    compressor = zstandard.ZstdCompressor(LEVEL, dict_data=_DICTIONARY, write_checksum=True)
    return compressor.compress(set_apart(data))


def decompress(packed: bytes) -> bytes:
    """Decompress what `compress` returned. Raises DamagedPack if it is damaged or longer than
    LARGEST bytes."""
    try:
        if not 0 <= zstandard.frame_content_size(packed) <= LARGEST:
            raise DamagedPack
        decompressor = zstandard.ZstdDecompressor(dict_data=_DICTIONARY)
        plain = decompressor.decompress(packed, allow_extra_data=False)
        parts = msgpack.decode(plain, type=_Parts)
    except (zstandard.ZstdError, DecodeError) as error:
        raise DamagedPack from error
    numbers, at = parts.numbers, 0
    if numbers is None:
        return parts.text

    def put_back(found: re.Match[bytes]) -> bytes:
        nonlocal at
        at += found[1][0]
        return b'"%b"' % numbers[at - found[1][0] : at].hex().encode()

    return _MARKED.sub(put_back, parts.text)


async def pack_span(table: str, bodies: Sequence[bytes], kept: bytes) -> tuple[bytes, bytes]:
    """Compress log entries of a table into a pack, together with the deals of a game. `kept` is
    what `kept_deals` returned for these deals, or empty for no deals. Returns the pack and the
    digest (`digest_of`) of what was packed. Raises StoreError if `kept` is damaged."""

    def work() -> tuple[bytes, bytes]:
        contents = Contents(tuple(bodies), deals_of(kept) if kept else b"")
        return pack(contents), digest_of(bodies, kept)

    try:
        return await asyncio.to_thread(work)
    except zlib.error as error:
        raise StoreError("damaged_pack", table=table) from error


async def repack(table: str, body: bytes, deals: bytes) -> bytes:
    """A copy of the pack `body` of a table, with its deals replaced by `deals` (JSON). Raises
    StoreError if the pack is damaged."""
    contents = Contents((await contents_of(table, body)).bodies, deals)
    return await asyncio.to_thread(pack, contents)


async def rewritten(table: str, body: bytes, change: Callable[[bytes], bytes]) -> bytes | None:
    """A copy of the pack `body` of a table, with each log entry replaced by the result of `change`,
    or None if no entry is changed. Raises StoreError if the pack is damaged."""
    contents = await contents_of(table, body)

    def work() -> bytes | None:
        bodies = tuple(map(change, contents.bodies))
        same = bodies == contents.bodies
        return None if same else pack(Contents(bodies, contents.deals))

    return await asyncio.to_thread(work)


async def contents_of(table: str, body: bytes) -> Contents:
    """Decompress the pack `body` of a table in a thread. Raises StoreError `damaged_pack`, which
    names the table, if it is damaged."""
    try:
        return await asyncio.to_thread(unpack, body)
    except DamagedPack as error:
        raise StoreError("damaged_pack", table=table) from error


def kept_deals(deals: bytes) -> bytes:
    """Compress the deals of a game, given as JSON, with zlib: so they are stored until they are
    packed."""
    return zlib.compress(deals)


def deals_of(kept: bytes) -> bytes:
    """The deals of a game as JSON, from what `kept_deals` returned. Raises zlib.error if it is
    damaged."""
    return zlib.decompress(kept)


def digest_of(bodies: Sequence[bytes], deals: bytes) -> bytes:
    """SHA-256 digest of the rows that a pack is made of: the log entries, and the deals as
    `kept_deals` compressed them (empty for none). Different splits of the same bytes give different
    digests."""
    digest = sha256()
    for body in (*bodies, deals):
        digest.update(b"%d:" % len(body))
        digest.update(body)
    return digest.digest()
