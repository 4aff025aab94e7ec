"""Handler of forks: deals played on in another way from one of their moments. The server stores
nothing about them."""

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from gongzhu.bots import LEVELS
from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.review.fork import Story
from gongzhu.rules import Deal, apply
from gongzhu.rules.legal import waiting
from gongzhu.server.bodies import AskFork, ForkAction
from gongzhu.server.context import ServerContext
from gongzhu.server.finished_deals import may_study
from gongzhu.server.problems import ApiError, json_of, language, read_body, reply
from gongzhu.server.work.choosing import redraw
from gongzhu.server.work.forks import level_of, show_fork
from gongzhu.server.work.queue import Asker
from gongzhu.texts import Lang
from gongzhu.view import view_of

LARGEST = 48 * 1024
"""The most bytes of a request, which may contain a record."""
PLACE = "fork"
"""What the log names as the table when bots choose for a fork."""


async def go_on(context: ServerContext, request: Request) -> Response:
    """POST /api/forks: play a deal on up to the next choice of the seat, or to its end."""
    context.spend(context.forks, request)
    asked = json_of(await read_body(request, LARGEST), AskFork)
    session = await context.who(request)
    player = None if session is None else session.player.id
    context.refuse_banned(request, player)
    _check(asked)
    source = await _source(context, asked, player)
    address = context.origins.address(request)
    going = _Going(context, source, language(request), Asker(player or "", address))
    return reply(await context.while_there(request, going.on(asked)))


def _check(asked: AskFork) -> None:
    if (asked.game == "") == (asked.record == ""):
        raise ApiError(422, "fork_origin")
    if asked.seat is None and asked.hidden == "redrawn":
        raise ApiError(422, "fork_open")
    for level in asked.levels:
        if level is not None and level not in LEVELS:
            raise ApiError(422, "fork_level", level=level, allowed=", ".join(LEVELS))


async def _source(context: ServerContext, asked: AskFork, player: str | None) -> bytes:
    """The encoded deals of the game that is asked about, or the record from the request."""
    if asked.record:
        return asked.record.encode()
    row, _ = await context.finished.game(asked.game)
    if not may_study(context.tables.listed, row, player):
        raise ApiError(403, "fork_not_yours")
    return await context.finished.of_game(asked.game)


class _Going:
    """One step of a fork, up to the next choice of the player's seat."""

    def __init__(self, context: ServerContext, source: bytes, lang: Lang, asker: Asker) -> None:
        self._context = context
        self._source = source
        self._lang = lang
        self._asker = asker

    async def on(self, asked: AskFork) -> bytes:
        """Carry out the step and return the `Fork` as JSON. Raises ApiError."""
        story = None
        if asked.hidden == "redrawn":
            deal, _ = await self._shown(asked, None)
            story = await self._redrawn(deal, asked)
        deal, shown = await self._shown(asked, story)
        if asked.seat is None:
            return shown
        chosen = await self._bots(deal, asked, asked.seat)
        if not chosen:
            return shown
        _, shown = await self._shown(replace(asked, actions=asked.actions + chosen), story)
        return shown

    async def _shown(self, asked: AskFork, story: Story | None) -> tuple[Deal, bytes]:
        pool = self._context.services.pool
        return await pool.do(show_fork, self._asker, self._source, asked, story, self._lang)

    async def _redrawn(self, deal: Deal, asked: AskFork) -> Story:
        assert asked.seat is not None
        view = view_of(deal, asked.seat)
        try:
            return await self._context.services.pool.do(redraw, self._asker, view, asked.seed)
        except ApiError as error:
            raise ApiError(503, "fork_failed", retry_after=3) from error

    async def _bots(self, deal: Deal, asked: AskFork, seat: Seat) -> tuple[ForkAction, ...]:
        """The actions of the bots until the seat must choose, or the deal is over."""
        chosen: list[ForkAction] = []
        while (turns := waiting(deal)) and seat not in turns:
            bot = turns[0]
            number = len(asked.actions) + len(chosen)
            choice = await self._context.services.bots.choose(
                view_of(deal, bot),
                level_of(asked, bot),
                child_seed(asked.seed, "fork", asked.ply, number),
                place=PLACE,
                asker=self._asker,
            )
            deal, _ = apply(deal, bot, choice.action)
            chosen.append(ForkAction(bot, choice.action))
        return tuple(chosen)
