"""Handlers of requests about the deal of the day."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.daily.bodies import Daily, DailyMonth, DayDealTold, DayOpened
from gongzhu.server.edge.limits import block_of
from gongzhu.server.edge.operation import LINES, Operation
from gongzhu.server.edge.problems import language, reply
from gongzhu.store import PlayerRow

if TYPE_CHECKING:
    from gongzhu.server.context import ServerContext


async def show_days(context: "ServerContext", request: Request) -> Response:
    """GET /api/daily: answer today's deals and the player's streak."""
    context.spend(context.reads_of_history, request)
    return reply(await context.days.page(await _who(context, request), language(request)))


async def show_month(context: "ServerContext", request: Request) -> Response:
    """GET /api/daily/months/{month}: answer the player's tries of a month."""
    context.spend(context.reads_of_history, request)
    player = await _who(context, request)
    return reply(await context.days.month(player, request.path_params["month"]))


async def show_deal(context: "ServerContext", request: Request) -> Response:
    """GET /api/daily/{day}/{game}: answer one deal of a day, with results if they may be seen."""
    context.spend(context.reads_of_history, request)
    player = await _who(context, request)
    day, game = await context.days.find(request.path_params["day"], request.path_params["game"])
    return reply(await context.days.told(player, day, game, language(request)))


async def day_evidence(context: "ServerContext", request: Request) -> Response:
    """GET /api/daily/{day}/{game}.evidence.jsonl: answer the evidence of a past day's deal."""
    context.spend(context.reads_of_history, request)
    day, game = await context.days.find(request.path_params["day"], request.path_params["game"])
    return _file(request, "evidence", await context.days.evidence(day, game))


async def master_record(context: "ServerContext", request: Request) -> Response:
    """GET /api/daily/{day}/{game}.master.jsonl: answer the record of how `master` played a past
    day's deal."""
    context.spend(context.reads_of_history, request)
    day, game = await context.days.find(request.path_params["day"], request.path_params["game"])
    return _file(request, "master", await context.days.master(day, game))


def _file(request: Request, what: str, lines: str) -> Response:
    day, game = request.path_params["day"], request.path_params["game"]
    told = {"Content-Disposition": f'attachment; filename="daily-{day}-{game}.{what}.jsonl"'}
    return Response(lines, headers=told, media_type="application/x-ndjson; charset=utf-8")


async def begin_deal(context: "ServerContext", request: Request) -> Response:
    """POST /api/daily/{day}/{game}: open a table for the player's try at a deal, or answer the one
    that is open."""
    session = await context.session(request)
    context.refuse_banned(request, session.player.id)
    await context.spend_shared(context.new_tables, request)
    day, game = await context.days.find(request.path_params["day"], request.path_params["game"])
    here = context.origins.address(request)
    marks = context.marks.of(block_of(here) or here)
    table = await context.days.begin(session.player, day, game, marks)
    return reply(DayOpened(table, f"/t/{table}"))


async def _who(context: "ServerContext", request: Request) -> PlayerRow | None:
    session = await context.who(request)
    return None if session is None else session.player


OPERATIONS = (
    Operation("GET", "/api/daily", show_days, None, Daily),
    Operation("GET", "/api/daily/months/{month}", show_month, None, DailyMonth),
    Operation("GET", "/api/daily/{day}/{game}.evidence.jsonl", day_evidence, None, LINES),
    Operation("GET", "/api/daily/{day}/{game}.master.jsonl", master_record, None, LINES),
    Operation("GET", "/api/daily/{day}/{game}", show_deal, None, DayDealTold),
    Operation("POST", "/api/daily/{day}/{game}", begin_deal, None, DayOpened),
)
