"""A table of a server in process, with everybody who may look at it: its players, the bots among
them, somebody with a name who watches, and a stranger."""

from collections.abc import Collection
from random import Random

import msgspec
from msgspec import Struct, field

from gongzhu.bots.reasons import Hint
from gongzhu.cards import Seat
from gongzhu.dealing import call_deal, commitment
from gongzhu.rules import Action, Deal, Phase, RuleSet, apply, option_values
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.server.live.messages import AskHint, FromPlayer, Hello, Request, Say, Write
from gongzhu.server.lobby.handlers import TableOpened
from gongzhu.table import Table
from gongzhu.table.commands import Commit, Expire, Ready, Reveal, SeatBot, Sit
from tests.support.in_process import OUTSIDE, InProcess, Observer, Socket
from tests.support.playing import waiting

HINT = Hint(
    aim="points", sentence="This one.", choices=(), labels=(), against=(), standing=(), good=0
)

encode = msgspec.json.Encoder().encode


class Guests(Struct):
    """The people of a server, who go from table to table."""

    players: list[Observer]
    """By seat."""
    watcher: Observer
    stranger: Observer = field(default_factory=lambda: Observer("stranger"))

    @classmethod
    async def arrive(cls, server: InProcess) -> "Guests":
        """Everybody comes."""
        players = [await server.person(f"Seat {seat}") for seat in range(MOST_PLAYERS)]
        return cls(players, await server.person("Watcher"))


class Scene:
    """A public table, its rules given, its players seated."""

    def __init__(
        self,
        server: InProcess,
        guests: Guests,
        rules: RuleSet,
        seed: str,
        bots: Collection[Seat] = (),
    ) -> None:
        """`bots`: the seats that bots play, not all."""
        self.server = server
        self.rules = rules
        self.name = ""
        self.bots = frozenset(bots)
        self.seated = [
            Observer(f"Bot {seat}") if seat in self.bots else guests.players[seat]
            for seat in range(rules.players)
        ]
        """By seat."""
        self.watcher = guests.watcher
        self.stranger = guests.stranger
        self.sockets: dict[str, Socket] = {}
        """By the observer's name."""
        self.said: dict[str, str] = {}
        """Messages, by their ids."""
        self._rng = Random(f"{seed} numbers")
        self._count = 0
        self._position: tuple[int, Phase] | None = None
        self._chosen: dict[Seat, Action] = {}
        """The choices of bots in this position, by seat."""
        for observer in self.observers:
            observer.transcript = []
        server.workers.heard = lambda seat, told: self.seated[seat].heard(told)

    async def open(self) -> None:
        """The table is opened, and everybody comes."""
        host, *others = self.people
        values = msgspec.to_builtins(option_values(self.rules))
        asked = {"rules": values, "access": "public", "name": "Scene", "talk": {"partners": True}}
        answer = await self.server.request(host, "POST", "/api/tables", asked)
        self.name = msgspec.json.decode(answer.body, type=TableOpened).table
        for observer in [host, *others, self.watcher, self.stranger]:
            await self.come(observer)
        for seat, observer in enumerate(self.seated):
            if seat not in self.bots and (observer is not host or seat):
                await self.say(observer, Request(self.id(), Sit(Seat(seat))))
        for seat in sorted(self.bots):
            level = OUTSIDE if seat % 2 else "steady"
            await self.say(host, Request(self.id(), SeatBot(seat, level)))

    async def close(self) -> None:
        """Everybody goes, and the table is closed, as it would be in the end."""
        await self.server.empty()
        self.server.app.state.parts.tables.rooms.get(self.name).do(Expire())
        await self.server.loop.quiet()
        self.server.workers.give_up()
        await self.server.loop.quiet()

    @property
    def people(self) -> list[Observer]:
        """The players who are no bots."""
        return [player for seat, player in enumerate(self.seated) if seat not in self.bots]

    @property
    def observers(self) -> list[Observer]:
        """Everybody: the players by seat, the watcher, the stranger."""
        return [*self.seated, self.watcher, self.stranger]

    def keep_time(self) -> None:
        """Have noted with every frame and body which entry it may tell of."""
        for observer in self.observers:
            observer.now = self._decided if observer.name.startswith("Bot") else self._shown

    def _shown(self) -> int:
        room = self.server.app.state.parts.tables.rooms.get(self.name)
        return 0 if room is None else int(room.shown.seq)

    def _decided(self) -> int:
        """Bots think about what is on its way to the disk."""
        room = self.server.app.state.parts.tables.rooms.get(self.name)
        return int(room.pipeline.decided.seq)

    @property
    def host(self) -> Observer:
        """Whose table it is now."""
        return self.seated[self.truth.players.index(self.truth.host)]

    @property
    def truth(self) -> Table:
        """The table."""
        rooms = self.server.app.state.parts.tables.rooms  # who asks in another way has to wait
        table: Table = rooms.get(self.name).shown
        return table

    def id(self) -> str:
        """For a message: one that was not used before."""
        self._count += 1
        return f"{self._count}"

    async def come(self, observer: Observer, since: int | None = None) -> Socket:
        """Open a socket and say hello."""
        socket = await self.server.socket(observer, self.name)
        self.sockets[observer.name] = socket
        await self.say(observer, Hello(since=since, talk=True))
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
        for observer in self.people:
            await self.say(observer, Request(self.id(), Ready()))
        fair = self.truth.state.fair
        assert fair.chain is not None
        call = call_deal(self.name, fair.chain, fair.count, self.rules)
        numbers = {
            seat: self._rng.randbytes(32).hex()
            for seat in range(self.rules.players)
            if seat not in self.bots
        }
        for seat, number in numbers.items():
            made = commitment(call, Seat(seat), number)
            await self.say(self.seated[seat], Request(self.id(), Commit(fair.count, made)))
        for seat, number in numbers.items():
            await self.say(self.seated[seat], Request(self.id(), Reveal(fair.count, number)))

    async def act(self, seat: Seat, action: Action) -> None:
        """A player moves."""
        if seat in self.bots:
            await self._choose(seat, action)
            return
        await self.say(self.seated[seat], Request(self.id(), action))

    def has_chosen(self, seat: Seat) -> bool:
        """True if a bot's choice is held until the others have made theirs."""
        return seat in self.bots and not self.server.workers.thinks(seat)

    def reached(self) -> Deal:
        """The deal with the choices of bots that are held until the last bot has chosen."""
        deal = self.truth.deal
        assert deal is not None
        position = deal.public.number, deal.public.phase
        together = deal.public.turn is None and self._position == position
        held = self._chosen if together else {}
        for seat in [seat for seat in waiting(deal) if seat in held]:
            deal, _ = apply(deal, seat, held[seat])
        return deal

    async def _choose(self, seat: Seat, action: Action) -> None:
        """A bot chooses. What all choose at once is held until the last bot has chosen; where the
        store failed over it, or somebody came or went, they are asked anew."""
        deal = self.truth.deal
        assert deal is not None
        position = deal.public.number, deal.public.phase
        if deal.public.turn is not None or self._position != position:
            self._chosen.clear()
        self._position = position
        self._chosen[seat] = action
        for at, chosen in list(self._chosen.items()):
            for _ in range(2):
                if self.truth.deal is deal and self.server.workers.thinks(at):
                    self.server.workers.answer(at, chosen)
                    await self.server.loop.quiet()

    async def talk(self, seat: Seat, asked: Say | Write) -> None:
        """A player says something to all."""
        await self.say(self.seated[seat], Request(self.id(), asked))

    async def ask_hint(self, seat: Seat, found: bool) -> None:
        """A player asks for a hint, which is found or is not."""
        await self.say(self.seated[seat], Request(self.id(), AskHint()))
        if self.server.workers.hints(seat):
            self.server.workers.answer_hint(seat, HINT if found else None)
            await self.server.loop.quiet()
