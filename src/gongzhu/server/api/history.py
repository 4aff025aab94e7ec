"""Handlers for a player's own games: lists, statistics, and all of them as a file."""

import re
from collections.abc import AsyncIterator, Sequence
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from gongzhu.server.api.me import account_of
from gongzhu.server.api.people import blocked_by
from gongzhu.server.bodies import MyGames, OwnData
from gongzhu.server.context import ServerContext
from gongzhu.server.games import game_brief
from gongzhu.server.listing import brief_of
from gongzhu.server.problems import ApiError, language, reply_tagged, tagged
from gongzhu.store.writes import LARGEST

JSON = "application/json"
PAGE = 20
"""The most finished games of a page."""

_PLACE = re.compile(r"[0-9]{1,19}-[0-9A-Za-z]{1,64}")
"""The form of `before`: a time in milliseconds, a hyphen and the id of a game."""


async def games(context: ServerContext, request: Request) -> Response:
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


async def statistics(context: ServerContext, request: Request) -> Response:
    """GET /api/me/statistics: answer the statistics of the player's finished games."""
    context.spend(context.reads_of_history, request)
    player = (await context.session(request)).player
    who = context.origins.address(request)
    telling = context.histories.told(player, language(request), who)
    return tagged(request, await context.while_there(request, telling), JSON)


async def jsonl(context: ServerContext, request: Request) -> Response:
    """GET /api/me/games.jsonl: answer all finished games of the player as lines of JSON."""
    return await _export(context, request, "jsonl", "application/x-ndjson")


async def text(context: ServerContext, request: Request) -> Response:
    """GET /api/me/games.txt: answer all finished games of the player as text."""
    return await _export(context, request, "txt", "text/plain")


async def _export(
    context: ServerContext, request: Request, form: Literal["jsonl", "txt"], kind: str
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


async def everything(context: ServerContext, request: Request) -> Response:
    """GET /api/me/export: answer all data that is kept about the player, as one JSON file."""
    context.spend(context.exports, request)
    session = await context.session(request)
    me = session.player.id
    own = OwnData(
        await account_of(context, session),
        blocked_by(context, me),
        await context.puzzle_books.of(me),
        await context.days.marks(me),
    )
    address = context.origins.address(request)
    games = await context.histories.export(session.player, "jsonl", address)
    if games is None:
        raise ApiError(429, "too_often")
    headers = {
        "Content-Disposition": 'attachment; filename="gongzhu-account.json"',
        "Cache-Control": "no-store",
    }
    reviews = context.histories.reviews(session.player, address)
    return StreamingResponse(_one_document(own, games, reviews), headers=headers, media_type=JSON)


async def _one_document(
    own: OwnData, games: AsyncIterator[str], reviews: AsyncIterator[tuple[str, Sequence[bytes]]]
) -> AsyncIterator[str]:
    """Yield the export in pieces: the account, then game by game, then review by review, so that
    only one of them is in memory at a time."""
    yield msgspec.json.encode(own).decode().removesuffix("}") + ',"games":['
    comma = ""
    async for records in games:
        yield comma + ",\n".join(records.splitlines())
        comma = ",\n"
    yield '],"reviews":['
    comma = ""
    async for game, deals in reviews:
        name = msgspec.json.encode(game).decode()
        told = ",\n".join(deal.decode() for deal in deals)
        yield f'{comma}{{"game":{name},"deals":[{told}]}}'
        comma = ",\n"
    yield "]}"
