"""Entries of a log and the deals of a game in few bytes, and back byte for byte.

A pack knows how entries are written: times that follow one another, ids of players, random numbers
in hexadecimal, cards, and sentences of JSON that are the same again and again. Each kind goes into
a column of its own, and each column is compressed. Nothing depends on that knowledge being right:
`pack` unpacks what it made, and where the bytes are not the same again, it compresses them as they
are.
"""

import lzma
import re
import zlib
from collections import deque
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field, msgpack

COLUMNS, PLAIN = 1, 0
"""The first byte of a pack: its form. A form that was released is read for ever."""

DICTIONARY = (Path(__file__).parent / "packing.dictionary").read_bytes()
"""Sentences that are to be expected, each on a line. They belong to the form, and never change."""
EXPECTED = {sentence: place for place, sentence in enumerate(DICTIONARY.split(b"\n"), start=1)}

CARD, HEX, TIME, TIMINGS = b"\x01", b"\x02", b"\x03", b"\x04"
"""The places in a sentence of what stands in a column. JSON has no such bytes."""
_PLACE = re.compile(rb"[\x01-\x04]")
_TOKEN = re.compile(
    rb'"timings":\[([0-9,]+)\]|(?<![0-9a-f])(?:[0-9a-f]{2}){8,64}(?![0-9a-f])'
    rb'|(?<![0-9.])[1-9][0-9]{12}(?![0-9.])|(?<=")[2-9TJQKA][CDHS](?=")'
)
_ENTRY = re.compile(
    rb'\{"at":([1-9][0-9]{0,15}),"facts":(.*?)(?:,"by":"([^"\\]*)")?(?:,"id":"([^"\\]*)")?\}',
    re.DOTALL,
)
CARD_PLAYED, PLAY_BEGAN = b'"card_played"', b'"play_began"'
_RANKS, _SUITS = b"23456789TJQKA", b"CDHS"
_LZMA = {"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 22, "lc": 0, "pb": 0}
"""As bytes are read back; they may have been written with a smaller dictionary."""
_SMALLEST = 1 << 12
"""The smallest dictionary, in bytes."""
_SUM = 16
"""Bytes of a pack after the first one, by which it is known to be whole."""


class DamagedPack(ValueError):
    """Bytes that are no pack, or not the pack that was written."""


class Contents(Struct, frozen=True, array_like=True):
    """What is packed together."""

    bodies: tuple[bytes, ...]
    """Entries of one table, in order."""
    deals: bytes = b""
    """The deals of the game that they end, as JSON; empty where they end none."""


class _Columns(Struct, array_like=True):
    """A pack as its columns. Numbers are written in groups of seven bits, the lowest first."""

    entries: int = 0
    times: bytearray = field(default_factory=bytearray)
    """Of each entry, after the one before."""
    senders: bytearray = field(default_factory=bytearray)
    """Of each entry: 0 for nobody, or the place of its player among `names`, from 1."""
    commands: bytearray = field(default_factory=bytearray)
    """Of each entry: 0 for no id, 1 for one in hexadecimal, 2 for one among `names`."""
    names: bytearray = field(default_factory=bytearray)
    """Ids as they are written, each with a line end."""
    sentences: bytearray = field(default_factory=bytearray)
    """Of each entry, and last of the deals: 0 for the next one of `new`, or its place there."""
    new: bytearray = field(default_factory=bytearray)
    cards: bytearray = field(default_factory=bytearray)
    dates: bytearray = field(default_factory=bytearray)
    """Times within sentences, each after the one before."""
    timings: bytearray = field(default_factory=bytearray)
    """Of each card: by how much it differs from the time that passed between two entries."""
    shown: bytearray = field(default_factory=bytearray)
    """Of each number in hexadecimal: 0 for a new one, or how many new ones ago it came."""
    sizes: bytearray = field(default_factory=bytearray)
    """Of each new number, in bytes."""
    random: bytearray = field(default_factory=bytearray)
    """The new numbers themselves."""


def pack(contents: Contents) -> bytes:
    """What is packed, in few bytes; `unpack` gives back the same."""
    whole = msgpack.encode(contents)
    head = sha256(whole).digest()[:_SUM]
    try:
        packed = bytes([COLUMNS]) + head + _Packer().run(contents)
        if unpack(packed) == contents:
            return packed
    except (ValueError, IndexError, msgspec.DecodeError):
        pass  # nothing that these columns were made for
    return bytes([PLAIN]) + head + _compressed(whole)


def unpack(packed: bytes) -> Contents:
    """What was packed. Raises DamagedPack."""
    try:
        form, head, rest = packed[0], packed[1 : 1 + _SUM], packed[1 + _SUM :]
        if form == COLUMNS:
            contents = _Unpacker(rest).run()
        elif form == PLAIN:
            plain = lzma.decompress(rest, lzma.FORMAT_RAW, filters=[_LZMA])
            contents = msgpack.decode(plain, type=Contents)
        else:
            raise DamagedPack
    except (ValueError, IndexError, StopIteration, lzma.LZMAError, zlib.error) as error:
        raise DamagedPack from error
    if sha256(msgpack.encode(contents)).digest()[:_SUM] != head:
        raise DamagedPack
    return contents


class _Packer:
    """Sorts sentences into columns."""

    def __init__(self) -> None:
        self._columns = _Columns()
        self._names: dict[bytes, int] = {}
        self._sentences = dict(EXPECTED)
        self._numbers: dict[bytes, int] = {}
        self._date = 0
        self._took: deque[int] = deque()
        """The times that cards took, as far as no timings were made of them."""

    def run(self, contents: Contents) -> bytes:
        columns = self._columns
        columns.entries = len(contents.bodies)
        at = played = 0
        for body in contents.bodies:
            found = _ENTRY.fullmatch(body)
            if found is None:
                raise ValueError
            now = int(found[1])
            _put(columns.times, _signed(now - at))
            at = self._date = now
            if CARD_PLAYED in found[2]:
                self._took.append(now - played)
            if CARD_PLAYED in found[2] or PLAY_BEGAN in found[2]:
                played = now
            _put(columns.senders, 0 if found[3] is None else self._name(found[3]))
            self._command(found[4])
            self._sentence(found[2])
        self._sentence(contents.deals)
        return _written(columns)

    def _command(self, id: bytes | None) -> None:
        columns = self._columns
        if id is None:
            columns.commands.append(0)
        elif re.fullmatch(rb"(?:[0-9a-f]{2}){8}", id):
            columns.commands.append(1)
            columns.random += bytes.fromhex(id.decode())
        else:
            columns.commands.append(2)
            columns.names += id + b"\n"

    def _name(self, name: bytes) -> int:
        place = self._names.get(name)
        if place is None:
            place = self._names[name] = len(self._names) + 1
            self._columns.names += name + b"\n"
        return place

    def _sentence(self, text: bytes) -> None:
        if _PLACE.search(text) or b"\n" in text:
            raise ValueError
        sentence = _TOKEN.sub(self._token, text)
        place = self._sentences.get(sentence)
        _put(self._columns.sentences, place or 0)
        if place is None:
            self._sentences[sentence] = len(self._sentences) + 1
            self._columns.new += sentence + b"\n"

    def _token(self, found: re.Match[bytes]) -> bytes:
        text, columns = found[0], self._columns
        if len(text) == 2:
            columns.cards.append(_RANKS.index(text[:1]) + 13 * _SUITS.index(text[1:]))
            return CARD
        if found[1] is not None:
            timings = [int(part) for part in found[1].split(b",")]
            _put(columns.timings, len(timings))
            for timing in timings:
                expected = self._took.popleft() if self._took else 0
                _put(columns.timings, _signed(timing - expected))
            return TIMINGS
        if len(text) == 13:
            _put(columns.dates, _signed(int(text) - self._date))
            self._date = int(text)
            return TIME
        place = self._numbers.get(text)
        if place is None:
            self._numbers[text] = len(self._numbers)
            columns.shown.append(0)
            _put(columns.sizes, len(text) // 2)
            columns.random += bytes.fromhex(text.decode())
        else:
            _put(columns.shown, len(self._numbers) - place)
        return HEX


class _Unpacker:
    """Puts sentences together from columns."""

    def __init__(self, packed: bytes) -> None:
        columns = _read(packed)
        self._entries = columns.entries
        self._times = _numbers(columns.times)
        self._senders = _numbers(columns.senders)
        self._commands = iter(columns.commands)
        self._names = iter(bytes(columns.names).split(b"\n"))
        self._sentences = _numbers(columns.sentences)
        self._new = iter(bytes(columns.new).split(b"\n"))
        self._cards = iter(columns.cards)
        self._dates = _numbers(columns.dates)
        self._timings = _numbers(columns.timings)
        self._shown = _numbers(columns.shown)
        self._sizes = _numbers(columns.sizes)
        self._random = bytes(columns.random)
        self._at = 0
        """The place in `random`."""
        self._senders_known: list[bytes] = []
        self._sentences_known = list(EXPECTED)
        self._numbers_known: list[bytes] = []
        self._date = 0
        self._took: deque[int] = deque()

    def run(self) -> Contents:
        bodies = []
        at = played = 0
        for _ in range(self._entries):
            at += _unsigned(next(self._times))
            self._date = at
            head = b'{"at":%d,"facts":' % at
            tail = self._sender() + self._command()
            facts = self._sentence()
            if CARD_PLAYED in facts:
                self._took.append(at - played)
            if CARD_PLAYED in facts or PLAY_BEGAN in facts:
                played = at
            bodies.append(head + facts + tail + b"}")
        return Contents(tuple(bodies), self._sentence())

    def _sender(self) -> bytes:
        place = next(self._senders)
        if not place:
            return b""
        if place > len(self._senders_known):
            self._senders_known.append(next(self._names))
        return b',"by":"%b"' % self._senders_known[place - 1]

    def _command(self) -> bytes:
        kind = next(self._commands)
        if not kind:
            return b""
        return b',"id":"%b"' % (self._take(8) if kind == 1 else next(self._names))

    def _take(self, size: int) -> bytes:
        self._at += size
        return self._random[self._at - size : self._at].hex().encode()

    def _sentence(self) -> bytes:
        place = next(self._sentences)
        if not place:
            place = 0
            self._sentences_known.append(next(self._new))
        return _PLACE.sub(self._token, self._sentences_known[place - 1])

    def _token(self, found: re.Match[bytes]) -> bytes:
        match found[0]:
            case b"\x01":
                suit, rank = divmod(next(self._cards), 13)
                return _RANKS[rank : rank + 1] + _SUITS[suit : suit + 1]
            case b"\x02":
                return self._number()
            case b"\x03":
                self._date += _unsigned(next(self._dates))
                return b"%d" % self._date
            case _:
                timings = [self._timing() for _ in range(next(self._timings))]
                return b'"timings":[%b]' % b",".join(timings)

    def _timing(self) -> bytes:
        expected = self._took.popleft() if self._took else 0
        return b"%d" % (expected + _unsigned(next(self._timings)))

    def _number(self) -> bytes:
        ago = next(self._shown)
        if not ago:
            self._numbers_known.append(self._take(next(self._sizes)))
        return self._numbers_known[-ago if ago else -1]


def _signed(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


def _unsigned(number: int) -> int:
    return -(number + 1) // 2 if number & 1 else number // 2


def _put(column: bytearray, number: int) -> None:
    while number > 127:
        column.append(number & 127 | 128)
        number >>= 7
    column.append(number)


def _numbers(column: bytes | bytearray) -> Iterator[int]:
    number = shift = 0
    for byte in column:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0


def _compressed(plain: bytes) -> bytes:
    """The same bytes as by the whole dictionary, whose zeroing takes longer than a short column."""
    size = max(_SMALLEST, min(1 << len(plain).bit_length(), _LZMA["dict_size"]))
    return lzma.compress(plain, lzma.FORMAT_RAW, filters=[{**_LZMA, "dict_size": size}])


def _written(columns: _Columns) -> bytes:
    written: list[int | bytes] = [columns.entries]
    for name in _Columns.__struct_fields__[1:]:
        column = bytes(getattr(columns, name))
        if name == "new":
            packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, zdict=DICTIONARY)
            written.append(packer.compress(column) + packer.flush())
        else:
            smaller = _compressed(column)
            written.append(b"\1" + smaller if len(smaller) < len(column) else b"\0" + column)
    return msgpack.encode(written)


def _read(packed: bytes) -> _Columns:
    entries, *rest = msgpack.decode(packed, type=list[int | bytes])
    columns: list[Any] = [entries]
    for name, column in zip(_Columns.__struct_fields__[1:], rest, strict=True):
        assert isinstance(column, bytes)
        if name == "new":
            columns.append(zlib.decompressobj(-zlib.MAX_WBITS, DICTIONARY).decompress(column))
        elif column[0]:
            columns.append(lzma.decompress(column[1:], lzma.FORMAT_RAW, filters=[_LZMA]))
        else:
            columns.append(column[1:])
    return _Columns(*columns)
