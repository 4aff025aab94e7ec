"""Log entries and snapshots of tables as JSON, each with the number of its format."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import DecodeError, Struct, json

from gongzhu.table.facts import ENTRY_FORMAT, LogEntry
from gongzhu.table.table import FORMAT, Table
from gongzhu.texts import Lang, say

T = TypeVar("T")


class NewerFormat(ValueError):
    """Stored data in a format of a later version of the program."""

    def __init__(self, found: int, newest: int) -> None:
        self.found = found
        self.newest = newest
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One sentence that names the format found and the newest one that can be read."""
        return say("seating.newer_format", lang, found=self.found, newest=self.newest)


class OlderTable(ValueError):
    """A snapshot in an older format; the table must be computed again from its whole log."""


class _EntryHead(Struct):
    v: int = 1


class _TableHead(Struct):
    format: int


_encoder = json.Encoder()
_read_entry = json.Decoder(LogEntry).decode
_read_entry_head = json.Decoder(_EntryHead).decode
_read_table = json.Decoder(Table).decode
_read_table_head = json.Decoder(_TableHead).decode


def decoded(decode: Callable[[bytes], T], data: bytes) -> T:
    """Decode bytes with a decoder of msgspec. Raises DecodeError for everything that it cannot
    read, including invalid UTF-8 and nesting that is too deep."""
    try:
        return decode(data)
    except (UnicodeDecodeError, RecursionError) as error:
        raise DecodeError(str(error)) from error


def check_entry_format(found: int) -> None:
    """Raise NewerFormat for a format of entries later than this version's."""
    if found > ENTRY_FORMAT:
        raise NewerFormat(found, ENTRY_FORMAT)


def _check_table_format(found: int) -> None:
    if found > FORMAT:
        raise NewerFormat(found, FORMAT)
    if found < FORMAT:
        raise OlderTable


def write_entry(entry: LogEntry) -> bytes:
    """Encode an entry as one line of the log, without the line end."""
    return _encoder.encode(entry)


def read_entry(data: bytes) -> LogEntry:
    """Decode one line of the log.

    Raises NewerFormat, or msgspec.DecodeError if it is not an entry.
    """
    try:
        entry = decoded(_read_entry, data)
    except DecodeError:
        # An entry of a newer format may have fields that cannot be decoded here.
        check_entry_format(decoded(_read_entry_head, data).v)
        raise
    check_entry_format(entry.v)
    return entry


def write_table(table: Table) -> bytes:
    """Encode a snapshot of the whole table as JSON. It contains all hands and secrets: never show
    it to a player."""
    return _encoder.encode(table)


def read_table(data: bytes) -> Table:
    """Decode a snapshot; the log entries after number `seq` still have to be applied.

    Raises NewerFormat, OlderTable, or msgspec.DecodeError if it is not a table.
    """
    try:
        table = decoded(_read_table, data)
    except DecodeError:
        _check_table_format(decoded(_read_table_head, data).format)
        raise
    _check_table_format(table.format)
    return table
