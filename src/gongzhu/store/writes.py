"""Base classes of all writes into a store, and the checks of values before they are written.

A `Change` is executed by SQL that both databases understand, with the names of its fields as
parameters, such as `$player_id`.
"""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.faults import StoreError

Value = str | int | bytes | None
Values = Mapping[str, Value]
"""The values of an SQL statement's parameters by name. Further values are ignored."""

LONGEST = 200
"""Largest length of a text in characters, and of a hash in bytes, so that they fit into the indexes
of both databases."""
LARGEST = 2**63 - 1
"""Largest integer that both databases can store."""


class StoreWrite(Struct, frozen=True):
    """Base class of everything that can be written into a store, in one group with other writes."""


class Change(StoreWrite, frozen=True):
    """A write that consists of a few SQL statements, executed in one transaction.

    A change that can be refused has a statement `needed`, which contains the condition and the main
    effect. If that statement changes no row, the whole change is refused, and `Database.change`
    raises ChangeRefused. So of two changes made at the same time, such as two uses of one recovery
    code, the second sees what the first has done.
    """

    needed: ClassVar[str] = ""
    """The SQL statement that must change at least one row, or empty if the change is never
    refused."""
    others: ClassVar[tuple[str, ...]] = ()
    """The SQL statements that are executed after `needed`."""
    longest: ClassVar[Mapping[str, int]] = {}
    """Largest length of fields that may be longer than LONGEST, by name of the SQL parameter."""

    def statements(self) -> tuple[str, tuple[str, ...]]:
        """The SQL statements `needed` and `others`. A subclass overrides this if they depend on its
        fields."""
        return self.needed, self.others

    def values(self) -> Values:
        """The values of the SQL parameters, by name: the fields of the change, unless a subclass
        overrides this."""
        return asdict(self)

    def check(self) -> None:
        """Raise StoreError if a value is too long, too large or not encodable, so that no database
        could store it."""
        for name, value in self.values().items():
            longest = self.longest.get(name, LONGEST)
            match value:
                case str():
                    check_texts(value, longest=longest)
                case bytes():
                    check_hashes(value, longest=longest)
                case int():
                    check_numbers(value)


def check_texts(*texts: str, longest: int = LONGEST) -> None:
    """Raise StoreError `text` for a text that is longer than `longest` characters, contains NUL or
    is not encodable in UTF-8. A database would refuse it, and with it the whole group of writes."""
    for text in texts:
        if len(text) > longest or "\0" in text or not _is_utf8(text):
            raise StoreError("text", value=ascii(text[:LONGEST]), most=longest)


def check_hashes(*hashes: bytes | None, longest: int = LONGEST) -> None:
    """Raise StoreError `hash` for a hash that is empty or longer than `longest` bytes. None is
    accepted."""
    for value in hashes:
        if value is not None and not 0 < len(value) <= longest:
            raise StoreError("hash", most=longest)


def check_numbers(*numbers: int) -> None:
    """Raise StoreError `number` for an integer beyond ±LARGEST."""
    for number in numbers:
        if not -LARGEST <= number <= LARGEST:
            raise StoreError("number", value=number)


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
