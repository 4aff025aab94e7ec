"""Handlers that show finished games, give them as files, and show records from a file."""

import re
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.edge.operation import BYTES, LINES, TEXT, Operation
from gongzhu.server.edge.problems import (
    ApiError,
    language,
    read_body,
    reply,
    reply_tagged,
    tagged,
)
from gongzhu.server.games.files import FileForm, read_file
from gongzhu.server.games.pages import PAGE
from gongzhu.server.games.sheets import DealSheet, GameSheet

if TYPE_CHECKING:
    from gongzhu.server.context import ServerContext


async def show_deal(context: "ServerContext", request: Request) -> Response:
    """GET /api/tables/{table}/deals/{count}: answer a finished deal of an open table."""
    name, count = request.path_params["table"], request.path_params["count"]
    session = await context.who(request)
    table = await context.tables.shown(name)
    listing = context.tables.listed.listing(name)
    if table is None or listing is None:
        raise ApiError(404, "no_table")
    if listing.access != "public" and (session is None or session.player.id not in listing.sat):
        raise ApiError(403, "private")
    for deal in table.finished:
        if deal.evidence.deal == count:
            who = context.origins.address(request)
            sheet = context.sheets.deal(table, deal, language(request), who)
            return reply(await context.while_there(request, sheet))
    raise ApiError(404, "no_deal")


LARGEST_FILE = 1024 * 1024
_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


async def show_game(context: "ServerContext", request: Request) -> Response:
    """GET /api/games/{game}: answer a range of the deals of a finished game."""
    context.spend(context.reads_of_games, request)
    first = _number(request, "from", 1)
    last = min(_number(request, "to", first + PAGE - 1), first + PAGE - 1)
    if last < first:
        raise ApiError(404, "no_deals")
    game, who = request.path_params["game"], context.origins.address(request)
    sheet = context.sheets.game(game, first, last, language(request), who)
    return reply_tagged(request, await context.while_there(request, sheet))


def _number(request: Request, name: str, otherwise: int) -> int:
    """The number of a deal in a query parameter, or the default `otherwise`. Raises ApiError."""
    written = request.query_params.get(name)
    if written is None:
        return otherwise
    if _NUMBER.fullmatch(written) is None:
        raise ApiError(404, "no_deals")
    return int(written)


async def game_jsonl(context: "ServerContext", request: Request) -> Response:
    """GET /api/games/{game}.jsonl: answer the records of a game as lines of JSON."""
    return await _file(context, request, "jsonl", "application/x-ndjson")


async def game_text(context: "ServerContext", request: Request) -> Response:
    """GET /api/games/{game}.txt: answer the records of a game as text."""
    return await _file(context, request, "txt", "text/plain")


async def game_evidence(context: "ServerContext", request: Request) -> Response:
    """GET /api/games/{game}.evidence.jsonl: answer the evidence of a game's deals."""
    return await _file(context, request, "evidence.jsonl", "application/x-ndjson")


async def _file(context: "ServerContext", request: Request, form: FileForm, kind: str) -> Response:
    """Answer a finished game as a file to download."""
    context.spend(context.reads_of_games, request)
    game = request.path_params["game"]
    file = context.sheets.file(game, form, context.origins.address(request))
    told = {"Content-Disposition": f'attachment; filename="gongzhu-{game}.{form}"'}
    data = await context.while_there(request, file)
    return tagged(request, data, f"{kind}; charset=utf-8", **told)


async def read_records(context: "ServerContext", request: Request) -> Response:
    """POST /api/records: answer the deals in a file of records, if it verifies."""
    context.spend(context.records, request)
    data = await read_body(request, LARGEST_FILE)
    sheet = await context.work(request, read_file, data, language(request))
    return reply(sheet)


# The first path that matches is used, so the files of a game come before the game itself.
OPERATIONS = (
    Operation("GET", "/api/tables/{table}/deals/{count:number}", show_deal, None, DealSheet),
    Operation("GET", "/api/games/{game}.evidence.jsonl", game_evidence, None, LINES),
    Operation("GET", "/api/games/{game}.jsonl", game_jsonl, None, LINES),
    Operation("GET", "/api/games/{game}.txt", game_text, None, TEXT),
    Operation("GET", "/api/games/{game}", show_game, None, GameSheet),
    Operation("POST", "/api/records", read_records, BYTES, GameSheet),
)
