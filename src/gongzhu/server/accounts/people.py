"""HTTP handlers for blocking other players and for reporting them to the operator."""

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
    """POST /api/tables/{table}/report: report a player who sits at the table to the operator, at
    most 10 times in 24 hours. Responds with `Reported`."""

    seat: SeatNumber
    name: SeatName
    """The name of the player in that seat. The request is refused if another player sits there
    now."""
    reason: Literal["abuse", "name", "cheating", "stalling", "other"]
    text: Annotated[str, Meta(max_length=600)] = ""
    """A description of what happened. After runs of spaces have been shortened, it may have at most
    200 characters, and no invisible ones."""


class Reported(Struct, frozen=True):
    """The report was stored; `name` is the name of the reported player."""

    name: str


class BlockPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/block: block a player who sits at the table. Their messages are then
    not sent to the caller, they cannot take a seat at tables of which the caller is host, and the
    caller's lobby leaves out their public tables. Responds with `Blocks`."""

    seat: SeatNumber
    name: SeatName
    """The name of the player in that seat. The request is refused if another player sits there
    now."""


class Blocked(Struct, frozen=True):
    """A player whom the caller has blocked."""

    number: int
    """The number by which `POST /api/me/unblock` refers to the block."""
    name: str
    """The player's name at the time of the block."""
    at: int
    """The time of the block in milliseconds since 1970."""


class Blocks(Struct, frozen=True):
    """GET /api/me/blocks: the players whom the caller has blocked, the oldest block first."""

    players: tuple[Blocked, ...]


class Unblock(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/unblock: end a block, given by its number in `Blocked`. Responds with
    `Blocks`."""

    number: Count
    """Number of the block, as in `Blocked`."""


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
    """Store a report about a player at a table. Refuses with 404 if there is no such table, 409 if
    another player sits in the seat, and 429 after too many reports."""
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
    """Block a player at a table. Refuses with 404 if there is no such table, 409 if another player
    sits in the seat or the caller has blocked too many, and 422 if it is the caller."""
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
    """End a block of the caller. Nothing happens if there is no block with this number."""
    me = session.player.id
    await moderation.unblock(me, body.number)
    everywhere.send_lines_again(me)
    return Blocks(blocked_by(moderation, me))


@OPERATIONS.get("/api/me/blocks", caller="player", limit="histories_per_minute")
async def show_blocks(session: Session, moderation: Moderation) -> Blocks:
    """Respond with the players whom the caller has blocked."""
    return Blocks(blocked_by(moderation, session.player.id))


async def _sitting(tables: Tables, name: str, seat: Seat, player_name: str) -> str:
    """The id of the player in a seat of the table with the id `name`. Raises ApiError: 404 if there
    is no such table, 409 if no player called `player_name` sits there."""
    table = await tables.shown(name)
    seats, players = table.state.seats, table.players
    player = players[seat] if seat < len(players) else None
    if player is None or seats[seat].name != player_name:
        raise ApiError(409, "not_there")
    return player


def blocked_by(moderation: Moderation, player: str) -> tuple[Blocked, ...]:
    """The players whom `player`, given by id, has blocked, the oldest block first."""
    rows = moderation.blocked_by(player)
    return tuple(Blocked(row.number, row.name, row.made_ms) for row in rows)
