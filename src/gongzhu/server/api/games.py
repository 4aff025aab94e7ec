"""Finished games to look at and to take away, and records from elsewhere to look at."""

import re

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.context import ServerContext
from gongzhu.server.problems import ApiError, language, read_body, reply, reply_tagged, tagged
from gongzhu.server.sheets import PAGE
from gongzhu.server.work.files import FileForm, read_file

LARGEST_FILE = 1024 * 1024
_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


async def show(context: ServerContext, request: Request) -> Response:
    """GET /api/games/{game}."""
    context.spend(context.reads_of_games, request)
    first = _number(request, "from", 1)
    last = min(_number(request, "to", first + PAGE - 1), first + PAGE - 1)
    if last < first:
        raise ApiError(404, "no_deals")
    game, who = request.path_params["game"], context.origins.address(request)
    sheet = context.sheets.game(game, first, last, language(request), who)
    return reply_tagged(request, await context.while_there(request, sheet))


def _number(request: Request, name: str, otherwise: int) -> int:
    """The number of a deal in the address. Raises ApiError."""
    written = request.query_params.get(name)
    if written is None:
        return otherwise
    if _NUMBER.fullmatch(written) is None:
        raise ApiError(404, "no_deals")
    return int(written)


async def jsonl(context: ServerContext, request: Request) -> Response:
    """GET /api/games/{game}.jsonl."""
    return await _file(context, request, "jsonl", "application/x-ndjson")


async def text(context: ServerContext, request: Request) -> Response:
    """GET /api/games/{game}.txt."""
    return await _file(context, request, "txt", "text/plain")


async def evidence(context: ServerContext, request: Request) -> Response:
    """GET /api/games/{game}.evidence.jsonl."""
    return await _file(context, request, "evidence.jsonl", "application/x-ndjson")


async def _file(context: ServerContext, request: Request, form: FileForm, kind: str) -> Response:
    """A game as a file to be kept."""
    context.spend(context.reads_of_games, request)
    game = request.path_params["game"]
    file = context.sheets.file(game, form, context.origins.address(request))
    told = {"Content-Disposition": f'attachment; filename="gongzhu-{game}.{form}"'}
    data = await context.while_there(request, file)
    return tagged(request, data, f"{kind}; charset=utf-8", **told)


async def read(context: ServerContext, request: Request) -> Response:
    """POST /api/records."""
    context.spend(context.records, request)
    data = await read_body(request, LARGEST_FILE)
    sheet = await context.work(request, read_file, data, language(request))
    return reply(sheet)
