"""HTTP handlers for the lobby, and for opening tables, leaving them and inviting others to them."""

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct
from starlette.responses import Response

from gongzhu.server.edge.hosts import Hosts
from gongzhu.server.edge.operation import SVG, Operations
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.identity.moderation import Moderation
from gongzhu.server.identity.rate_limits import RateLimits
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit, player_id
from gongzhu.server.live.audience import may_look
from gongzhu.server.live.connections import Connections, HostNotice
from gongzhu.server.live.finished_game import GameBrief, game_briefs
from gongzhu.server.live.summary import TableBrief, brief_of
from gongzhu.server.lobby.invitation import Invitation, draw_link, invitation, links_to
from gongzhu.server.lobby.public_tables import LONGEST_SEARCH, Found, PublicTableList, matching
from gongzhu.server.tables.open_tables import OpenTables
from gongzhu.server.tables.opening import OpenTable
from gongzhu.server.tables.tables import Tables
from gongzhu.server.work.pool import WorkerPool
from gongzhu.store import Store
from gongzhu.table import Table, seat_of

OPERATIONS = Operations()


class TableOpened(Struct, frozen=True):
    """The response to a request for a new table, or for a club's standing table."""

    table: str
    """Id of the table."""
    path: str
    """Path of the table's page, `/t/…`."""


class TableLeft(Struct, frozen=True):
    """POST /api/tables/{table}/leave: give up the player's seat, and close the table if only bots
    remain. Nothing changes if the player has no seat, so the request may be repeated."""

    closed: bool
    """True if the table is closed. Otherwise the others continue, and in a running game a bot plays
    for the seat."""


class SwitchNumber(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/number: switch the table's room number on or off, as its host. The
    response is `Invitation`."""

    on: bool
    """True to give the table a room number, False to make its number invalid."""


class RoomNumberAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/numbers: find a table by its room number, at most ten times a minute. The response
    is `TableFound`, or status 429 with `Retry-After` after too many attempts."""

    number: Annotated[str, Meta(pattern=r"^[0-9]{6}$(?!\n)")]


class TableFound(Struct, frozen=True):
    """The response to a room number: the table that it leads to."""

    table: str
    """Id of the table."""
    path: str
    """Path of the table's page, `/t/…`."""


class Lobby(Struct, frozen=True):
    """GET /api/lobby?lang=: the public tables that somebody is connected to, the tables at which
    the player has a seat, and the player's last games."""

    mine: tuple[TableBrief, ...]
    """The tables at which the player has a seat, the last opened first."""
    public: tuple[TableBrief, ...]
    """The first page of the public tables, the same as in `GET /api/tables`."""
    games: tuple[GameBrief, ...]
    """The player's last finished games, the newest first. `GET /api/me/games` has all of them."""
    count: int
    """Number of all public tables that somebody is connected to."""
    notice: HostNotice | None = None
    """The operator's last message to all players, until half an hour after it was sent."""


class PublicTables(Struct, frozen=True):
    """GET /api/tables?search=&from=&lang=: a page of the public tables that somebody is connected
    to. If `search` is given, each of its words must occur in the table's name, in the title of its
    rules or in the name of a player there. `from` is the number of tables before this page."""

    tables: tuple[TableBrief, ...]
    """The tables of this page. The network addresses that opened them take turns with one table
    each."""
    count: int
    """Number of all tables found."""
    next: int | None
    """The value of `from` for the next page, or None if this is the last page."""


MOST_LISTED = 100
"""Largest number of the player's own tables in the lobby."""
PAGE = 24
"""Largest number of public tables in a page."""
MOST_GAMES = 4
"""Largest number of the player's last games in the lobby."""
INVITATION_SECONDS = 3600
"""Seconds for which a browser may cache the QR code of a table's link."""


@OPERATIONS.get("/api/lobby", limit="lobbies_per_minute")
async def lobby(
    visit: Visit,
    session: Session | None,
    listed: OpenTables,
    tables: PublicTableList,
    moderation: Moderation,
    store: Store,
    connections: Connections,
    clock: Callable[[], int],
) -> Lobby:
    """Respond with the tables at which the player has a seat, the player's last games, and the
    public tables. Without a session the first two are empty."""
    me, lang, mine, games = player_id(session), visit.lang, [], []
    # Built-in bots are listed without an account; a visitor without one must not match them.
    if me is not None:
        mine = [(name, item) for name, item in listed.of(me).items() if item.is_of(me)]
        games = await store.games_of(me, MOST_GAMES)
    public = _public(tables, moderation, me)
    return Lobby(
        tuple(brief_of(name, listing, me, lang) for name, listing in mine[:MOST_LISTED]),
        tuple(brief_of(name, listing, me, lang) for name, listing in public[:PAGE]),
        await game_briefs(games, me or "", lang, store, clock()),
        len(public),
        connections.last_words(),
    )


@OPERATIONS.get("/api/tables", limit="lobbies_per_minute")
async def public_tables(
    visit: Visit, session: Session | None, tables: PublicTableList, moderation: Moderation
) -> PublicTables:
    """Respond with a page of the public tables, or of those that match a search. Needs no session.
    With one, tables whose host the player has blocked are left out. Refusal: 422 for a search that
    is too long, or a `from` that is not a number."""
    search, me = visit.request.query_params.get("search", ""), player_id(session)
    if len(search) > LONGEST_SEARCH:
        raise ApiError(422, "long_search", most=LONGEST_SEARCH)
    start = visit.number("from", 0, ApiError(422, "bad_from"))
    found = matching(_public(tables, moderation, me), search)
    end = start + PAGE
    return PublicTables(
        tuple(brief_of(name, listing, me, visit.lang) for name, listing in found[start:end]),
        len(found),
        end if end < len(found) else None,
    )


def _public(tables: PublicTableList, moderation: Moderation, me: str | None) -> list[Found]:
    """The public tables in the order of the lobby, without those whose host is blocked by the
    player with the id `me`. None stands for a visitor without an account, who gets all."""
    return [found for found in tables.ordered() if not moderation.blocks(me, found[1].host)]


@OPERATIONS.post("/api/tables", status=201, caller="player", bans=True, limit="tables_per_hour")
async def open_table(
    visit: Visit, session: Session, body: OpenTable, tables: Tables
) -> TableOpened:
    """Open a table for the player, and respond with its id and path. Refusals: 422 for faulty
    rules, bots or settings, 429 if the player has too many tables open."""
    name = await tables.open(session.player, body, visit.address)
    return TableOpened(name, f"/t/{name}")


@OPERATIONS.post("/api/tables/{table}/leave", caller="player", limit="lobbies_per_minute")
async def leave_table(session: Session, table: str, tables: Tables) -> TableLeft:
    """Give up the player's seat at a table, and respond whether the table is closed."""
    room = await tables.room(table)
    closed = room is None or await room.withdraw(session.player)
    return TableLeft(closed)


@OPERATIONS.get("/api/tables/{table}/invitation")
async def invite(
    visit: Visit,
    session: Session | None,
    table: str,
    tables: Tables,
    listed: OpenTables,
    hosts: Hosts,
) -> Invitation:
    """Respond with the links and the room number of a table. Needs no session if everybody with the
    link may see the table. Refusals: 404 if there is no such table, 403 if the visitor may not see
    it (`may_look`)."""
    await _invited(tables, table, session)
    return invitation(table, hosts, listed.numbers, visit.request)


@OPERATIONS.get("/api/tables/{table}/invitation.svg", SVG, limit="invitations_per_minute")
async def draw_invitation(
    visit: Visit,
    session: Session | None,
    table: str,
    tables: Tables,
    hosts: Hosts,
    pool: WorkerPool,
) -> Response:
    """Respond with a link to a table as a QR code (SVG): the link in the query parameter `link`, by
    default the first one. Refusals: those of `invite`, and 404 for a link that is not the
    table's."""
    await _invited(tables, table, session)
    links = links_to(f"/t/{table}", hosts, visit.request)
    link = visit.request.query_params.get("link", links[0])
    if link not in links:
        raise ApiError(404, "no_link")
    picture = await visit.unless_gone(pool.do(draw_link, visit.asker(session), link))
    headers = {"Cache-Control": f"private, max-age={INVITATION_SECONDS}"}
    return Response(picture, headers=headers, media_type=f"{SVG}; charset=utf-8")


@OPERATIONS.post("/api/tables/{table}/number")
async def switch_number(
    visit: Visit,
    session: Session | None,
    table: str,
    body: SwitchNumber,
    tables: Tables,
    listed: OpenTables,
    hosts: Hosts,
) -> Invitation:
    """Switch the room number of a table on or off, and respond with its invitation. Refusals: those
    of `invite`, and 403 unless the player of the session is the table's host."""
    shown, me = await _invited(tables, table, session), player_id(session)
    if me is None or me != shown.host:
        raise ApiError(403, "not_host")
    listed.numbers.switch(table, body.on)
    return invitation(table, hosts, listed.numbers, visit.request)


@OPERATIONS.post("/api/numbers")
async def find_table(
    visit: Visit, body: RoomNumberAsked, limits: RateLimits, listed: OpenTables
) -> TableFound:
    """Respond with the table that a room number leads to. Refusals: 404 if there is none, 429 after
    too many attempts from the address."""
    await limits.guess(visit.address)
    table = listed.numbers.table(body.number)
    if table is None:
        limits.was_wrong(visit.address)
        raise ApiError(404, "no_number")
    return TableFound(table, f"/t/{table}")


async def _invited(tables: Tables, name: str, session: Session | None) -> Table:
    """The table with the id `name`, to which a visitor wants to invite others. Raises ApiError 404
    if there is no such table, and ApiError 403 if the visitor has no seat there and may not see it
    (`may_look`)."""
    table, me = await tables.shown(name), player_id(session)
    if (me is None or seat_of(table, me) is None) and not may_look(table, me):
        raise ApiError(403, "private")
    return table
