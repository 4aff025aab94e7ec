"""Handlers for reviews of finished games and of files of records."""

import re
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.edge.operation import BYTES, Operation
from gongzhu.server.edge.problems import ApiError, language, read_body, reply, reply_tagged
from gongzhu.server.games.finished_deals import may_study
from gongzhu.server.games.handlers import LARGEST_FILE
from gongzhu.server.games.review_job import GameReview, ReviewJob
from gongzhu.server.games.reviews import PackedReview, names_in
from gongzhu.server.work.queue import Asker
from gongzhu.store import GameRow

if TYPE_CHECKING:
    from gongzhu.server.context import ServerContext


_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


async def show_review(context: "ServerContext", request: Request) -> Response:
    """GET /api/games/{game}/review: answer the review of a game as far as it is done."""
    context.spend(context.reads_of_reviews, request)
    row, asker = await _allowed(context, request)
    job = await _of_game(context, request, row, asker)
    return reply_tagged(request, await _told(context, request, job, names_in(row)))


async def begin_review(context: "ServerContext", request: Request) -> Response:
    """POST /api/games/{game}/review: begin or continue the review of a game."""
    context.spend(context.new_reviews, request)
    row, asker = await _allowed(context, request)
    context.refuse_banned(request, asker.account or None)
    job = await _of_game(context, request, row, asker)
    context.reviews.begin(job, asker)
    return reply(await _told(context, request, job, names_in(row)))


async def show_file_review(context: "ServerContext", request: Request) -> Response:
    """GET /api/reviews/{review}: answer the review of a file as far as it is done."""
    context.spend(context.reads_of_reviews, request)
    job = context.reviews.of_file(request.path_params["review"])
    return reply_tagged(request, await _told(context, request, job, None))


async def begin_file_review(context: "ServerContext", request: Request) -> Response:
    """POST /api/reviews: begin the review of a file of records."""
    context.spend(context.new_reviews, request)
    session = await context.who(request)
    account = "" if session is None else session.player.id
    context.refuse_banned(request, account or None)
    data = await read_body(request, LARGEST_FILE)
    asker = Asker(account, context.origins.address(request))
    work = context.reviews.file(data, language(request), asker)
    job = await context.while_there(request, work)
    return reply(await _told(context, request, job, None))


async def _allowed(context: "ServerContext", request: Request) -> tuple[GameRow, Asker]:
    """The game whose review is asked for, and who asks (address and account). Raises ApiError if
    they may not review it."""
    session = await context.who(request)
    row, _ = await context.finished.game(request.path_params["game"])
    player = None if session is None else session.player.id
    if not may_study(context.tables.listed, row, player):
        raise ApiError(403, "review_of_others")
    return row, Asker(player or "", context.origins.address(request))


async def _of_game(
    context: "ServerContext", request: Request, row: GameRow, asker: Asker
) -> ReviewJob:
    return await context.while_there(request, context.reviews.game(row, asker.address))


async def _told(
    context: "ServerContext", request: Request, job: ReviewJob, names: tuple[str, ...] | None
) -> PackedReview:
    place = max(1, _number(request, "from", 1)), _number(request, "have", 0)
    who = context.origins.address(request)
    work = context.reviews.tell(job, names, language(request), place, who)
    return await context.while_there(request, work)


def _number(request: Request, name: str, otherwise: int) -> int:
    """The number in a query parameter, or the default `otherwise`. Raises ApiError."""
    written = request.query_params.get(name)
    if written is None:
        return otherwise
    if _NUMBER.fullmatch(written) is None:
        raise ApiError(422, "bad_page")
    return int(written)


OPERATIONS = (
    Operation("GET", "/api/games/{game}/review", show_review, None, GameReview),
    Operation("POST", "/api/games/{game}/review", begin_review, None, GameReview),
    Operation("GET", "/api/reviews/{review}", show_file_review, None, GameReview),
    Operation("POST", "/api/reviews", begin_file_review, BYTES, GameReview),
)
