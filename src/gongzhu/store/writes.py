"""What can be written into a store, and the checks of values before they are written.

A `Change` is written by SQL that both databases understand, with the names of its fields as
parameters, such as `$player_id`.
"""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.faults import StoreError

Value = str | int | bytes | None
Values = Mapping[str, Value]
"""The values of the parameters of an SQL statement by name; values that it does not use are
ignored."""

LONGEST = 200
"""Largest length of a text in characters, and of a hash in bytes: they must fit into the indexes of
every database."""
LARGEST = 2**63 - 1


class StoreWrite(Struct, frozen=True):
    """Anything that can be written into a store, in one group with other writes."""


class Change(StoreWrite, frozen=True):
    """A write that is a few SQL statements.

    If it can be refused, it has a statement `needed`, which holds the condition and the main
    effect: if that changes no row, the whole change is refused. So if two changes are made at the
    same time, such as two uses of one recovery code, the second one sees what the first has
    done.
    """

    needed: ClassVar[str] = ""
    """The statement that must change a row; empty if the change is never refused."""
    others: ClassVar[tuple[str, ...]] = ()
    """The statements that follow it."""
    longest: ClassVar[Mapping[str, int]] = {}
    """The largest lengths of fields that may be longer than LONGEST."""

    def statements(self) -> tuple[str, tuple[str, ...]]:
        """The statements `needed` and `others`; a subclass can make them depend on its fields."""
        return self.needed, self.others

    def values(self) -> Values:
        """The values of the SQL parameters by name: the fields of the change, unless a subclass
        overrides this."""
        return asdict(self)

    def check(self) -> None:
        """Raise StoreError for a value that a database cannot store."""
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
    """Raise StoreError for a text that a database cannot store, before it spoils the whole group of
    writes."""
    for text in texts:
        if len(text) > longest or "\0" in text or not _is_utf8(text):
            raise StoreError("text", value=ascii(text[:LONGEST]), most=longest)


def check_hashes(*hashes: bytes | None, longest: int = LONGEST) -> None:
    """Raise StoreError for a hash that is empty or longer than `longest` bytes; None is allowed."""
    for value in hashes:
        if value is not None and not 0 < len(value) <= longest:
            raise StoreError("hash", most=longest)


def check_numbers(*numbers: int) -> None:
    """Raise StoreError for a number that does not fit into 64 bits."""
    for number in numbers:
        if not -LARGEST <= number <= LARGEST:
            raise StoreError("number", value=number)


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
