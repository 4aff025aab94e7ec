"""Bodies of the HTTP API for the lobby, for opening tables, and for inviting to them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat
from gongzhu.rules import RuleValue
from gongzhu.server.bodies.games import GameBrief
from gongzhu.table.settings import Clock, Talk

Level = Annotated[str, Meta(max_length=20)]
"""A level of bots, one of those that `GET /api/rules` lists."""


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables: open a table and take its first free seat. Answers `TableOpened`."""

    preset: Annotated[str, Meta(max_length=60)] | None = None
    rules: dict[str, RuleValue] = {}
    """All options of the rules, or only those that differ from `preset`."""
    name: Annotated[str, Meta(max_length=40)] = ""
    access: Literal["public", "private"] = "private"
    clock: Clock = Clock()
    talk: Talk = Talk()
    bots: dict[str, Level] = {}
    """The bots to seat: their levels by seat number."""
    start: bool = False
    """True to fill all open seats with bots and begin the game at once."""
    level: Level | None = None
    """The level of the bots that fill open seats; None for the default level."""


class TableOpened(Struct, frozen=True):
    """The table that was opened."""

    table: str
    path: str
    """Path of the table's page, `/t/…`."""


class TableLeft(Struct, frozen=True):
    """POST /api/tables/{table}/leave: give up the player's seat, and close the table if only bots
    remain. It changes nothing if the player has no seat, so repeating it is harmless."""

    closed: bool
    """True if the table is closed. Otherwise the others play on, and in a running game a bot takes
    over the seat."""


class Invitation(Struct, frozen=True):
    """GET /api/tables/{table}/invitation: the links and the room number by which others can come to
    a table.

    `GET /api/tables/{table}/invitation.svg?link=` is one of its links as a QR code; without
    `link`, the first one.
    """

    links: tuple[str, ...]
    """Addresses of the table's page, those most likely to be reachable first; never empty."""
    reach: Literal["public", "network", "loopback", "no_network"]
    """Who can open the links. `public`: everyone; `network`: devices in the same network;
    `loopback`: only this machine, as the server listens only on its loopback address;
    `no_network`: only this machine, as it is in no network."""
    number: str | None
    """The table's room number; None while no seat is free, or if the host has switched it off."""
    number_until: int | None
    """The time at which the number expires, in milliseconds since 1970."""
    number_on: bool
    """True unless the host has switched room numbers off for this table."""


class SwitchNumber(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/number: the host switches the table's room number on or off. Answers
    `Invitation`."""

    on: bool


class RoomNumberAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/numbers: look up a table by its room number, at most ten times a minute. Answers
    `TableFound`, or 429 with `Retry-After` after too many tries."""

    number: Annotated[str, Meta(pattern=r"^[0-9]{6}$(?!\n)")]


class TableFound(Struct, frozen=True):
    """The table that a room number leads to."""

    table: str
    path: str
    """Path of the table's page, `/t/…`."""


class SeatBrief(Struct, frozen=True):
    """A seat of a table in a list: open, or taken by a player or a bot."""

    kind: Literal["open", "player", "bot"]
    name: str


class TableBrief(Struct, frozen=True):
    """The summary of a table in a list of tables."""

    table: str
    name: str
    preset: str | None
    title: str
    """Title of the table's rules, in the language asked for; "own rules" if they are no preset."""
    family: Literal["gongzhu", "hearts"]
    stage: str
    access: Literal["public", "private"]
    timed: bool
    seats: tuple[SeatBrief, ...]
    deals: int
    """Number of deals of the running game that are scored."""
    totals: tuple[int, ...]
    seat: Seat | None = None
    """The seat of the player who asks, if any."""


class HostNotice(Struct, frozen=True):
    """A message to all players from the operator of the server."""

    at: int
    text: str


class Lobby(Struct, frozen=True):
    """GET /api/lobby?lang=: the public tables at which someone is present, the tables at which the
    player who asks has a seat, and their last games."""

    mine: tuple[TableBrief, ...]
    public: tuple[TableBrief, ...]
    """The public tables, as on the first page of `GET /api/tables`."""
    games: tuple[GameBrief, ...]
    """The player's last finished games, newest first; `GET /api/me/games` has all of them."""
    count: int
    """Number of all public tables at which someone is present."""
    notice: HostNotice | None = None
    """The operator's last message to all players, for half an hour after it was sent."""


class PublicTables(Struct, frozen=True):
    """GET /api/tables?search=&from=&lang=: a page of the public tables at which someone is present.
    With `search`, only those for which each of its words occurs in their name, the title of their
    rules or the name of a player; `from` is the number of tables before this page."""

    tables: tuple[TableBrief, ...]
    """The tables of this page; the addresses that opened them take turns with one table each."""
    count: int
    """Number of all tables found."""
    next: int | None
    """The value of `from` for the next page, or None if this is the last page."""
