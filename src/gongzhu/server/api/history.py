"""A player's own games: lists, statistics, and all of them as a file."""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from gongzhu.records import DealRecord, write_jsonl, write_text
from gongzhu.review.loss_table import loss_reports
from gongzhu.rules import options_of
from gongzhu.server.api.me import account_of
from gongzhu.server.api.people import blocked_by
from gongzhu.server.bodies import MyGames, MyStatistics, OwnData
from gongzhu.server.context import ServerContext
from gongzhu.server.games import game_brief
from gongzhu.server.listing import brief_of
from gongzhu.server.problems import ApiError, language, reply_tagged
from gongzhu.stats import RuleSetReport, report
from gongzhu.store.writes import LARGEST
from gongzhu.texts import Lang, say

JSON = "application/json"
PAGE = 20
"""Finished games of a page."""

_PLACE = re.compile(r"[0-9]{1,19}-[0-9A-Za-z]{1,64}")
"""A time in milliseconds and the id of a game."""

Write = Callable[[Iterable[DealRecord]], Iterator[str]]


async def games(context: ServerContext, request: Request) -> Response:
    """GET /api/me/games."""
    context.spend(context.reads_of_history, request)
    player = (await context.session(request)).player
    lang = language(request)
    before = _cursor(request.query_params.get("before"))
    found = await context.store.games_of(player.id, PAGE + 1, before)
    page = found[:PAGE]
    listings = context.registry.listings()
    now = context.clock()
    running = [
        brief_of(name, item, player.id, lang)
        for name, item in listings.items()
        if player.id in item.players and not item.of_day
    ]
    return reply_tagged(
        request,
        MyGames(
            running=tuple(running),
            games=tuple(game_brief(row, player.id, player.name, lang, now) for row in page),
            count=await context.store.count_played(player.id),
            next=f"{page[-1].finished_ms}-{page[-1].id}" if len(found) > PAGE else None,
        ),
    )


def _cursor(written: str | None) -> tuple[int, str] | None:
    """The place that `before` names. Raises ApiError."""
    if not written:
        return None
    at, _, game = written.partition("-")
    if _PLACE.fullmatch(written) is None or int(at) > LARGEST:
        raise ApiError(422, "bad_page")
    return int(at), game


async def statistics(context: ServerContext, request: Request) -> Response:
    """GET /api/me/statistics."""
    context.spend(context.reads_of_history, request)
    player = (await context.session(request)).player
    history = await context.histories.of(player)
    reports = report(history.statistics)
    lang = language(request)
    titles = {
        one.key: say(f"rules.preset.{one.preset}.title", lang)
        if one.preset
        else _own_title(one, number, lang)
        for family in reports
        for number, one in enumerate(family.rule_sets, start=1)
    }
    differences = {
        one.key: tuple(
            options_of(family.family)[key].explain(value, lang)
            for key, value in one.changes.items()
        )
        for family in reports
        for one in family.rule_sets
        if one.base
    }
    return reply_tagged(
        request,
        MyStatistics(
            reports,
            titles,
            differences,
            history.outcomes,
            loss_reports(history.reviewed),
            history.pending,
            history.left_out,
        ),
    )


def _own_title(one: RuleSetReport, number: int, lang: Lang) -> str:
    """The title of own rules; several are told apart by their number."""
    base = say(f"rules.preset.{one.base}.title", lang)
    return say("server.own_rules_like", lang, base=base, number=number)


async def jsonl(context: ServerContext, request: Request) -> Response:
    """GET /api/me/games.jsonl."""
    return await _export(context, request, write_jsonl, "jsonl", "application/x-ndjson")


async def text(context: ServerContext, request: Request) -> Response:
    """GET /api/me/games.txt."""
    return await _export(context, request, write_text, "txt", "text/plain")


async def _export(
    context: ServerContext, request: Request, write: Write, form: str, kind: str
) -> Response:
    context.spend(context.exports, request)
    player = (await context.session(request)).player
    games = await context.histories.export(player)
    if games is None:
        raise ApiError(429, "too_often")
    headers = {
        "Content-Disposition": f'attachment; filename="gongzhu-games.{form}"',
        "Cache-Control": "no-store",
    }
    return StreamingResponse(
        _written(games, write), headers=headers, media_type=f"{kind}; charset=utf-8"
    )


async def everything(context: ServerContext, request: Request) -> Response:
    """GET /api/me/export."""
    context.spend(context.exports, request)
    session = await context.session(request)
    me = session.player.id
    own = OwnData(
        await account_of(context, session),
        blocked_by(context, me),
        await context.puzzle_books.of(me),
        await context.days.marks(me),
    )
    games = await context.histories.export(session.player)
    if games is None:
        raise ApiError(429, "too_often")
    headers = {
        "Content-Disposition": 'attachment; filename="gongzhu-account.json"',
        "Cache-Control": "no-store",
    }
    reviews = context.histories.reviews(session.player)
    return StreamingResponse(_one_document(own, games, reviews), headers=headers, media_type=JSON)


async def _one_document(
    own: OwnData,
    games: AsyncIterator[Sequence[DealRecord]],
    reviews: AsyncIterator[tuple[str, Sequence[bytes]]],
) -> AsyncIterator[str]:
    """The account, and then one game after the other, and one review: no more than one is in
    memory."""
    yield msgspec.json.encode(own).decode().removesuffix("}") + ',"games":['
    comma = ""
    async for records in games:
        lines = [line.strip() for line in "".join(write_jsonl(records)).splitlines()]
        yield comma + ",\n".join(lines)
        comma = ",\n"
    yield '],"reviews":['
    comma = ""
    async for game, deals in reviews:
        name = msgspec.json.encode(game).decode()
        told = ",\n".join(deal.decode() for deal in deals)
        yield f'{comma}{{"game":{name},"deals":[{told}]}}'
        comma = ",\n"
    yield "]}"


async def _written(games: AsyncIterator[Sequence[DealRecord]], write: Write) -> AsyncIterator[str]:
    """One game after the other: no more than one is in memory."""
    before: list[DealRecord] = []
    async for records in games:
        # In the text form what holds on from the deal before is left out.
        chunks = list(write([*before, *records]))
        yield "".join(chunks[len(before) :])
        before = [records[-1]]
