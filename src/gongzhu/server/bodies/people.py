"""Other players: reports of them, and those with whom a player wants nothing more to do."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.table.commands import Count, SeatName, SeatNumber


class ReportPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/report: tell whoever runs the server of a player who sits there. At
    most 10 a day. Answers `Reported`."""

    seat: SeatNumber
    name: SeatName
    """Of the one who is meant: refused where somebody else sits there by now."""
    reason: Literal["abuse", "name", "cheating", "stalling", "other"]
    text: Annotated[str, Meta(max_length=600)] = ""
    """Up to 200 characters are left of it when it is cleaned, as names are."""


class Reported(Struct, frozen=True):
    """The report is kept."""

    name: str


class BlockPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/block: have nothing more to do with a player who sits there. Its
    lines are not sent to me, it takes no seat at tables that I host, and public tables that it
    hosts are not in my lobby. Answers `Blocks`."""

    seat: SeatNumber
    name: SeatName
    """Of the one who is meant."""


class Blocked(Struct, frozen=True):
    """A player whom I have blocked."""

    number: int
    name: str
    """The name that the player had then."""
    at: int


class Blocks(Struct, frozen=True):
    """GET /api/me/blocks: the players whom I have blocked, the first one first."""

    players: tuple[Blocked, ...]


class Unblock(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/unblock: block a player no longer. Answers `Blocks`."""

    number: Count
