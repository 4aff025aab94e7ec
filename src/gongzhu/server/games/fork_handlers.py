"""The HTTP handler of forks. A fork is a finished deal that is continued differently from one of
its positions. The server stores nothing about forks."""

from msgspec.structs import replace

from gongzhu.bots import LEVELS
from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.review.fork import Story
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
    `Fork`. Refusals: 403 if the player may not study the game or its deal is withheld, 404 if there
    is no such game or deal, 422 for a record, position, seat, level or action that is not possible,
    503 if the hidden cards could not be redrawn."""
    _check(body)
    source = await _source(body, session, finished, listed)
    going = _Going(pool, bots, source, visit.lang, visit.asker(session))
    return await visit.unless_gone(going.on(body))


async def _source(
    asked: AskFork, session: Session | None, finished: FinishedDeals, listed: OpenTables
) -> bytes:
    """The encoded deals of the game to fork, or the record in the request. Raises ApiError 403 if
    the player may not study the game."""
    if asked.record:
        return asked.record.encode()
    row, _ = await finished.game(asked.game)
    if not may_study(listed, row, player_id(session)):
        raise ApiError(403, "fork_not_yours")
    return await finished.of_game(asked.game)


def _check(asked: AskFork) -> None:
    """Raise ApiError 422 if the request contradicts itself, or names an unknown level."""
    if (asked.game == "") == (asked.record == ""):
        raise ApiError(422, "fork_origin")
    if asked.seat is None and asked.hidden == "redrawn":
        raise ApiError(422, "fork_open")
    for level in asked.levels:
        if level is not None and level not in LEVELS:
            raise ApiError(422, "fork_level", level=level, allowed=", ".join(LEVELS))


class _Going:
    """Carries out one request for a fork, by workers and bots."""

    def __init__(
        self, pool: WorkerPool, bots: Bots, source: bytes, lang: Lang, asker: Asker
    ) -> None:
        """`source` has the encoded deals of the game, or the record in the request. `lang` is the
        language of error texts and names. Computing time is charged to `asker`."""
        self._pool = pool
        self._bots = bots
        self._source = source
        self._lang = lang
        self._asker = asker

    async def on(self, asked: AskFork) -> bytes:
        """Continue the deal as requested, and return the `Fork` as JSON. Raises ApiError."""
        story = None
        if asked.hidden == "redrawn":
            deal, _ = await self._shown(asked, None)
            story = await self._redrawn(deal, asked)
        deal, shown = await self._shown(asked, story)
        if asked.seat is None:
            return shown
        chosen = await self._until_seat(deal, asked, asked.seat)
        if not chosen:
            return shown
        _, shown = await self._shown(replace(asked, actions=asked.actions + chosen), story)
        return shown

    async def _shown(self, asked: AskFork, story: Story | None) -> tuple[Deal, bytes]:
        """The deal with the fork's actions, and the `Fork` as JSON, from a worker."""
        return await self._pool.do(show_fork, self._asker, self._source, asked, story, self._lang)

    async def _redrawn(self, deal: Deal, asked: AskFork) -> Story:
        """The deal with its hidden cards dealt again. Raises ApiError 503 if a worker could not do
        it."""
        assert asked.seat is not None
        view = view_of(deal, asked.seat)
        try:
            return await self._pool.do(redraw, self._asker, view, asked.seed)
        except ApiError as error:
            raise ApiError(503, "fork_failed", retry_after=3) from error

    async def _until_seat(self, deal: Deal, asked: AskFork, seat: Seat) -> tuple[ForkAction, ...]:
        """The actions of the bots until `seat` must choose or the deal is over, in order."""
        chosen: list[ForkAction] = []
        while (turns := waiting(deal)) and seat not in turns:
            bot = turns[0]
            number = len(asked.actions) + len(chosen)
            choice = await self._bots.choose(
                view_of(deal, bot),
                level_of(asked, bot),
                child_seed(asked.seed, "fork", asked.ply, number),
                place=PLACE,
                asker=self._asker,
            )
            deal, _ = apply(deal, bot, choice.action)
            chosen.append(ForkAction(bot, choice.action))
        return tuple(chosen)
