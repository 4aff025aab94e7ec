"""A table of a server in process, with everybody who may look at it: its players, somebody with a
name who watches, and a stranger."""

from random import Random
from typing import assert_never

import msgspec

from gongzhu.cards import Seat
from gongzhu.dealing import call_deal, commitment
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Claim,
    Expose,
    Pass,
    Play,
    RuleSet,
    option_values,
)
from gongzhu.server.bodies import TableOpened
from gongzhu.server.messages import (
    BeReady,
    ChooseForMoon,
    ClaimRest,
    CommitNumber,
    ExposeCards,
    FromPlayer,
    Hello,
    MakeMove,
    Move,
    PassCards,
    PlayCard,
    ShowNumber,
    TakeSeat,
)
from gongzhu.table import Table
from support.in_process import InProcess, Observer, Socket

encode = msgspec.json.Encoder().encode


class Scene:
    """A public table, its rules given, its players seated."""

    def __init__(self, server: InProcess, rules: RuleSet, seed: str) -> None:
        self.server = server
        self.rules = rules
        self.name = ""
        self.seated: list[Observer] = []
        """By seat."""
        self.watcher = Observer("")
        self.stranger = Observer("stranger")
        self.sockets: dict[str, Socket] = {}
        """By the observer's name."""
        self.said: dict[str, str] = {}
        """Messages, by their ids."""
        self._rng = Random(f"{seed} numbers")
        self._count = 0

    async def open(self) -> None:
        """Everybody comes, and the table is opened."""
        server, players = self.server, self.rules.players
        self.seated = [await server.person(f"Seat {seat}") for seat in range(players)]
        self.watcher = await server.person("Watcher")
        values = msgspec.to_builtins(option_values(self.rules))
        asked = {"rules": values, "access": "public", "name": "Scene"}
        answer = await server.request(self.seated[0], "POST", "/api/tables", asked)
        self.name = msgspec.json.decode(answer.body, type=TableOpened).table
        for observer in self.observers:
            await self.come(observer)
        for seat in range(1, players):
            await self.say(self.seated[seat], TakeSeat(self.id(), seat))

    @property
    def observers(self) -> list[Observer]:
        """Everybody: the players by seat, the watcher, the stranger."""
        return [*self.seated, self.watcher, self.stranger]

    @property
    def truth(self) -> Table:
        """The table."""
        rooms = self.server.app.state.desk.house._rooms  # who asks in another way has to wait
        table: Table = rooms[self.name].shown
        return table

    def id(self) -> str:
        """For a message: one that was not used before."""
        self._count += 1
        return f"{self._count}"

    async def come(self, observer: Observer, since: int | None = None) -> Socket:
        """Open a socket and say hello."""
        socket = await self.server.socket(observer, self.name)
        self.sockets[observer.name] = socket
        await self.say(observer, Hello(since=since))
        return socket

    async def go(self, observer: Observer) -> None:
        """Hang up."""
        await self.sockets.pop(observer.name).close()
        await self.server.loop.quiet()

    async def say(self, observer: Observer, message: FromPlayer | str | bytes) -> None:
        """Send a message, or any frame, and wait until all that comes of it has come."""
        frame = message if isinstance(message, str | bytes) else encode(message).decode()
        id = getattr(message, "id", None)
        if id is not None and isinstance(frame, str):
            self.said[id] = frame
        self.sockets[observer.name].put(frame)
        await self.server.loop.quiet()

    async def deal(self) -> None:
        """All are ready, and bring about the next deal by GZH1."""
        for observer in self.seated:
            await self.say(observer, BeReady(self.id()))
        fair = self.truth.state.fair
        assert fair.chain is not None
        call = call_deal(self.name, fair.chain, fair.count, self.rules)
        numbers = [self._rng.randbytes(32).hex() for _ in self.seated]
        for seat, observer in enumerate(self.seated):
            made = commitment(call, Seat(seat), numbers[seat])
            await self.say(observer, CommitNumber(self.id(), fair.count, made))
        for seat, observer in enumerate(self.seated):
            await self.say(observer, ShowNumber(self.id(), fair.count, numbers[seat]))

    async def act(self, action: Action) -> None:
        """A player moves."""
        await self.say(self.seated[action.seat], MakeMove(self.id(), move_of(action)))


def move_of(action: Action) -> Move:
    """An action as its player sends it."""
    match action:
        case Play(_, card):
            return PlayCard(card)
        case Pass(_, cards):
            return PassCards(cards)
        case Expose(_, modes):
            return ExposeCards(modes)
        case ChooseMoon(_, choice):
            return ChooseForMoon(choice)
        case Claim():
            return ClaimRest()
        case _:
            assert_never(action)
