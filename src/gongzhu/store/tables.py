"""Tables as they are listed, read from a checkpoint on, and had by a store."""

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


class Owner(Struct, frozen=True):
    """Another store that has a lease."""

    epoch: int
    doorway: str
    """The way to its server, as that was given when it was opened; empty: there is none."""
