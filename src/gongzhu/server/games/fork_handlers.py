"""The HTTP handler of forks. A fork is a finished deal that is continued differently from one of
its positions. The server stores nothing about forks."""

from msgspec.structs import replace

from gongzhu.bots import LEVELS
from gongzhu.dealing import child_seed
from gongzhu.review.fork import DealHistory
from gongzhu.rules import Deal, apply
from gongzhu.rules.legal import waiting
from gongzhu.server.edge.limits import Asker
from gongzhu.server.edge.operation import Operations
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.finished_deals import FinishedDeals, may_study
from gongzhu.server.games.fork_jobs import AskFork, Fork, ForkAction, level_of, show_fork
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit, player_id
from gongzhu.server.tables.open_tables import OpenTables
from gongzhu.server.work.bots import Bots
from gongzhu.server.work.choosing import redraw
from gongzhu.server.work.pool import WorkerPool
from gongzhu.texts import Lang
from gongzhu.view import view_of

OPERATIONS = Operations()

LARGEST = 48 * 1024
"""Largest size of a request in bytes. It may contain a record."""
PLACE = "fork"
"""Written to the log in place of a table's name when bots choose for a fork."""


@OPERATIONS.post("/api/forks", Fork, bans=True, most=LARGEST, limit="forks_per_minute")
async def fork(
    visit: Visit,
    session: Session | None,
    body: AskFork,
    finished: FinishedDeals,
    listed: OpenTables,
    pool: WorkerPool,
    bots: Bots,
) -> bytes:
    """Continue the deal until the player's seat must choose, or to its end. Respond with the
    `Fork`. Needs no session for a record, or a game that everybody may study. Refusals: 403 if the
    visitor may not study the game (`may_study`) or its deal is withheld, 404 if there is no such
    game or deal, 422 for a record, position, seat, level or action that is not possible, 503 if the
    hidden cards could not be redrawn."""
    _check(body)
    source = await _source(body, session, finished, listed)
    work = _play_on(body, source, visit.lang, visit.asker(session), pool, bots)
    return await visit.unless_gone(work)


async def _source(
    asked: AskFork, session: Session | None, finished: FinishedDeals, listed: OpenTables
) -> bytes:
    """The encoded deals of the game to fork, or the record in the request. Raises ApiError 403 if
    the visitor may not study the game (`may_study`), and the errors of `FinishedDeals.of_game`."""
    if asked.record:
        return asked.record.encode()
    row, _ = await finished.game(asked.game)
    if not may_study(row, listed.listing(row.table), player_id(session)):
        raise ApiError(403, "fork_not_yours")
    return await finished.of_game(asked.game)


def _check(asked: AskFork) -> None:
    """Raise ApiError 422 unless the request has exactly one of `game` and `record`, has a seat if
    hidden cards are to be redrawn, and names only known levels."""
    if (asked.game == "") == (asked.record == ""):
        raise ApiError(422, "fork_origin")
    if asked.seat is None and asked.hidden == "redrawn":
        raise ApiError(422, "fork_open")
    for level in asked.levels:
        if level is not None and level not in LEVELS:
            raise ApiError(422, "fork_level", level=level, allowed=", ".join(LEVELS))


async def _play_on(
    asked: AskFork, source: bytes, lang: Lang, asker: Asker, pool: WorkerPool, bots: Bots
) -> bytes:
    """Continue the deal until the player's seat must choose, and return the `Fork` as JSON.
    `source` has the encoded deals of the game, or the record in the request. `lang` is the language
    of error texts and names. The computing time is charged to `asker`. Raises ApiError."""

    async def shown(asked: AskFork, history: DealHistory | None) -> tuple[Deal, bytes]:
        return await pool.do(show_fork, asker, source, asked, history, lang)

    seat, history = asked.seat, None
    if asked.hidden == "redrawn":
        assert seat is not None
        deal, _ = await shown(asked, None)
        try:
            history = await pool.do(redraw, asker, view_of(deal, seat), asked.seed)
        except ApiError as error:
            raise ApiError(503, "fork_failed", retry_after=3) from error
    deal, fork = await shown(asked, history)
    chosen: list[ForkAction] = []
    while seat is not None and (turns := waiting(deal)) and seat not in turns:
        bot = turns[0]
        number = len(asked.actions) + len(chosen)
        choice = await bots.choose(
            view_of(deal, bot),
            level_of(asked, bot),
            child_seed(asked.seed, "fork", asked.ply, number),
            place=PLACE,
            asker=asker,
        )
        deal, _ = apply(deal, bot, choice.action)
        chosen.append(ForkAction(bot, choice.action))
    if chosen:
        _, fork = await shown(replace(asked, actions=(*asked.actions, *chosen)), history)
    return fork
