"""Tables as they are listed, and read from a checkpoint on; news of other servers."""

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


class Lost(Struct, frozen=True):
    """This server has lost its number: others may have all its tables by now."""


class Listed(Struct, frozen=True):
    """Other servers list these tables otherwise by now, or have archived them."""

    tables: tuple[str, ...] | None
    """None: any may be, since something was not heard."""


class Told(Struct, frozen=True):
    """Another server has told something."""

    message: bytes


News = Lost | Listed | Told
"""What a store hears of the other servers on its database."""
