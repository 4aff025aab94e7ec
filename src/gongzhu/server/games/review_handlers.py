"""HTTP handlers for reviews of finished games and of files of records."""

import re

from starlette.responses import Response

from gongzhu.server.edge.operation import Operation
from gongzhu.server.edge.problems import ApiError, reply, reply_tagged
from gongzhu.server.games.finished_deals import FinishedDeals, may_study
from gongzhu.server.games.handlers import LARGEST_FILE
from gongzhu.server.games.review_job import GameReview, ReviewJob
from gongzhu.server.games.reviews import PackedReview, Reviews, names_in
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit, player_id
from gongzhu.server.tables.open_tables import OpenTables
from gongzhu.store import GameRow

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


async def show_review(
    visit: Visit,
    session: Session | None,
    game: str,
    finished: FinishedDeals,
    listed: OpenTables,
    reviews: Reviews,
) -> Response:
    """GET /api/games/{game}/review: answer the review of a game as far as it is done."""
    row = await _allowed(session, game, finished, listed)
    job = await visit.unless_gone(reviews.game(row, visit.address))
    return reply_tagged(visit.request, await _told(visit, reviews, job, names_in(row)))


async def begin_review(
    visit: Visit,
    session: Session | None,
    game: str,
    finished: FinishedDeals,
    listed: OpenTables,
    reviews: Reviews,
) -> Response:
    """POST /api/games/{game}/review: begin or continue the review of a game."""
    row = await _allowed(session, game, finished, listed)
    job = await visit.unless_gone(reviews.game(row, visit.address))
    reviews.begin(job, visit.asker(session))
    return reply(await _told(visit, reviews, job, names_in(row)))


async def show_file_review(visit: Visit, review: str, reviews: Reviews) -> Response:
    """GET /api/reviews/{review}: answer the review of a file as far as it is done."""
    return reply_tagged(visit.request, await _told(visit, reviews, reviews.of_file(review), None))


async def begin_file_review(
    visit: Visit, session: Session | None, body: bytes, reviews: Reviews
) -> Response:
    """POST /api/reviews: begin the review of a file of records."""
    work = reviews.file(body, visit.lang, visit.asker(session))
    return reply(await _told(visit, reviews, await visit.unless_gone(work), None))


async def _allowed(
    session: Session | None, game: str, finished: FinishedDeals, listed: OpenTables
) -> GameRow:
    """The game whose review is asked for. Raises ApiError for those who may not review it."""
    row, _ = await finished.game(game)
    if not may_study(listed, row, player_id(session)):
        raise ApiError(403, "review_of_others")
    return row


async def _told(
    visit: Visit, reviews: Reviews, job: ReviewJob, names: tuple[str, ...] | None
) -> PackedReview:
    place = max(1, _number(visit, "from", 1)), _number(visit, "have", 0)
    return await visit.unless_gone(reviews.tell(job, names, visit.lang, place, visit.address))


def _number(visit: Visit, name: str, otherwise: int) -> int:
    """The number in the query parameter `name`, or the default `otherwise`. Raises ApiError."""
    written = visit.request.query_params.get(name)
    if written is None:
        return otherwise
    if _NUMBER.fullmatch(written) is None:
        raise ApiError(422, "bad_page")
    return int(written)


OPERATIONS = (
    Operation(
        "GET", "/api/games/{game}/review", show_review, GameReview, limit="reviews_per_minute"
    ),
    Operation(
        "POST",
        "/api/games/{game}/review",
        begin_review,
        GameReview,
        bans=True,
        limit="new_reviews_per_minute",
    ),
    Operation(
        "GET", "/api/reviews/{review}", show_file_review, GameReview, limit="reviews_per_minute"
    ),
    Operation(
        "POST",
        "/api/reviews",
        begin_file_review,
        GameReview,
        bans=True,
        most=LARGEST_FILE,
        limit="new_reviews_per_minute",
    ),
)
