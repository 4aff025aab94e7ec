"""Packs: lossless compression of logs, deals and reviews, by zstandard with a dictionary.

The random numbers of fair deals are written in JSON as hexadecimal digits. They are taken out and
stored as bytes, which saves a tenth; zstandard compresses the rest. A pack names its dictionary and
has a checksum.
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
"""Largest size of unpacked data, in bytes, so that a damaged pack cannot use up all memory."""
_DICTIONARY = zstandard.ZstdCompressionDict(
    (Path(__file__).parent / "packing.dictionary").read_bytes()
)
"""The dictionary, made by `python -m tests.store.make_dictionary`."""
_HEX = re.compile(rb'"((?:[0-9a-f]{2}){8,64})"')
_MARK = b'"\x02'
"""Marks where a number was taken out; the length of the number in bytes follows. JSON text never
contains this byte."""
_MARKED = re.compile(rb'"\x02(.)', re.DOTALL)


class DamagedPack(ValueError):
    """A pack cannot be read: the bytes are damaged, or were never a pack."""


class Contents(Struct, frozen=True, array_like=True):
    """The contents of a pack: log entries of a table, and perhaps the deals of the game that they
    end."""

    bodies: tuple[bytes, ...]
    """Entries of one table, in order."""
    deals: bytes = b""
    """The deals of the game that ends with the last entry, as JSON; empty if no game ends there."""


class _Parts(Struct, array_like=True):
    text: bytes
    numbers: bytes | None
    """The numbers that were taken out of the text, in order; None if none were taken out because
    the text itself contains `_MARK`."""


def pack(contents: Contents) -> bytes:
    """Compress entries and deals into a pack."""
    return compress(msgpack.encode(contents))


def unpack(packed: bytes) -> Contents:
    """The contents of a pack. Raises DamagedPack."""
    try:
        return msgpack.decode(decompress(packed), type=Contents)
    except DecodeError as error:
        raise DamagedPack from error


def set_apart(data: bytes) -> bytes:
    """The data with its hexadecimal numbers moved out of the text and stored as bytes, encoded as
    MessagePack; `decompress` puts them back."""
    numbers = bytearray()

    def take(found: re.Match[bytes]) -> bytes:
        number = bytes.fromhex(found[1].decode())
        numbers.extend(number)
        return _MARK + bytes([len(number)])

    parts = _Parts(data, None) if _MARK in data else _Parts(_HEX.sub(take, data), bytes(numbers))
    return msgpack.encode(parts)


def compress(data: bytes) -> bytes:
    """Compress any bytes; it works best for JSON with random numbers in it."""
    compressor = zstandard.ZstdCompressor(LEVEL, dict_data=_DICTIONARY, write_checksum=True)
    return compressor.compress(set_apart(data))


def decompress(packed: bytes) -> bytes:
    """Restore the bytes that `compress` was given. Raises DamagedPack."""
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
    """Compress log entries of a table into a pack, together with the deals of a game: `kept`, as
    compressed by `kept_deals`, or empty for no deals. Returns the pack, and the digest of what was
    packed. Raises StoreError if `kept` is damaged."""

    def work() -> tuple[bytes, bytes]:
        contents = Contents(tuple(bodies), deals_of(kept) if kept else b"")
        return pack(contents), digest_of(bodies, kept)

    try:
        return await asyncio.to_thread(work)
    except zlib.error as error:
        raise StoreError("damaged_pack", table=table) from error


async def repack(table: str, body: bytes, deals: bytes) -> bytes:
    """A copy of the pack `body` in which the deals are replaced by `deals`, given as JSON. Raises
    StoreError if the pack is damaged."""
    contents = Contents((await contents_of(table, body)).bodies, deals)
    return await asyncio.to_thread(pack, contents)


async def rewritten(table: str, body: bytes, change: Callable[[bytes], bytes]) -> bytes | None:
    """A copy of the pack `body` in which each log entry is replaced by what `change` returns for
    it; None if that changes no entry. Raises StoreError if the pack is damaged."""
    contents = await contents_of(table, body)

    def work() -> bytes | None:
        bodies = tuple(map(change, contents.bodies))
        same = bodies == contents.bodies
        return None if same else pack(Contents(bodies, contents.deals))

    return await asyncio.to_thread(work)


async def contents_of(table: str, body: bytes) -> Contents:
    """The contents of the pack `body` of a table. Raises StoreError, which names the table, if the
    pack is damaged."""
    try:
        return await asyncio.to_thread(unpack, body)
    except DamagedPack as error:
        raise StoreError("damaged_pack", table=table) from error


def kept_deals(deals: bytes) -> bytes:
    """The deals of a game, given as JSON, compressed as they are stored until they are packed."""
    return zlib.compress(deals)


def deals_of(kept: bytes) -> bytes:
    """The deals of a game as JSON, given as `kept_deals` compressed them."""
    return zlib.decompress(kept)


def digest_of(bodies: Sequence[bytes], deals: bytes) -> bytes:
    """A SHA-256 digest of the rows that a pack is made of: entries, and the compressed deals."""
    digest = sha256()
    for body in (*bodies, deals):
        digest.update(b"%d:" % len(body))
        digest.update(body)
    return digest.digest()
