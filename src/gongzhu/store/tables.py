"""Tables as they are listed, and read from a checkpoint on."""

from msgspec import Struct


class TableBrief(Struct, frozen=True):
    """A table as it is listed."""

    name: str
    last: int
    """The number of its last entry; 0 when it has none."""
    brief: bytes
    """As last given to `append`; empty when it never was."""


class Tail(Struct, frozen=True):
    """A table's last checkpoint and the entries after it."""

    table: str
    checkpoint: bytes | None
    bodies: list[bytes]
    """The entries after the checkpoint; all of them where there is none."""
