"""Bodies of the HTTP API for reporting and blocking other players."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.table.commands import Count, SeatName, SeatNumber


class ReportPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/report: report a player who sits at the table to the operator of the
    server, at most 10 times a day. Answers `Reported`."""

    seat: SeatNumber
    name: SeatName
    """The name of the player in that seat; the request is refused if another player sits there by
    now."""
    reason: Literal["abuse", "name", "cheating", "stalling", "other"]
    text: Annotated[str, Meta(max_length=600)] = ""
    """A description of what happened. It is cleaned as names are, and may then have up to 200
    characters."""


class Reported(Struct, frozen=True):
    """The answer to a report that was stored: the name of the player who was reported."""

    name: str


class BlockPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/block: block a player who sits at the table. What they say is then
    not sent to the player who asks, they can take no seat at tables that this player hosts, and
    public tables that they host are left out of this player's lobby. Answers `Blocks`."""

    seat: SeatNumber
    name: SeatName
    """The name of the player in that seat; the request is refused if another player sits there by
    now."""


class Blocked(Struct, frozen=True):
    """A player who was blocked by the player who asks."""

    number: int
    name: str
    """The name that the player had when blocked."""
    at: int


class Blocks(Struct, frozen=True):
    """GET /api/me/blocks: the players whom the player who asks has blocked, the oldest block
    first."""

    players: tuple[Blocked, ...]


class Unblock(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/unblock: end a block, given by its number in `Blocked`. Answers `Blocks`."""

    number: Count
