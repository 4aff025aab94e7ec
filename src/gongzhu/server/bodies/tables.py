"""The lobby, new tables and the ways to them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat
from gongzhu.rules import RuleValue
from gongzhu.server.bodies.games import GameBrief
from gongzhu.table.settings import Clock, Talk

Level = Annotated[str, Meta(max_length=20)]
"""Of a bot, as `/api/rules` lists them."""


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables: open a table and take its first free seat. Answers `TableOpened`."""

    preset: Annotated[str, Meta(max_length=60)] | None = None
    rules: dict[str, RuleValue] = {}
    """Complete, or what differs from `preset`."""
    name: Annotated[str, Meta(max_length=40)] = ""
    access: Literal["public", "private"] = "private"
    clock: Clock = Clock()
    talk: Talk = Talk()
    bots: dict[str, Level] = {}
    """Bots by seat number."""
    start: bool = False
    """Fill what is open with bots, and begin."""
    level: Level | None = None
    """Of the bots that fill what is open; None: the default level."""


class TableOpened(Struct, frozen=True):
    """The table that was opened."""

    table: str
    path: str
    """Of its page, `/t/…`."""


class TableLeft(Struct, frozen=True):
    """POST /api/tables/{table}/leave: give up one's seat, and close the table where only bots have
    one besides. Asked again it changes nothing, nor does it for somebody without a seat."""

    closed: bool
    """True if the table is no more. Otherwise others play on there, and in a running game a bot has
    the seat."""


class Invitation(Struct, frozen=True):
    """GET /api/tables/{table}/invitation: the ways for others to come to a table.

    `GET /api/tables/{table}/invitation.svg?link=` is one of its links as a QR code; without
    `link`, the first one.
    """

    links: tuple[str, ...]
    """Addresses of the table's page, the likeliest to be reached first; never empty."""
    reach: Literal["public", "network", "loopback", "no_network"]
    """Those who can open them: everybody; whoever is in the same network; this machine alone,
    since the server listens to nobody else; this machine alone, since it is in no network."""
    number: str | None
    """The table's room number; None while no seat is free, and where the host wants none."""
    number_until: int | None
    """The time from which it leads nowhere, in milliseconds since 1970."""
    number_on: bool
    """True unless the host has switched room numbers off for this table."""


class SwitchNumber(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/number: the host has a room number for the table, or none. Answers
    `Invitation`."""

    on: bool


class RoomNumberAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/numbers: look up a table by its room number, ten times a minute at most. Answers
    `TableFound`, and 429 with `Retry-After` for one try too many."""

    number: Annotated[str, Meta(pattern=r"^[0-9]{6}$(?!\n)")]


class TableFound(Struct, frozen=True):
    """The table that a room number leads to."""

    table: str
    path: str
    """Of its page, `/t/…`."""


class SeatBrief(Struct, frozen=True):
    """A seat in a list of tables."""

    kind: Literal["open", "player", "bot"]
    name: str


class TableBrief(Struct, frozen=True):
    """A table in a list."""

    table: str
    name: str
    preset: str | None
    title: str
    """Of its rules, in the language asked for; "own rules" where they are no preset's."""
    family: Literal["gongzhu", "hearts"]
    stage: str
    access: Literal["public", "private"]
    timed: bool
    seats: tuple[SeatBrief, ...]
    deals: int
    """Of the running game, scored."""
    totals: tuple[int, ...]
    seat: Seat | None = None
    """Mine, if any."""


class HostNotice(Struct, frozen=True):
    """A message to everybody from whoever runs the server."""

    at: int
    text: str


class Lobby(Struct, frozen=True):
    """GET /api/lobby?lang=: public tables with somebody there, and those where I have a seat."""

    mine: tuple[TableBrief, ...]
    public: tuple[TableBrief, ...]
    """The first page of `GET /api/tables`."""
    games: tuple[GameBrief, ...]
    """The last of my finished games, newest first; `GET /api/me/games` has all of them."""
    count: int
    """All public tables with somebody there."""
    notice: HostNotice | None = None
    """The last message to everybody, for half an hour."""


class PublicTables(Struct, frozen=True):
    """GET /api/tables?search=&from=&lang=: a page of the public tables with somebody there. With
    `search`, those that have each of its words in their name, the title of their rules or the name
    of a player; `from` is the number of tables before this page."""

    tables: tuple[TableBrief, ...]
    """In turns, one of each address that opened any."""
    count: int
    """All that were found."""
    next: int | None
    """`from` of the next page; None: this is the last one."""
