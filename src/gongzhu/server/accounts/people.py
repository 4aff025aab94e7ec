"""Handlers for blocking other players, and for reporting them to the operator."""

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from gongzhu.cards import Seat
from gongzhu.server.edge.operation import Operation
from gongzhu.server.edge.problems import ApiError, read_json, reply
from gongzhu.server.identity.moderation import Told
from gongzhu.server.identity.sessions import Session
from gongzhu.table.commands import Count, SeatName, SeatNumber
from gongzhu.table.names import clean_text

if TYPE_CHECKING:
    from gongzhu.server.context import ServerContext


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


async def report(context: "ServerContext", request: Request) -> Response:
    """POST /api/tables/{table}/report: store a report of a player who sits at a table."""
    session = await _asking(context, request)
    asked = await read_json(request, ReportPlayer)
    player, me = await _sitting(context, request, asked.seat, asked.name), session.player.id
    words = clean_text(asked.text) if asked.text.strip() else ""
    table = request.path_params["table"]
    await context.moderation.report(me, player, Told(asked.name, table, asked.reason, words))
    context.metrics.reports.labels(asked.reason).inc()
    context.security.note("player_reported", context.origins.address(request), me)
    return reply(Reported(asked.name), 201)


async def block(context: "ServerContext", request: Request) -> Response:
    """POST /api/tables/{table}/block: block a player who sits at a table."""
    me = (await _asking(context, request)).player.id
    asked = await read_json(request, BlockPlayer)
    player = await _sitting(context, request, asked.seat, asked.name)
    if player == me:
        raise ApiError(422, "yourself")
    await context.moderation.block(me, player, asked.name)
    return _blocks(context, me)


async def unblock(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/unblock: end one of the player's blocks."""
    me = (await _asking(context, request)).player.id
    await context.moderation.unblock(me, (await read_json(request, Unblock)).number)
    return _blocks(context, me)


async def show_blocks(context: "ServerContext", request: Request) -> Response:
    """GET /api/me/blocks: answer the players whom the player has blocked."""
    context.spend(context.reads_of_history, request)
    return _blocks(context, (await context.session(request)).player.id, changed=False)


async def _asking(context: "ServerContext", request: Request) -> Session:
    """The session of the request, whose player may report and block others. Raises ApiError if
    there is none, or the player is banned or asks too often."""
    session = await context.session(request)
    context.refuse_banned(request, session.player.id)
    await context.spend_shared(context.changes, request)
    return session


async def _sitting(context: "ServerContext", request: Request, seat: Seat, name: str) -> str:
    """The id of the player in a seat of the table. Raises ApiError if the seat has no player of
    this name."""
    table = await context.tables.shown(request.path_params["table"])
    if table is None:
        raise ApiError(404, "no_table")
    seats, players = table.state.seats, table.players
    player = players[seat] if seat < len(players) else None
    if player is None or seats[seat].name != name:
        raise ApiError(409, "not_there")
    return player


def blocked_by(context: "ServerContext", player: str) -> tuple[Blocked, ...]:
    """The players whom a player has blocked, the oldest block first."""
    rows = context.moderation.blocked_by(player)
    return tuple(Blocked(row.number, row.name, row.made_ms) for row in rows)


def _blocks(context: "ServerContext", player: str, *, changed: bool = True) -> Response:
    if changed:
        context.everywhere.send_lines_again(player)
    return reply(Blocks(blocked_by(context, player)))


OPERATIONS = (
    Operation("GET", "/api/me/blocks", show_blocks, None, Blocks),
    Operation("POST", "/api/me/unblock", unblock, Unblock, Blocks),
    Operation("POST", "/api/tables/{table}/report", report, ReportPlayer, Reported),
    Operation("POST", "/api/tables/{table}/block", block, BlockPlayer, Blocks),
)
