"""Handlers for blocking other players, and for reporting them to the operator."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat
from gongzhu.server.edge.operation import Operations
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.identity.moderation import Moderation, Told
from gongzhu.server.identity.sessions import Session
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.tables.everywhere import Everywhere
from gongzhu.server.tables.tables import Tables
from gongzhu.table.commands import Count, SeatName, SeatNumber
from gongzhu.table.names import clean_text

OPERATIONS = Operations()


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


@OPERATIONS.post(
    "/api/tables/{table}/report",
    status=201,
    caller="player",
    bans=True,
    limit="changes_per_hour",
    event="player_reported",
)
async def report(
    session: Session,
    table: str,
    body: ReportPlayer,
    tables: Tables,
    moderation: Moderation,
    metrics: Metrics,
) -> Reported:
    """Store a report of a player who sits at a table."""
    player, me = await _sitting(tables, table, body.seat, body.name), session.player.id
    words = clean_text(body.text) if body.text.strip() else ""
    await moderation.report(me, player, Told(body.name, table, body.reason, words))
    metrics.reports.labels(body.reason).inc()
    return Reported(body.name)


@OPERATIONS.post("/api/tables/{table}/block", caller="player", bans=True, limit="changes_per_hour")
async def block(
    session: Session,
    table: str,
    body: BlockPlayer,
    tables: Tables,
    moderation: Moderation,
    everywhere: Everywhere,
) -> Blocks:
    """Block a player who sits at a table."""
    me, player = session.player.id, await _sitting(tables, table, body.seat, body.name)
    if player == me:
        raise ApiError(422, "yourself")
    await moderation.block(me, player, body.name)
    everywhere.send_lines_again(me)
    return Blocks(blocked_by(moderation, me))


@OPERATIONS.post("/api/me/unblock", caller="player", bans=True, limit="changes_per_hour")
async def unblock(
    session: Session, body: Unblock, moderation: Moderation, everywhere: Everywhere
) -> Blocks:
    """End one of the player's blocks."""
    me = session.player.id
    await moderation.unblock(me, body.number)
    everywhere.send_lines_again(me)
    return Blocks(blocked_by(moderation, me))


@OPERATIONS.get("/api/me/blocks", caller="player", limit="histories_per_minute")
async def show_blocks(session: Session, moderation: Moderation) -> Blocks:
    """Answer the players whom the player has blocked."""
    return Blocks(blocked_by(moderation, session.player.id))


async def _sitting(tables: Tables, name: str, seat: Seat, player_name: str) -> str:
    """The id of the player in a seat of the table `name`. Raises ApiError if `player_name` is not
    the name of the player there."""
    table = await tables.shown(name)
    seats, players = table.state.seats, table.players
    player = players[seat] if seat < len(players) else None
    if player is None or seats[seat].name != player_name:
        raise ApiError(409, "not_there")
    return player


def blocked_by(moderation: Moderation, player: str) -> tuple[Blocked, ...]:
    """The players whom a player has blocked, the oldest block first."""
    rows = moderation.blocked_by(player)
    return tuple(Blocked(row.number, row.name, row.made_ms) for row in rows)
