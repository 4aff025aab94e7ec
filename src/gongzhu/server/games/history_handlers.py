"""Handlers for a player's own games: lists, statistics, and all of them as a file."""

import re
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from gongzhu.server.edge.operation import LINES, TEXT, Operation
from gongzhu.server.edge.problems import ApiError, language, reply_tagged, tagged
from gongzhu.server.games.history_jobs import MyStatistics
from gongzhu.server.live.finished_game import GameBrief, game_brief
from gongzhu.server.live.summary import TableBrief, brief_of
from gongzhu.store.writes import LARGEST

if TYPE_CHECKING:
    from gongzhu.server.context import ServerContext


class MyGames(Struct, frozen=True):
    """GET /api/me/games?lang=&before=: the open tables at which the player has a seat, and a page
    of the player's finished games. Answers with an ETag."""

    running: tuple[TableBrief, ...]
    games: tuple[GameBrief, ...]
    """Finished games of this page, newest first."""
    count: int
    """Number of all finished games of the player."""
    next: str | None = None
    """The value of `before` for the next page, or None if this is the last page."""


JSON = "application/json"
PAGE = 20
"""The most finished games of a page."""
_PLACE = re.compile(r"[0-9]{1,19}-[0-9A-Za-z]{1,64}")
"""The form of `before`: a time in milliseconds, a hyphen and the id of a game."""


async def my_games(context: "ServerContext", request: Request) -> Response:
    """GET /api/me/games: answer the player's open tables and a page of finished games."""
    context.spend(context.reads_of_history, request)
    player = (await context.session(request)).player
    lang = language(request)
    before = _cursor(request.query_params.get("before"))
    found = await context.store.games_of(player.id, PAGE + 1, before)
    page = found[:PAGE]
    now = context.clock()
    running = [
        brief_of(name, item, player.id, lang)
        for name, item in context.tables.listed.of(player.id).items()
        if item.is_of(player.id)
    ]
    return reply_tagged(
        request,
        MyGames(
            running=tuple(running),
            games=tuple(game_brief(row, player.id, lang, now) for row in page),
            count=await context.store.count_played(player.id),
            next=f"{page[-1].finished_ms}-{page[-1].id}" if len(found) > PAGE else None,
        ),
    )


def _cursor(written: str | None) -> tuple[int, str] | None:
    """Parse the parameter `before` into a time in milliseconds and the id of a game; None if it is
    missing. Raises ApiError."""
    if not written:
        return None
    at, _, game = written.partition("-")
    if _PLACE.fullmatch(written) is None or int(at) > LARGEST:
        raise ApiError(422, "bad_page")
    return int(at), game


async def my_statistics(context: "ServerContext", request: Request) -> Response:
    """GET /api/me/statistics: answer the statistics of the player's finished games."""
    context.spend(context.reads_of_history, request)
    player = (await context.session(request)).player
    who = context.origins.address(request)
    telling = context.histories.told(player, language(request), who)
    return tagged(request, await context.while_there(request, telling), JSON)


async def my_games_jsonl(context: "ServerContext", request: Request) -> Response:
    """GET /api/me/games.jsonl: answer all finished games of the player as lines of JSON."""
    return await _export(context, request, "jsonl", "application/x-ndjson")


async def my_games_text(context: "ServerContext", request: Request) -> Response:
    """GET /api/me/games.txt: answer all finished games of the player as text."""
    return await _export(context, request, "txt", "text/plain")


async def _export(
    context: "ServerContext", request: Request, form: Literal["jsonl", "txt"], kind: str
) -> Response:
    context.spend(context.exports, request)
    player = (await context.session(request)).player
    games = await context.histories.export(player, form, context.origins.address(request))
    if games is None:
        raise ApiError(429, "too_often")
    headers = {
        "Content-Disposition": f'attachment; filename="gongzhu-games.{form}"',
        "Cache-Control": "no-store",
    }
    return StreamingResponse(games, headers=headers, media_type=f"{kind}; charset=utf-8")


OPERATIONS = (
    Operation("GET", "/api/me/games", my_games, None, MyGames),
    Operation("GET", "/api/me/games.jsonl", my_games_jsonl, None, LINES),
    Operation("GET", "/api/me/games.txt", my_games_text, None, TEXT),
    Operation("GET", "/api/me/statistics", my_statistics, None, MyStatistics),
)
