"""Entries and tables as they are written down, each with the number of its format."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import DecodeError, Struct, json

from gongzhu.table.facts import ENTRY_FORMAT, LogEntry
from gongzhu.table.table import FORMAT, Table
from gongzhu.texts import Lang, say

T = TypeVar("T")


class NewerFormat(ValueError):
    """Something that a later version of the program wrote."""

    def __init__(self, found: int, newest: int) -> None:
        self.found = found
        self.newest = newest
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One sentence: the format that it has, and those that can be read."""
        return say("seating.newer_format", lang, found=self.found, newest=self.newest)


class OlderTable(ValueError):
    """A checkpoint of an older format: its table is folded anew from the whole log."""


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
    """These bytes, decoded by a decoder of msgspec. Raises DecodeError for whatever it cannot
    read, also where they are no text or nested without end."""
    try:
        return decode(data)
    except (UnicodeDecodeError, RecursionError) as error:
        raise DecodeError(str(error)) from error


def check_entry_format(found: int) -> None:
    """Raise NewerFormat for a format of entries that is not known yet."""
    if found > ENTRY_FORMAT:
        raise NewerFormat(found, ENTRY_FORMAT)


def _check_table_format(found: int) -> None:
    if found > FORMAT:
        raise NewerFormat(found, FORMAT)
    if found < FORMAT:
        raise OlderTable


def write_entry(entry: LogEntry) -> bytes:
    """A line of the log, without its line end."""
    return _encoder.encode(entry)


def read_entry(data: bytes) -> LogEntry:
    """A line of the log.

    Raises NewerFormat, or msgspec.DecodeError for what is no entry.
    """
    try:
        entry = decoded(_read_entry, data)
    except DecodeError:
        # One of a newer format need not look like one of ours.
        check_entry_format(decoded(_read_entry_head, data).v)
        raise
    check_entry_format(entry.v)
    return entry


def write_table(table: Table) -> bytes:
    """A checkpoint: the whole truth, as JSON. It is for nobody's eyes while a deal is played."""
    return _encoder.encode(table)


def read_table(data: bytes) -> Table:
    """A checkpoint; the entries after number `seq` are still to be folded in.

    Raises NewerFormat, OlderTable, or msgspec.DecodeError for what is no table.
    """
    try:
        table = decoded(_read_table, data)
    except DecodeError:
        _check_table_format(decoded(_read_table_head, data).format)
        raise
    _check_table_format(table.format)
    return table
