"""Logs, deals and reviews in few bytes, and back byte for byte: zstandard with a dictionary.

Random numbers, which every entry of a fair deal has, are written as hexadecimal digits. Such runs
are taken out and kept as bytes, which saves a tenth; the rest is zstandard's work. A pack names its
dictionary, and has a checksum.
"""

import re
from pathlib import Path

import zstandard
from msgspec import DecodeError, Struct, msgpack

LEVEL = 15
"""From here to 19 a pack becomes 1 % smaller and takes three times as long."""
LARGEST = 64 << 20
"""Bytes of what is unpacked, so that a damaged pack cannot claim all memory."""
_DICTIONARY = zstandard.ZstdCompressionDict(
    (Path(__file__).parent / "packing.dictionary").read_bytes()
)
"""Made by `python -m tests.store.make_dictionary`."""
_HEX = re.compile(rb'"((?:[0-9a-f]{2}){8,64})"')
_MARK = b'"\x02'
"""Stands before the length of a number that was taken out. JSON has no such byte."""
_MARKED = re.compile(rb'"\x02(.)', re.DOTALL)


class DamagedPack(ValueError):
    """Bytes that are not a pack, or not the pack that was written."""


class Contents(Struct, frozen=True, array_like=True):
    """What is packed together."""

    bodies: tuple[bytes, ...]
    """Entries of one table, in order."""
    deals: bytes = b""
    """The deals of the game that they end, as JSON; empty where they end none."""


class _Parts(Struct, array_like=True):
    text: bytes
    numbers: bytes | None
    """What was taken out of the text, in order; None: nothing, as it has marks of its own."""


def pack(contents: Contents) -> bytes:
    """Entries and deals in few bytes."""
    return compress(msgpack.encode(contents))


def unpack(packed: bytes) -> Contents:
    """What was packed. Raises DamagedPack."""
    try:
        return msgpack.decode(decompress(packed), type=Contents)
    except DecodeError as error:
        raise DamagedPack from error


def set_apart(data: bytes) -> bytes:
    """What is compressed of data: its text and its numbers."""
    numbers = bytearray()

    def take(found: re.Match[bytes]) -> bytes:
        number = bytes.fromhex(found[1].decode())
        numbers.extend(number)
        return _MARK + bytes([len(number)])

    parts = _Parts(data, None) if _MARK in data else _Parts(_HEX.sub(take, data), bytes(numbers))
    return msgpack.encode(parts)


def compress(data: bytes) -> bytes:
    """Any bytes, made for JSON with random numbers in it."""
    compressor = zstandard.ZstdCompressor(LEVEL, dict_data=_DICTIONARY, write_checksum=True)
    return compressor.compress(set_apart(data))


def decompress(packed: bytes) -> bytes:
    """The bytes that were compressed. Raises DamagedPack."""
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
