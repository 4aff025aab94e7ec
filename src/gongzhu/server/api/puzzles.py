"""Handlers for the puzzles that a player has tried."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.bodies import TryPuzzles
from gongzhu.server.context import ServerContext
from gongzhu.server.problems import read_json, reply


async def show(context: ServerContext, request: Request) -> Response:
    """GET /api/me/puzzles: answer the player's tries at puzzles, with ratings and streaks."""
    context.spend(context.reads_of_history, request)
    session = await context.session(request)
    return reply(await context.puzzle_books.of(session.player.id))


async def try_(context: ServerContext, request: Request) -> Response:
    """POST /api/me/puzzles: count first tries at puzzles."""
    context.spend(context.reads_of_history, request)
    session = await context.session(request)
    tries = (await read_json(request, TryPuzzles)).tries
    return reply(await context.puzzle_books.add(session.player.id, tries))
