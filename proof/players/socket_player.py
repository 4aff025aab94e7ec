"""People at the real server: who they are over HTTP, and a program that plays a seat over the
socket as the page does: it folds what it gets, answers what it is asked, and sends again what was
not acknowledged."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import assert_never

import httpx2
import msgspec
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from gongzhu.cards import Card, Seat
from gongzhu.dealing import Evidence
from gongzhu.rules import Action, ChooseMoon, Claim, DealBegan, Expose, Pass, Play
from gongzhu.server.accounts.bodies import Introduce
from gongzhu.server.live.messages import (
    Done,
    FromPlayer,
    Goodbye,
    Hello,
    HintGiven,
    HostSays,
    Line,
    Lines,
    Pong,
    Refused,
    Request,
    Said,
    Snapshot,
    ToPlayer,
    Update,
    You,
    YouAre,
)
from gongzhu.server.lobby.handlers import TableOpened
from gongzhu.server.tables.opening import OpenTable
from gongzhu.table import Ask, Fact, TableView, evolve_table_view
from gongzhu.table.commands import Commit, Ready, Reveal, Sit
from gongzhu.table.facts import DealAborted, DealScored, GameEnded, Happened, NumbersSettled
from proof.players.fair_player import FairPlayer

SECONDS = 60.0
"""For an answer over HTTP."""
AGAIN = 0.02
"""Seconds before a lost connection is tried again."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(ToPlayer).decode


def http_client(base: str = "") -> httpx2.AsyncClient:
    """A client that uses each connection once: a server closes idle ones, and that may be just
    when they are wanted again."""
    limits = httpx2.Limits(max_keepalive_connections=0)
    return httpx2.AsyncClient(base_url=base, trust_env=False, timeout=SECONDS, limits=limits)


class Guest(Struct, frozen=True):
    """Somebody whom the server knows by a cookie."""

    base: str
    """The server's address."""
    name: str
    cookie: str

    @classmethod
    async def arrive(cls, http: httpx2.AsyncClient, base: str, name: str) -> "Guest":
        """Become a guest of that name."""
        content, headers = encode(Introduce(name)), {"Origin": base}
        answer = await http.post(f"{base}/api/me", content=content, headers=headers)
        answer.raise_for_status()
        # The next one to arrive is somebody else.
        http.cookies.clear()
        return cls(base, name, answer.headers["set-cookie"].partition(";")[0])

    @property
    def headers(self) -> dict[str, str]:
        """What its browser sends along."""
        return {"Origin": self.base, "Cookie": self.cookie}

    async def open(self, http: httpx2.AsyncClient, asked: OpenTable) -> str:
        """Open a table, and sit down at it; its name."""
        content = encode(asked)
        answer = await http.post(f"{self.base}/api/tables", content=content, headers=self.headers)
        answer.raise_for_status()
        return msgspec.json.decode(answer.content, type=TableOpened).table

    def socket(self, table: str) -> connect:
        """A socket at a table, to be entered."""
        url = f"{self.base.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        return connect(
            url,
            additional_headers=self.headers,
            compression=None,
            ping_interval=None,
            proxy=None,
            max_size=None,
            close_timeout=1,
        )


class Received(Struct):
    """What a program was told, to be held against the log."""

    acknowledged: list[tuple[Request, int]] = field(default_factory=list)
    """What it sent, and the entry that it was told of."""
    seen: list[tuple[int, Seat | None, tuple[Fact, ...]]] = field(default_factory=list)
    """Every update, and from which seat."""
    shown: list[tuple[int, TableView]] = field(default_factory=list)
    """Every snapshot."""

    def take(self) -> "Received":
        """All of it; it begins anew."""
        taken = Received(self.acknowledged, self.seen, self.shown)
        self.acknowledged, self.seen, self.shown = [], [], []
        return taken


class SocketPlayer:
    """A seat's program. Moves are chosen by the seed; the server's answers alone decide when."""

    def __init__(self, person: Guest, table: str, seed: str, duplicates: float = 0) -> None:
        """`duplicates`: how often something is sent twice, 0 to 1."""
        self.person = person
        self.table = table
        self.seq = 0
        self.view: TableView | None = None
        self.ask: Ask | None = None
        self.you: You | None = None
        self.received = Received()
        self.refusals: list[Refused] = []
        self.faults: list[str] = []
        """What the server did that it must not do."""
        self.games: list[str] = []
        """The games that it saw the end of."""
        self.acknowledged = 0
        self.resent = 0
        self._rng = Random(seed)
        self._fair = FairPlayer(table, Random(f"{seed} numbers"))
        self._pending: dict[str, Request] = {}
        self._done: dict[str, tuple[Request, int]] = {}
        self._wait_for = 0
        """Nothing is decided before this entry is known: it answers what was sent last."""
        self._refused = False
        """Whether something was refused, and nothing has come since."""
        self._count = 0
        self._duplicates = duplicates
        self._socket: ClientConnection | None = None

    @property
    def breaches(self) -> list[str]:
        """What was not as GZH1 has it."""
        return self._fair.breaches

    async def run(self) -> None:
        """Play on, over as many connections as it takes, until the task is cancelled or the
        server says not to come again."""
        while True:
            try:
                async with self.person.socket(self.table) as socket:
                    self._socket = socket
                    if not await self._converse(socket):
                        return
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError, EOFError):
                pass
            finally:
                self._socket = None
            await asyncio.sleep(AGAIN)

    async def _converse(self, socket: ClientConnection) -> bool:
        """One connection; whether to connect again."""
        # Mostly from where it was, sometimes as somebody who knows nothing any more.
        since = self.seq if self.view is not None and self._rng.random() < 0.7 else None
        await self._send(socket, Hello(since=since))
        for request in list(self._pending.values()):
            self.resent += 1
            await self._send(socket, request)
        async for frame in socket:
            message = decode(frame)
            if isinstance(message, Goodbye):
                return message.again
            self._take(message)
            for request in self._answers():
                self._pending[request.id] = request
                await self._send(socket, request)
                if self._rng.random() < self._duplicates:
                    await self._send(socket, request)
        return True

    async def _send(self, socket: ClientConnection, message: FromPlayer) -> None:
        await socket.send(encode(message).decode())

    # --- what comes --------------------------------------------------------------------------

    def _take(self, message: ToPlayer) -> None:
        match message:
            case Snapshot(seq, _, you, table, ask):
                self._refused = False
                if seq < self.seq:
                    self._fault(f"snapshot {seq} after update {self.seq}")
                self.seq, self.you, self.view, self.ask = seq, you, table, ask
                self.received.shown.append((seq, table))
            case Update(seq, _, facts, ask):
                self._update(seq, facts, ask)
            case YouAre(you):
                self.you = you
            case Done(id, seq):
                self._acknowledged(id, seq)
            case Refused(id):
                self.refusals.append(message)
                self._refused = True
                if id is None:
                    self._fault(f"could not be read: {message.text}")
                else:
                    self._pending.pop(id, None)
            case Said(line, id):
                self._said(line, id)
            case Pong() | HostSays() | Goodbye() | HintGiven() | Lines():
                pass
            case _:
                assert_never(message)

    def _said(self, line: Line, id: str | None) -> None:
        """Somebody said something; with `id`, this program."""
        if id is not None:
            self._pending.pop(id, None)

    def _update(self, seq: int, facts: tuple[Fact, ...], ask: Ask | None) -> None:
        if self.view is None or seq != self.seq + 1:
            self._fault(f"update {seq} after {self.seq}")
            return
        for fact in facts:
            self._remember(fact)
            self.view = evolve_table_view(self.view, fact)
        self.seq, self.ask, self._refused = seq, ask, False
        self.received.seen.append((seq, self.view.seat, facts))
        if any(isinstance(fact, GameEnded) for fact in facts):
            assert self.view.state.game is not None
            self.games.append(self.view.state.game)

    def _remember(self, fact: Fact) -> None:
        """What GZH1 wants remembered."""
        assert self.view is not None
        seat, count = self.view.seat, self.view.state.fair.count
        if seat is None:
            return
        match fact:
            case NumbersSettled(contributions):
                self._fair.settled(count, contributions, seat)
            case Happened(DealBegan(hands=hands)):
                self._fair.dealt(count, hands[seat] or ())
            case DealScored(evidence=Evidence() as evidence) | DealAborted(Evidence() as evidence):
                self._fair.shown(evidence, seat)
            case _:
                pass

    def _acknowledged(self, id: str, seq: int) -> None:
        request = self._pending.pop(id, None)
        if request is not None:
            self.acknowledged += 1
            self.received.acknowledged.append((request, seq))
            self._wait_for = max(self._wait_for, seq)
            self._done[id] = request, seq
            if len(self._done) > 50:
                del self._done[next(iter(self._done))]
            return
        request, first = self._done.get(id, (None, seq))
        if request is not None and first != seq:
            # True of what did nothing, each time that it came: the log tells.
            self.received.acknowledged.append((request, seq))

    def _fault(self, what: str) -> None:
        self.faults.append(f"{self.table} {self.person.name}: {what}")

    # --- what is answered ----------------------------------------------------------------------

    def _answers(self) -> Iterator[Request]:
        """What the situation wants of this seat, once."""
        view = self.view
        if view is None or self._pending or self._refused or self.seq < self._wait_for:
            return
        state, seat = view.state, view.seat
        if seat is None:
            if self.you is not None and self.you.seat is None and state.stage == "gathering":
                yield Request(self._id(), Sit())
            return
        fair = state.fair
        waited_for = bool(fair.heard) and not fair.heard[seat]
        if self.ask is not None:
            yield Request(self._id(), self._choose(self.ask), self.seq)
        elif state.stage in ("gathering", "scored", "finished"):
            everyone = all(sitting.kind != "open" for sitting in state.seats)
            if everyone and not state.seats[seat].ready:
                yield Request(self._id(), Ready())
        elif fair.step == "committing" and waited_for and fair.chain is not None:
            rules = state.settings.rules
            made = self._fair.commit(fair.chain, fair.count, rules, seat)
            yield Request(f"commit-{fair.count}", Commit(fair.count, made))
        elif fair.step == "revealing" and waited_for and fair.contributions is not None:
            number = self._fair.reveal(fair.count, fair.contributions, seat)
            if number is not None:
                yield Request(f"reveal-{fair.count}", Reveal(fair.count, number))

    def _id(self) -> str:
        self._count += 1
        return f"{self._count}"

    def _choose(self, ask: Ask) -> Action:
        return choose(ask, self._rng)


def choose(ask: Ask, rng: Random) -> Action:
    """Any answer that is allowed."""
    match ask.kind:
        case "play":
            if ask.claim and rng.random() < 0.5:
                return Claim()
            return Play(Card(rng.choice(ask.cards)))
        case "pass":
            return Pass(tuple(Card(code) for code in rng.sample(ask.cards, ask.count)))
        case "expose":
            offered = [(Card(code), rng.choice(modes)) for code, modes in ask.modes.items()]
            return Expose(dict(pair for pair in offered if rng.random() < 0.5))
        case "moon":
            return ChooseMoon(rng.choice(("others", "self")))
        case _:
            assert_never(ask.kind)
