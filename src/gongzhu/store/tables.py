"""Tables with their summaries, tables read from a checkpoint on, and news from other servers."""

from msgspec import Struct


class TableBrief(Struct, frozen=True):
    """A table with its summary."""

    name: str
    last: int
    """The number of the table's last entry; 0 if it has none."""
    brief: bytes
    """The summary that `append` was last given; empty if there was none."""


class Tail(Struct, frozen=True):
    """A table's last checkpoint and the entries after it."""

    table: str
    checkpoint: bytes | None
    bodies: list[bytes]
    """The entries after the checkpoint; all entries if there is no checkpoint."""


class Lost(Struct, frozen=True):
    """This server has lost its server number: other servers may have taken all its tables."""


class Listed(Struct, frozen=True):
    """Other servers have changed the summaries of these tables, or have archived them."""

    tables: tuple[str, ...] | None
    """Names of the tables; None if it may be any, since news were missed."""


class Told(Struct, frozen=True):
    """Another server has sent a message."""

    message: bytes


News = Lost | Listed | Told
"""What a store receives about the other servers on its database."""
