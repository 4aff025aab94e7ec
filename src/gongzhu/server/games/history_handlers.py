"""HTTP handlers for a player's own games: a list, statistics, and all games as one file."""

import re
from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from starlette.responses import Response

from gongzhu.server.edge.operation import LINES, TEXT, Operations
from gongzhu.server.edge.problems import ApiError, download, reply_tagged, tagged
from gongzhu.server.games.history import Histories
from gongzhu.server.games.history_jobs import MyStatistics
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit
from gongzhu.server.live.finished_game import GameBrief, game_briefs
from gongzhu.server.live.summary import TableBrief, brief_of
from gongzhu.server.tables.open_tables import OpenTables
from gongzhu.store import Store
from gongzhu.store.writes import LARGEST

OPERATIONS = Operations()


class MyGames(Struct, frozen=True):
    """GET /api/me/games?lang=&before=: the open tables at which the player has a seat, and a page
    of the player's finished games. The response has an ETag."""

    running: tuple[TableBrief, ...]
    games: tuple[GameBrief, ...]
    """The finished games of this page, the newest first."""
    count: int
    """Number of all finished games of the player."""
    next: str | None = None
    """The value of `before` for the next page, or None if this is the last page."""


PAGE = 20
"""Largest number of finished games in a page."""
_PLACE = re.compile(r"[0-9]{1,19}-[0-9A-Za-z]{1,64}")
"""The syntax of `before`: a time in milliseconds since 1970, a hyphen, and the id of a game."""


@OPERATIONS.get("/api/me/games", MyGames, caller="player", limit="histories_per_minute")
async def my_games(
    visit: Visit, session: Session, store: Store, listed: OpenTables, clock: Callable[[], int]
) -> Response:
    """Respond with the player's open tables and a page of finished games. Refusal: 422 for a
    malformed `before`."""
    me, lang = session.player.id, visit.lang
    before = _cursor(visit.request.query_params.get("before"))
    found = await store.games_of(me, PAGE + 1, before)
    page = found[:PAGE]
    running = [
        brief_of(name, item, me, lang) for name, item in listed.of(me).items() if item.is_of(me)
    ]
    return reply_tagged(
        visit.request,
        MyGames(
            running=tuple(running),
            games=await game_briefs(page, me, lang, store, clock()),
            count=await store.count_played(me),
            next=f"{page[-1].finished_ms}-{page[-1].id}" if len(found) > PAGE else None,
        ),
    )


def _cursor(written: str | None) -> tuple[int, str] | None:
    """Parse the query parameter `before` into a time (milliseconds since 1970) and the id of a
    game, or None if it is missing. Raises ApiError 422."""
    if not written:
        return None
    at, _, game = written.partition("-")
    if _PLACE.fullmatch(written) is None or int(at) > LARGEST:
        raise ApiError(422, "bad_page")
    return int(at), game


@OPERATIONS.get("/api/me/statistics", MyStatistics, caller="player", limit="histories_per_minute")
async def my_statistics(visit: Visit, session: Session, histories: Histories) -> Response:
    """Respond with the statistics of the player's finished games."""
    work = histories.told(session.player, visit.lang, visit.address)
    return tagged(visit.request, await visit.unless_gone(work), "application/json")


@OPERATIONS.get("/api/me/games.jsonl", LINES, caller="player", limit="exports_per_minute")
async def my_games_jsonl(visit: Visit, session: Session, histories: Histories) -> Response:
    """Respond with all finished games of the player as a file of JSON lines. Refusal: 429 while
    another export of the player runs."""
    return await _export(visit, session, histories, "jsonl", LINES)


@OPERATIONS.get("/api/me/games.txt", TEXT, caller="player", limit="exports_per_minute")
async def my_games_text(visit: Visit, session: Session, histories: Histories) -> Response:
    """Respond with all finished games of the player as a text file. Refusal: 429 while another
    export of the player runs."""
    return await _export(visit, session, histories, "txt", TEXT)


async def _export(
    visit: Visit, session: Session, histories: Histories, form: Literal["jsonl", "txt"], kind: str
) -> Response:
    games = await histories.export(session.player, form, visit.address)
    return download(f"gongzhu-games.{form}", games, kind)
