"""The deal of a day, in worlds that differ only in what an observer may not know of it: `master`
and somebody else have finished it, a player is in the middle of it, and others have not begun."""

from random import Random
from unittest.mock import patch

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots import make_bot
from gongzhu.cards import Seat
from gongzhu.rules import PRESETS, Action, Deal
from gongzhu.server.calendar import day_of, written
from gongzhu.server.daily.bodies import DayOpened
from gongzhu.server.daily.dealer import PLAYER, PRESET, DayGame
from gongzhu.server.live.messages import AskHint, FromPlayer, Hello, Request
from gongzhu.table import Table
from gongzhu.view import view_of
from proof.secrecy.deals import SEALED, Alike
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

    return at_server_of_its_own(Day, alike, world, seed)


def at_server_of_its_own(
    scene: type["Day"], alike: Alike, world: World, seed: str
) -> list[list[bytes]]:
    """All that everybody was sent in a scene."""

    async def work(loop: VirtualLoop) -> list[list[bytes]]:
        with (
            patch("gongzhu.dealing.evidence.deal_hands", lambda *_: world.hands),
            # Bots choose when they are told.
            patch("gongzhu.server.live.bot_seats.beat_after", lambda *_: 0.0),
        ):
            async with in_process(loop, seed) as server:
                return await scene(server, world, seed).play(alike.viewer)

    return run(work)


def _seen(deal: Deal) -> Deal:
    """The deal without choices that are still sealed: bots give theirs all together."""
    if deal.public.phase not in SEALED:
        return deal
    return replace(deal, own=tuple(replace(own, passed=None, exposures=None) for own in deal.own))


class Try(Struct):
    """Somebody's try at the deal."""

    who: Observer
    table: str
    socket: Socket
    game: str = ""
    """That was played at it, once it is over."""


class Day:
    """A day at a server of its own."""

    pages: tuple[str, ...] = PAGES
    asked = ASKED
    seat = PLAYER
    """The seat of the one who is in the middle of the deal."""

    def __init__(self, server: InProcess, world: World, seed: str) -> None:
        self.server = server
        self.world = world
        self._rng = Random(f"{seed} curious")
        preset = next(name for name, each in PRESETS.items() if each.rules == world.rules)
        self.preset = preset
        self._game: DayGame = "hearts" if preset == PRESET["hearts"] else "gongzhu"
        self._count = 0
        self.values: dict[str, object] = {"deal": self._game, "number": day_of(START)}
        """Values for parts of the paths of pages, beside tables and games."""

    async def play(self, viewer: Seat | None) -> list[list[bytes]]:
        """Play the world; see `day_transcripts`."""
        server = self.server
        now = await server.person("Now")
        watcher, stranger = await server.person("Watcher"), Observer("stranger")
        first = await self.before(now, watcher)
        told = [Observer(f"Bot {seat}") for seat in range(self.world.rules.players)]
        told[self.seat] = now
        server.workers.heard = lambda seat, heard: told[seat].heard(heard)
        told += [watcher, stranger]
        for each in told:
            each.transcript.clear()
        curious = [now] if viewer is not None else [watcher, stranger]
        for each in curious:
            await self._look(each, first, first, everything=True)
        mine = await self.begin(now)
        for seat, action in self.world.actions:
            for each in curious:
                if self._rng.random() < 0.2:
                    await self._look(each, mine, first)
                if viewer is not None and self._rng.random() < 0.2:
                    await self._tries(mine)
            await self.act(mine, seat, action)
            await server.loop.advance(self._rng.random())
        for each in curious:
            await self._look(each, mine, first, everything=True)
        deal = self.truth(mine).deal
        assert deal is not None
        assert _seen(deal) == _seen(self.world.replay()[0]), "the wire played the world"
        return [each.transcript.copy() for each in told]

    async def before(self, now: Observer, watcher: Observer) -> Try:
        """Somebody else finishes the deal."""
        first = await self.begin(await self.server.person("Before"))
        await self._finish(first)
        return first

    async def begin(self, who: Observer) -> Try:
        """A player begins the deal."""
        path = f"/api/daily/{DAY}/{self._game}"
        answer = await self.server.request(who, "POST", path)
        table = msgspec.json.decode(answer.body, type=DayOpened).table
        return Try(who, table, await self.come(who, table))

    async def come(self, who: Observer, table: str) -> Socket:
        """A connection to a table, over which nothing is asked yet."""
        socket = await self.server.socket(who, table)
        socket.put(encode(Hello()).decode())
        await self.server.loop.quiet()
        return socket

    async def _finish(self, one: Try) -> None:
        """This player plays the deal to its end, and so do the bots."""
        while True:
            await self.server.loop.quiet()
            asked = [each for each in self.server.workers.workers if each.question is not None]
            for worker in asked:
                question = worker.question
                assert isinstance(question, Chooses)
                action = make_bot("steady").choose(question.view, Random(question.seed), 0)
                worker.answer(action)
            if asked:
                continue
            truth = self.truth(one)
            if truth.state.stage == "finished":
                break
            assert truth.deal is not None
            await self.act(one, PLAYER, view_of(truth.deal, PLAYER).legal_actions()[0])
        assert truth.state.game is not None
        one.game = truth.state.game
        await one.socket.close()
        await self.server.loop.advance(1)

    async def act(self, one: Try, seat: Seat, action: Action) -> None:
        """Somebody at a table acts, or a bot there does."""
        if seat == self.seat:
            await self.say(one, Request(self.id(), action))
        else:
            self.server.workers.answer(seat, action)
            await self.server.loop.quiet()

    async def _tries(self, one: Try) -> None:
        """Ask for what is refused, and come back."""
        deal = self.truth(one).deal
        assert deal is not None
        view = view_of(deal, self.seat)
        wrong = [action for action in questions() if view.why_illegal(action)]
        for message in (AskHint(), self._rng.choice(wrong)):
            await self.say(one, Request(self.id(), message))
        await one.socket.close()
        one.socket = await self.come(one.who, one.table)

    async def _look(self, who: Observer, running: Try, over: Try, everything: bool = False) -> None:
        values = {**self.values, "table": running.table, "other": over.table, "game": over.game}
        # The figures count who has acted how often: the host's, of whom the others at a table know.
        pages = (*self.pages, "/metrics") if who is running.who else self.pages
        for path in pages if everything else self._rng.sample(pages, 4):
            await self.server.request(who, "GET", path.format(**values))
        path, asked = self._rng.choice(self.asked)
        body = {**asked, "game": values["game"]} if asked else None
        await self.server.request(who, "POST", path.format(**values), body)
        if who is not running.who:
            await (await self.come(who, running.table)).close()

    async def say(self, one: Try, message: FromPlayer) -> None:
        """Send a message to a table."""
        one.socket.put(encode(message).decode())
        await self.server.loop.quiet()

    def truth(self, one: Try) -> Table:
        """The table as the server has it."""
        table: Table = self.server.app.state.parts.tables.rooms.get(one.table).shown
        return table

    def id(self) -> str:
        """An id for the next request."""
        self._count += 1
        return f"{self._count}"
