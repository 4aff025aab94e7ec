"""Encodes and decodes log entries and snapshots of tables as JSON, each with its format number."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import DecodeError, Struct, json

from gongzhu.table.facts import ENTRY_FORMAT, LogEntry
from gongzhu.table.table import FORMAT, Table
from gongzhu.texts import Lang, say

T = TypeVar("T")


class NewerFormat(ValueError):
    """Raised for stored data in a format of a later version of the program. `newest` is the newest
    format that this version reads."""

    def __init__(self, found: int, newest: int) -> None:
        self.found = found
        self.newest = newest
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One sentence that names the format found and the newest one that can be read."""
        return say("seating.newer_format", lang, found=self.found, newest=self.newest)


class OlderTable(ValueError):
    """Raised for a snapshot in an older format. The table must be computed from its whole log
    instead."""


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
    """Decode bytes with a msgspec decoder. Raises msgspec.DecodeError for anything invalid,
    including bad UTF-8 and nesting that is too deep."""
    try:
        return decode(data)
    except (UnicodeDecodeError, RecursionError) as error:
        raise DecodeError(str(error)) from error


def check_entry_format(found: int) -> None:
    """Raise NewerFormat if the format number of an entry is greater than ENTRY_FORMAT."""
    if found > ENTRY_FORMAT:
        raise NewerFormat(found, ENTRY_FORMAT)


def _check_table_format(found: int) -> None:
    if found > FORMAT:
        raise NewerFormat(found, FORMAT)
    if found < FORMAT:
        raise OlderTable


def write_entry(entry: LogEntry) -> bytes:
    """Encode an entry as one line of the log, without the line break."""
    return _encoder.encode(entry)


def read_entry(data: bytes) -> LogEntry:
    """Decode one line of the log.

    Raises NewerFormat, or msgspec.DecodeError for anything that is not an entry.
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
    """Encode a snapshot of the whole table as JSON. It contains all hands and secrets, so it must
    never be sent to a player."""
    return _encoder.encode(table)


def read_table(data: bytes) -> Table:
    """Decode a snapshot. To bring the table up to date, apply the log entries after the first
    `seq`.

    Raises NewerFormat, OlderTable, or msgspec.DecodeError for anything that is not a table.
    """
    try:
        table = decoded(_read_table, data)
    except DecodeError:
        _check_table_format(decoded(_read_table_head, data).format)
        raise
    _check_table_format(table.format)
    return table
