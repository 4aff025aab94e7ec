"""Somebody who plays the deal of the day, at a server in memory."""

from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import msgspec

from gongzhu.bots import DEFAULT_LEVEL, make_bot
from gongzhu.server.live.messages import Hello
from tests.support.in_process import InProcess, Observer, Socket, in_process
from tests.support.scripted_bots import Chooses
from tests.support.virtual_time import VirtualLoop, run

TODAY, TOMORROW = "2027-01-15", "2027-01-16"
"""The loop begins at eight in the morning, by Universal Time."""
TO_MIDNIGHT = 16 * 3600.0
HOUR = 3600.0
BEAT = 1.0
"""Seconds in which all bots have given their choices."""
encode = msgspec.json.Encoder().encode
Chooser = Callable[[list[str]], str]


def first(cards: list[str]) -> str:
    return cards[0]


def last(cards: list[str]) -> str:
    return cards[-1]


class Player:
    """Somebody with the deal of the day, and what the table has told."""

    exact = True
    """True if others play the same deal."""

    def __init__(self, server: InProcess, who: Observer, table: str) -> None:
        self.server, self.who, self.table = server, who, table
        self.seq, self.requests = 0, 0
        self.ask: dict[str, Any] | None = None
        self.events: list[Any] = []
        """Of the game, as they were told."""
        self.dealt: Any = None
        self.stage = ""
        self.socket: Socket

    async def come(self) -> "Player":
        await self.sit_down()
        await self._listen()
        return self

    async def sit_down(self) -> "Player":
        """Come, without waiting for what the bots do."""
        self._from = len(self.who.transcript)
        self.socket = await self.server.socket(self.who, self.table)
        self.socket.put(encode(Hello()).decode())
        return self

    async def send(self, command: dict[str, Any]) -> str:
        """Send a command; the type of what answers it, or the code of the refusal."""
        self.requests += 1
        id = f"{self.table[:6]}-{self.requests}"
        self.socket.put(encode({"type": "request", "id": id, "do": command}).decode())
        found = await self._listen()
        answer = next(one for one in found if one.get("id") == id)
        return str(answer.get("code") or answer["type"])

    async def play(self, choose: Chooser, most: int = 100) -> None:
        """Choose whenever something is asked."""
        for _ in range(most):
            await self._listen()
            if self.ask is None:
                return
            kind, cards = self.ask["kind"], self.ask.get("cards", [])
            if kind == "play":
                do: dict[str, Any] = {"type": "play", "card": choose(cards)}
            elif kind == "pass":
                do = {"type": "pass", "cards": cards[:3]}
            else:
                do = {"type": "expose", "modes": {}}
            assert await self.send(do) == "done"

    async def _listen(self) -> list[dict[str, Any]]:
        await bots_choose(self.server, exact=self.exact)
        found = [
            msgspec.json.decode(frame)
            for frame in self.who.transcript[self._from :]
            if frame.startswith(b"{")
        ]
        self._from = len(self.who.transcript)
        for message in found:
            if message["type"] in ("snapshot", "update"):
                self.ask, self.seq = message.get("ask"), message["seq"]
            if message["type"] == "snapshot":
                self.stage = message["table"]["state"]["stage"]
                own = (message["table"]["deal"] or {"own": None})["own"]
                self.dealt = None if own is None else own["dealt"]
            for fact in message.get("facts", ()):
                if fact["type"] == "happened":
                    self.events.append(fact["event"])
                if fact["type"] == "game_ended":
                    self.stage = "finished"
        return found


async def bots_choose(server: InProcess, *, exact: bool = True) -> None:
    """All bots that were asked choose as `steady` does, by the seed that they are given; `exact`:
    they must, since others play the same deal."""
    await server.loop.quiet()
    while asked := [worker for worker in server.workers.workers if worker.question is not None]:
        for worker in asked:
            question = worker.question
            assert isinstance(question, Chooses)
            assert question.exact == exact
            assert question.level in ("strong", DEFAULT_LEVEL)
            action = make_bot("steady").choose(question.view, Random(question.seed), 0)
            worker.answer(action)
        # The choices come with the next beat.
        await server.loop.advance(BEAT)


async def begin(server: InProcess, who: Observer, day: str = TODAY, game: str = "hearts") -> Any:
    return await server.request(who, "POST", f"/api/daily/{day}/{game}")


async def sat(server: InProcess, who: Observer, day: str = TODAY, game: str = "hearts") -> Player:
    answer = await begin(server, who, day, game)
    assert answer.status == 200, answer.body
    return await Player(server, who, msgspec.json.decode(answer.body)["table"]).come()


async def told(
    server: InProcess, who: Observer, day: str = TODAY, game: str = "hearts"
) -> dict[str, Any]:
    await bots_choose(server)
    answer = await server.request(who, "GET", f"/api/daily/{day}/{game}")
    assert answer.status == 200, answer.body
    return dict(msgspec.json.decode(answer.body))


def at_server(play: Callable[[InProcess], Coroutine[Any, Any, None]]) -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "daily") as server:
            await play(server)

    run(work)
