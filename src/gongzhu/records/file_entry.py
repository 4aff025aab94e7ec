"""The entries of a file of records: each a record, or the reason why it cannot be read."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from gongzhu.records.fault import RecordError
from gongzhu.records.model import DealRecord

LONGEST_LINE = 2**20
"""Greatest length of a line in bytes; a record has about 2,500, and comments make it longer."""


class FileEntry(Struct, frozen=True):
    """One record of a file, or the error found in its place."""

    line: int
    """The line on which it begins, from 1."""
    found: DealRecord | RecordError


def records_of(entries: Iterable[FileEntry]) -> Iterator[DealRecord]:
    """The records of some entries. Raises the first error among them.

    >>> with open("examples/friday.gzn", "rb") as file:
    ...     records = list(records_of(scan_file(file)))
    >>> len(records)
    1
    """
    for entry in entries:
        if isinstance(entry.found, RecordError):
            raise entry.found
        yield entry.found
