"""The deal of a day, in worlds that differ only in what an observer may not know of it: `master`
and somebody else have finished it, a player is in the middle of it, and others have not begun."""

from random import Random
from unittest.mock import patch

import msgspec
from msgspec import Struct

from gongzhu.bots import make_bot
from gongzhu.cards import Seat
from gongzhu.rules import PRESETS, Action
from gongzhu.server.calendar import day_of, written
from gongzhu.server.daily.bodies import DayOpened
from gongzhu.server.daily.dealer import PLAYER, PRESET, DayGame
from gongzhu.server.live.messages import AskHint, FromPlayer, Hello, Request
from gongzhu.table import Table
from gongzhu.view import view_of
from proof.secrecy.deals import Alike
from proof.secrecy.scene import encode
from tests.support.in_process import START, InProcess, Observer, Socket, in_process
from tests.support.scripted_bots import Chooses
from tests.support.virtual_time import VirtualLoop, run
from tests.support.worlds import World, questions

DAY = written(day_of(START))
PAGES = (
    "/daily",
    f"/daily/{DAY}",
    f"/daily/{DAY}/{{deal}}",
    "/api/daily",
    f"/api/daily/months/{DAY[:7]}",
    f"/api/daily/{DAY}/gongzhu",
    f"/api/daily/{DAY}/hearts",
    f"/api/daily/{DAY}/{{deal}}.evidence.jsonl",
    f"/api/daily/{DAY}/{{deal}}.master.jsonl",
    "/api/lobby",
    "/api/me",
    "/api/me/games",
    "/api/me/statistics",
    "/api/tables/{table}/deals/{number}",
    "/api/tables/{other}/deals/{number}",
    "/api/games/{game}",
    "/api/games/{game}.jsonl",
    "/api/games/{game}.evidence.jsonl",
    "/api/games/{game}/review",
)
"""All that is looked at while the day lasts. `other` is the table of the one who has finished, and
`game` what was played there."""
ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("/api/games/{game}/review", {}),
    ("/api/forks", {"deal": 1, "ply": 0}),
    ("/api/forks", {"deal": 1, "ply": 20, "seat": 0, "hidden": "redrawn", "seed": "1"}),
)
"""The requests made as if the day were over: for the review of a game, and to play it on."""


def day_transcripts(alike: Alike, world: World, seed: str) -> list[list[bytes]]:
    """All that everybody was sent: the one who is in the middle of the deal, the bots there, and a
    watcher and a stranger who have not begun. Those who must not tell the worlds apart are
    curious."""

    async def work(loop: VirtualLoop) -> list[list[bytes]]:
        with (
            patch("gongzhu.dealing.evidence.deal_hands", lambda *_: world.hands),
            # Bots choose when they are told.
            patch("gongzhu.server.live.bot_seats.beat_after", lambda *_: 0.0),
        ):
            async with in_process(loop, seed) as server:
                return await _Day(server, world, seed).play(alike.viewer)

    return run(work)


class _Try(Struct):
    """Somebody's try."""

    who: Observer
    table: str
    socket: Socket
    game: str = ""
    """That was played at it, once it is over."""


class _Day:
    """A day at a server of its own."""

    def __init__(self, server: InProcess, world: World, seed: str) -> None:
        self._server = server
        self._world = world
        self._rng = Random(f"{seed} curious")
        preset = next(name for name, each in PRESETS.items() if each.rules == world.rules)
        self._game: DayGame = "hearts" if preset == PRESET["hearts"] else "gongzhu"
        self._count = 0

    async def play(self, viewer: Seat | None) -> list[list[bytes]]:
        """Play the world; see `day_transcripts`."""
        server = self._server
        before, now = await server.person("Before"), await server.person("Now")
        watcher, stranger = await server.person("Watcher"), Observer("stranger")
        first = await self._begin(before)
        await self._finish(first)
        bots = [Observer(f"Bot {seat}") for seat in range(1, self._world.rules.players)]
        server.workers.heard = lambda seat, told: [now, *bots][seat].heard(told)
        told = [now, *bots, watcher, stranger]
        for each in told:
            each.transcript.clear()
        curious = [now] if viewer is not None else [watcher, stranger]
        for each in curious:
            await self._look(each, first, first, everything=True)
        mine = await self._begin(now)
        for seat, action in self._world.actions:
            for each in curious:
                if self._rng.random() < 0.2:
                    await self._look(each, mine, first)
                if viewer is not None and self._rng.random() < 0.2:
                    await self._try(mine)
            await self._act(mine, seat, action)
            await server.loop.advance(self._rng.random())
        for each in curious:
            await self._look(each, mine, first, everything=True)
        deal = self._truth(mine).deal
        assert deal == self._world.replay()[0], "the wire played the world"
        return [each.transcript.copy() for each in told]

    async def _begin(self, who: Observer) -> _Try:
        path = f"/api/daily/{DAY}/{self._game}"
        answer = await self._server.request(who, "POST", path)
        table = msgspec.json.decode(answer.body, type=DayOpened).table
        return _Try(who, table, await self._come(who, table))

    async def _come(self, who: Observer, table: str) -> Socket:
        socket = await self._server.socket(who, table)
        socket.put(encode(Hello()).decode())
        await self._server.loop.quiet()
        return socket

    async def _finish(self, one: _Try) -> None:
        """This player plays the deal to its end, and so do the bots."""
        while True:
            await self._server.loop.quiet()
            asked = [each for each in self._server.workers.workers if each.question is not None]
            for worker in asked:
                question = worker.question
                assert isinstance(question, Chooses)
                action = make_bot("steady").choose(question.view, Random(question.seed), 0)
                worker.answer(action)
            if asked:
                continue
            truth = self._truth(one)
            if truth.state.stage == "finished":
                break
            assert truth.deal is not None
            await self._act(one, PLAYER, view_of(truth.deal, PLAYER).legal_actions()[0])
        assert truth.state.game is not None
        one.game = truth.state.game
        await one.socket.close()
        await self._server.loop.advance(1)

    async def _act(self, one: _Try, seat: Seat, action: Action) -> None:
        if seat == PLAYER:
            await self._say(one, Request(self._id(), action))
        else:
            self._server.workers.answer(seat, action)
            await self._server.loop.quiet()

    async def _try(self, one: _Try) -> None:
        """Ask for what is refused, and come back."""
        deal = self._truth(one).deal
        assert deal is not None
        view = view_of(deal, PLAYER)
        wrong = [action for action in questions() if view.why_illegal(action)]
        for message in (AskHint(), self._rng.choice(wrong)):
            await self._say(one, Request(self._id(), message))
        await one.socket.close()
        one.socket = await self._come(one.who, one.table)

    async def _look(
        self, who: Observer, running: _Try, over: _Try, everything: bool = False
    ) -> None:
        values = {
            "deal": self._game,
            "table": running.table,
            "other": over.table,
            "number": day_of(START),
            "game": over.game,
        }
        # The figures count who has acted how often: the host's, of whom the others at a table know.
        pages = (*PAGES, "/metrics") if who is running.who else PAGES
        for path in pages if everything else self._rng.sample(pages, 4):
            await self._server.request(who, "GET", path.format(**values))
        path, asked = self._rng.choice(ASKED)
        body = {**asked, "game": values["game"]} if asked else None
        await self._server.request(who, "POST", path.format(**values), body)
        if who is not running.who:
            await (await self._come(who, running.table)).close()

    async def _say(self, one: _Try, message: FromPlayer) -> None:
        one.socket.put(encode(message).decode())
        await self._server.loop.quiet()

    def _truth(self, one: _Try) -> Table:
        table: Table = self._server.app.state.parts.tables.rooms.get(one.table).shown
        return table

    def _id(self) -> str:
        self._count += 1
        return f"{self._count}"
