"""HTTP handlers for reviews of finished games and of uploaded records."""

from starlette.responses import Response

from gongzhu.server.edge.operation import Operations
from gongzhu.server.edge.problems import ApiError, reply_tagged
from gongzhu.server.games.finished_deals import FinishedDeals, may_study
from gongzhu.server.games.handlers import LARGEST_FILE
from gongzhu.server.games.review_job import GameReview, ReviewJob
from gongzhu.server.games.reviews import Reviews
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit, player_id
from gongzhu.server.live.finished_game import read_kept
from gongzhu.server.tables.open_tables import OpenTables
from gongzhu.store import GameRow

OPERATIONS = Operations()


@OPERATIONS.get("/api/games/{game}/review", GameReview, limit="reviews_per_minute")
async def show_review(
    visit: Visit,
    session: Session | None,
    game: str,
    finished: FinishedDeals,
    listed: OpenTables,
    reviews: Reviews,
) -> Response:
    """Respond with the review of a game as far as it is done. Refusals: 404 for an unknown game,
    403 if the deal is withheld (`FinishedDeals`) or the visitor may not study the game
    (`may_study`), as most visitors without a session may not."""
    row = await _allowed(session, game, finished, listed)
    job = await visit.unless_gone(reviews.game(row, visit.address))
    return reply_tagged(visit.request, await _told(visit, reviews, job, read_kept(row).names))


@OPERATIONS.post("/api/games/{game}/review", bans=True, limit="new_reviews_per_minute")
async def begin_review(
    visit: Visit,
    session: Session | None,
    game: str,
    finished: FinishedDeals,
    listed: OpenTables,
    reviews: Reviews,
) -> GameReview:
    """Start or continue the review of a game, and respond with it as far as it is done. Refusals:
    those of `show_review`, and 429 if the account or address has another review under way."""
    row = await _allowed(session, game, finished, listed)
    job = await visit.unless_gone(reviews.game(row, visit.address))
    reviews.begin(job, visit.asker(session))
    return await _told(visit, reviews, job, read_kept(row).names)


@OPERATIONS.get("/api/reviews/{review}", GameReview, limit="reviews_per_minute")
async def show_file_review(visit: Visit, review: str, reviews: Reviews) -> Response:
    """Respond with the review of an uploaded file as far as it is done. Refusal: 404 if there is no
    such review, or no longer."""
    return reply_tagged(visit.request, await _told(visit, reviews, reviews.of_file(review), None))


@OPERATIONS.post("/api/reviews", bans=True, most=LARGEST_FILE, limit="new_reviews_per_minute")
async def begin_file_review(
    visit: Visit, session: Session | None, body: bytes, reviews: Reviews
) -> GameReview:
    """Start the review of the records in an uploaded file (`body`), and respond with its first
    state. Needs no session. Refusals: 422 for a faulty file, 429 if the account or address has
    another review under way."""
    work = reviews.file(body, visit.lang, visit.asker(session))
    return await _told(visit, reviews, await visit.unless_gone(work), None)


async def _allowed(
    session: Session | None, game: str, finished: FinishedDeals, listed: OpenTables
) -> GameRow:
    """The game whose review is requested. Raises ApiError 403 if the visitor may not study it, and
    the errors of `FinishedDeals.game`."""
    row, _ = await finished.game(game)
    if not may_study(row, listed.listing(row.table), player_id(session)):
        raise ApiError(403, "review_of_others")
    return row


async def _told(
    visit: Visit, reviews: Reviews, job: ReviewJob, names: tuple[str, ...] | None
) -> GameReview:
    """The requested part of a review, in the visitor's language. `names` are the players' names by
    seat, or None for those in the records."""
    wrong = ApiError(404, "no_deals")
    place = max(1, visit.number("from", 1, wrong)), visit.number("have", 0, wrong)
    return await visit.unless_gone(reviews.tell(job, names, visit.lang, place, visit.address))
