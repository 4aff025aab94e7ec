"""Values of JSON in few bytes: what stands in the same place of many alike objects goes into one
column, numbers as numbers, and the columns are compressed together."""

import lzma
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import json, msgpack

HUNDREDTHS = 100
"""Figures are kept with two digits after the point."""
LARGEST = 1e12
"""Figures beyond it are kept as texts."""
_LZMA = [
    {
        "id": lzma.FILTER_LZMA2,
        "preset": 9 | lzma.PRESET_EXTREME,
        "dict_size": 1 << 20,
        "lc": 0,
        "lp": 0,
        "pb": 0,
    }
]

INTEGERS, FIGURES, TEXTS = "i", "f", "t"
"""The kinds of columns: whole numbers, numbers with two digits after the point, anything else as
JSON."""


def pack_columns(value: object) -> bytes:
    """A value of JSON, made of the types that msgspec decodes it to; `unpack_columns` gives it
    back."""
    columns: defaultdict[str, list[Any]] = defaultdict(list)
    _take_apart(value, "", columns)
    written = {path: _written(column) for path, column in columns.items()}
    return lzma.compress(msgpack.encode(written), lzma.FORMAT_RAW, filters=_LZMA)


def unpack_columns(packed: bytes) -> Any:
    """The value. Raises ValueError, lzma.LZMAError or msgspec.DecodeError for what is no pack."""
    plain = lzma.decompress(packed, lzma.FORMAT_RAW, filters=_LZMA)
    written = msgpack.decode(plain, type=dict[str, tuple[str, bytes]])
    return _put_together("", {path: _read(*column) for path, column in written.items()})


def _take_apart(value: object, path: str, columns: defaultdict[str, list[Any]]) -> None:
    """Put a value into columns by its path: under `path#` the keys of an object, the length of a
    list, or null for what stands under `path` itself."""
    match value:
        case dict():
            columns[path + "#"].append(list(value))
            for key, each in value.items():
                _take_apart(each, f"{path}.{key}", columns)
        case list():
            columns[path + "#"].append(len(value))
            for each in value:
                _take_apart(each, path + "]", columns)
        case _:
            columns[path + "#"].append(None)
            columns[path].append(value)


def _put_together(path: str, columns: dict[str, Iterator[Any]]) -> Any:
    match next(columns[path + "#"]):
        case None:
            return next(columns[path])
        case int() as length:
            return [_put_together(path + "]", columns) for _ in range(length)]
        case keys:
            return {key: _put_together(f"{path}.{key}", columns) for key in keys}


def _written(column: Sequence[Any]) -> tuple[str, bytes]:
    if all(type(each) is int for each in column):
        return INTEGERS, _bytes_of(column)
    if all(type(each) is float and abs(each) < LARGEST for each in column):
        scaled = [round(each * HUNDREDTHS) for each in column]
        # As they are written: there is a zero below 0, too.
        if [repr(each / HUNDREDTHS) for each in scaled] == list(map(repr, column)):
            return FIGURES, _bytes_of(scaled)
    return TEXTS, b"\n".join(map(json.encode, column))


def _read(kind: str, column: bytes) -> Iterator[Any]:
    if kind == TEXTS:
        return map(json.decode, column.split(b"\n"))
    numbers = _numbers_in(column)
    return numbers if kind == INTEGERS else (each / HUNDREDTHS for each in numbers)


def _bytes_of(numbers: Sequence[int]) -> bytes:
    """Numbers in groups of seven bits, the lowest first; the sign comes last."""
    written = bytearray()
    for number in numbers:
        left = 2 * number if number >= 0 else -2 * number - 1
        while left > 127:
            written.append(left & 127 | 128)
            left >>= 7
        written.append(left)
    return bytes(written)


def _numbers_in(column: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in column:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield -(number + 1) // 2 if number & 1 else number // 2
            number = shift = 0
