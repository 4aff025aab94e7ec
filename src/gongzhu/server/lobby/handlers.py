"""Handlers for the lobby, for opening, leaving and inviting to tables, and for finished deals."""

import re
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.edge.limits import block_of
from gongzhu.server.edge.operation import SVG, Operation
from gongzhu.server.edge.problems import ApiError, language, read_json, reply
from gongzhu.server.live.audience import may_look
from gongzhu.server.live.connections import HostNotice
from gongzhu.server.live.finished_game import GameBrief, game_brief
from gongzhu.server.live.summary import TableBrief, brief_of
from gongzhu.server.lobby.invitation import Invitation, invitation, links_to
from gongzhu.server.lobby.public_tables import LONGEST_SEARCH, Found, matching
from gongzhu.server.tables.opening import OpenTable
from gongzhu.store import StoreError
from gongzhu.table import Table, seat_of

if TYPE_CHECKING:
    from gongzhu.server.context import ServerContext


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


MOST_LISTED = 100
"""The most tables of the player's own that the lobby lists."""
PAGE = 24
"""The most public tables of a page."""
MOST_GAMES = 4
INVITATION_SECONDS = 3600
"""Seconds for which a browser may cache the QR code of a table's link."""
_PLACE = re.compile(r"[0-9]{1,6}", re.ASCII)


async def lobby(context: "ServerContext", request: Request) -> Response:
    """GET /api/lobby: answer the player's tables and last games, and the public tables."""
    context.spend(context.lobbies, request)
    lang = language(request)
    session = await context.who(request)
    me = None if session is None else session.player.id
    # Built-in bots are listed without an account; a visitor without one must not match them.
    mine = [] if me is None else list(context.tables.listed.of(me).items())
    mine = [(name, item) for name, item in mine if item.is_of(me or "")][:MOST_LISTED]
    public = _public(context, me)
    games = [] if me is None else await context.store.games_of(me, MOST_GAMES)
    return reply(
        Lobby(
            tuple(brief_of(name, listing, me, lang) for name, listing in mine),
            tuple(brief_of(name, listing, me, lang) for name, listing in public[:PAGE]),
            tuple(game_brief(game, me or "", lang, context.clock()) for game in games),
            len(public),
            context.everywhere.connections.last_words(),
        )
    )


async def public_tables(context: "ServerContext", request: Request) -> Response:
    """GET /api/tables: answer a page of the public tables, or of those that match a search."""
    context.spend(context.lobbies, request)
    search = request.query_params.get("search", "")
    if len(search) > LONGEST_SEARCH:
        raise ApiError(422, "long_search", most=LONGEST_SEARCH)
    start = _start(request.query_params.get("from"))
    lang = language(request)
    session = await context.who(request)
    me = None if session is None else session.player.id
    found = matching(_public(context, me), search)
    end = start + PAGE
    return reply(
        PublicTables(
            tuple(brief_of(name, listing, me, lang) for name, listing in found[start:end]),
            len(found),
            end if end < len(found) else None,
        )
    )


def _public(context: "ServerContext", me: str | None) -> list[Found]:
    """The public tables in the order of the lobby, without those whose host the player `me` has
    blocked."""
    blocks = context.moderation.blocks
    return [found for found in context.tables.public.ordered() if not blocks(me, found[1].host)]


def _start(written: str | None) -> int:
    """Parse the parameter `from`, by default 0. Raises ApiError."""
    if written is None:
        return 0
    if _PLACE.fullmatch(written) is None:
        raise ApiError(422, "bad_from")
    return int(written)


async def open_table(context: "ServerContext", request: Request) -> Response:
    """POST /api/tables: open a table."""
    session = await context.session(request)
    context.refuse_banned(request, session.player.id)
    asked = await read_json(request, OpenTable)
    await context.spend_shared(context.new_tables, request)
    here = context.origins.address(request)
    marks = context.marks.of(block_of(here) or here)
    if not context.tables.opener.may_open(session.player.id, marks):
        raise ApiError(429, "many_tables")
    room = await context.tables.opener.open(session.player, asked, marks[0])
    with suppress(StoreError):
        await context.tables.offer(room)
    return reply(TableOpened(room.name, f"/t/{room.name}"), 201)


async def leave_table(context: "ServerContext", request: Request) -> Response:
    """POST /api/tables/{table}/leave: give up the player's seat at a table."""
    session = await context.session(request)
    context.spend(context.lobbies, request)
    room = await context.tables.room(request.path_params["table"])
    closed = room is None or await room.withdraw(session.player)
    return reply(TableLeft(closed))


async def invite(context: "ServerContext", request: Request) -> Response:
    """GET /api/tables/{table}/invitation: answer the links and the room number of a table."""
    table, _ = await _invited(context, request)
    name = table.state.table
    return reply(invitation(name, context.hosts, context.tables.listed.numbers, request))


async def draw_invitation(context: "ServerContext", request: Request) -> Response:
    """GET /api/tables/{table}/invitation.svg: answer a link to a table as a QR code."""
    table, _ = await _invited(context, request)
    context.spend(context.invitations, request)
    links = links_to(table.state.table, context.hosts, request)
    link = request.query_params.get("link", links[0])
    if link not in links:
        raise ApiError(404, "no_link")
    headers = {"Cache-Control": f"private, max-age={INVITATION_SECONDS}"}
    picture = await context.sheets.picture(link, context.origins.address(request))
    return Response(picture, headers=headers, media_type="image/svg+xml; charset=utf-8")


async def switch_number(context: "ServerContext", request: Request) -> Response:
    """POST /api/tables/{table}/number: switch the room number of a table on or off."""
    asked = await read_json(request, SwitchNumber)
    table, me = await _invited(context, request)
    if me is None or me != table.host:
        raise ApiError(403, "not_host")
    name, numbers = table.state.table, context.tables.listed.numbers
    numbers.switch(name, asked.on)
    return reply(invitation(name, context.hosts, numbers, request))


async def find_table(context: "ServerContext", request: Request) -> Response:
    """POST /api/numbers: answer the table that has a room number."""
    asked = await read_json(request, RoomNumberAsked)
    tries, here = context.number_tries, context.origins.address(request)
    wait = tries.wait(here) / 1000
    wait = wait or await context.wait_shared(tries.shared, request)
    if wait:
        seconds = ceil(wait)
        raise ApiError(429, "many_numbers", retry_after=seconds, seconds=seconds)
    table = context.tables.listed.numbers.table(asked.number)
    if table is None:
        tries.was_wrong(here)
        raise ApiError(404, "no_number")
    return reply(TableFound(table, f"/t/{table}"))


async def _invited(context: "ServerContext", request: Request) -> tuple[Table, str | None]:
    """The table of the request, and the id of the player who asks, if any. Raises ApiError if they
    may not see the table."""
    table = await context.tables.shown(request.path_params["table"])
    if table is None:
        raise ApiError(404, "no_table")
    session = await context.who(request)
    me = None if session is None else session.player.id
    if (me is None or seat_of(table, me) is None) and not may_look(table, me):
        raise ApiError(403, "private")
    return table, me


OPERATIONS = (
    Operation("GET", "/api/lobby", lobby, None, Lobby),
    Operation("GET", "/api/tables", public_tables, None, PublicTables),
    Operation("POST", "/api/tables", open_table, OpenTable, TableOpened, 201),
    Operation("POST", "/api/tables/{table}/leave", leave_table, None, TableLeft),
    Operation("POST", "/api/numbers", find_table, RoomNumberAsked, TableFound),
    Operation("GET", "/api/tables/{table}/invitation.svg", draw_invitation, None, SVG),
    Operation("GET", "/api/tables/{table}/invitation", invite, None, Invitation),
    Operation("POST", "/api/tables/{table}/number", switch_number, SwitchNumber, Invitation),
)
