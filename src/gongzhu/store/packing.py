"""Lossless compression of logs, deals and reviews: zstandard with a dictionary.

The random numbers of fair deals are written in JSON as hexadecimal digits. They are taken out and
stored as bytes, which saves a tenth; zstandard compresses the rest. A pack names its dictionary and
has a checksum.
"""

import re
from pathlib import Path

import zstandard
from msgspec import DecodeError, Struct, msgpack

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
    """The contents of a pack."""

    bodies: tuple[bytes, ...]
    """Entries of one table, in order."""
    deals: bytes = b""
    """The deals of the game that ends with the last entry, as JSON; empty if no game ends there."""


class _Parts(Struct, array_like=True):
    text: bytes
    numbers: bytes | None
    """The numbers that were taken out of the text, in order; None if none were taken out because
    the text itself contains the mark."""


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
    """The data with its hexadecimal numbers moved out of the text, encoded for the compressor."""
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
