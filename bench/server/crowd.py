"""Many tables at once on an open schedule of moves at each, whatever the server does.

A move's latency is counted from the moment when it was due, and so has in it whatever kept it from
being sent. Frames are decoded only where something is asked for or a deal begins or ends; what is
sent is what any player's program would send, GZH1 included.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from itertools import count
from random import Random

import httpx2
import msgspec
from msgspec import Struct, field

from gongzhu.cards import Seat
from gongzhu.dealing import Call, Chain, commitment, rules_hash
from gongzhu.rules import option_values
from gongzhu.server.live.messages import Done, FromPlayer, Hello, Refused, Request, Snapshot, Update
from gongzhu.server.tables.opening import OpenTable
from gongzhu.table import Ask, Fact
from gongzhu.table.commands import Commit, Ready, Reveal, Sit
from gongzhu.table.facts import ChainBegan, DealCalled, DealScored, NumbersLocked
from proof.players.fast_socket import FastSocket
from proof.players.socket_player import Guest, choose

SEATS = 4
clock = time.perf_counter

_encode = msgspec.json.Encoder().encode
_done = msgspec.json.Decoder(Done).decode
_refused = msgspec.json.Decoder(Refused).decode
_snapshot = msgspec.json.Decoder(Snapshot).decode
_update = msgspec.json.Decoder(Update).decode


class _Asked(Struct):
    ask: Ask


_asked = msgspec.json.Decoder(_Asked).decode
_LANDMARKS = (b'"chain_began"', b'"deal_called"', b'"numbers_locked"', b'"deal_scored"')


class Figures(Struct):
    """What was measured since `begin`."""

    since: float = 0.0
    moves: list[float] = field(default_factory=list)
    """Seconds from when each move was due until it was acknowledged."""
    others: list[float] = field(default_factory=list)
    """Seconds from sending to acknowledgement of all else: readiness, commitments, numbers."""
    lags: list[float] = field(default_factory=list)
    """How late the schedule itself was, in seconds."""
    late: int = 0
    """Moves that were due before the table asked for them."""
    refused: dict[str, int] = field(default_factory=dict)
    frames: int = 0


Tap = Callable[[Seat, bytes, bool], None]


class Crowd:
    """The tables, their schedule, and what is measured of them."""

    def __init__(
        self, base: str, tables: int, seed: str, asked: OpenTable, tap: Tap = lambda *_: None
    ) -> None:
        """`tap` is told of every frame after the hello: its seat, its text, and whether it was sent
        and not received."""
        self.figures = Figures()
        self.tap = tap
        self.tables: list[CrowdTable] = []
        self.rng = Random(seed)
        self.ids = count()
        self._base = base
        self._count = tables
        self._asked = asked

    def begin(self) -> None:
        """Measure from here on."""
        self.figures = Figures(since=clock())

    async def arrive(self, ramp: float) -> None:
        """Open the tables in turn, over so many seconds; each plays at once.

        None waits for the one before: people at one table do not wait for those at another.
        """
        start = clock()
        # One connection for all would bring all tables to one worker.
        limits = httpx2.Limits(max_keepalive_connections=0)
        async with (
            httpx2.AsyncClient(trust_env=False, timeout=30, limits=limits) as http,
            asyncio.TaskGroup() as coming,
        ):
            for number in range(self._count):
                await asyncio.sleep(max(0.0, start + ramp * number / self._count - clock()))
                coming.create_task(self._open(http, number))

    async def _open(self, http: httpx2.AsyncClient, number: int) -> None:
        table = CrowdTable(self, number)
        await table.open(http, self._base, self._asked)
        self.tables.append(table)

    async def keep_time(self, interval: float = 1.0) -> None:
        """Have each table make a move in every interval, at its own moment of it.

        Tables that were opened one after the other end their deals one after the other too, and
        each calls for twelve answers then. So their moments are drawn, not in that order.
        """
        order = self.rng.sample(range(self._count), self._count)
        start = clock()
        for turn in count():
            number = order[turn % self._count]
            due = start + interval * turn / self._count
            # Behind time it lets others go first as well: what comes must be read.
            await asyncio.sleep(max(0.0, due - clock()))
            if number < len(self.tables):
                self.figures.lags.append(clock() - due)
                self.tables[number].move(due)


class CrowdTable:
    """Four players at one table."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.number = number
        self.chairs: list[Chair] = []
        self._asks: dict[Chair, Ask] = {}
        self._due: deque[float] = deque()
        self._chain: Chain | None = None
        self._rules_hash = ""
        self._name = ""

    async def open(self, http: httpx2.AsyncClient, base: str, asked: OpenTable) -> None:
        """Four people come, one opens the table, all sit down and are ready."""
        names = [f"{self.number}-{seat}" for seat in range(SEATS)]
        people = [await Guest.arrive(http, base, name) for name in names]
        self._name = await people[0].open(http, asked)
        self.chairs = [Chair(self, Seat(seat)) for seat in range(SEATS)]
        for chair, person in zip(self.chairs, people, strict=True):
            await chair.connect(person, self._name)
        for chair in self.chairs:
            chair.send_other(Request(chair.id(), Ready()))

    def shown(self, snapshot: Snapshot) -> None:
        """The rules, as the table has them."""
        self._rules_hash = rules_hash(option_values(snapshot.table.state.settings.rules))

    def asked(self, chair: "Chair", ask: Ask) -> None:
        """The table waits for a chair; it moves when the next move is due, or was."""
        if self._due:
            chair.move(ask, self._due.popleft())
        else:
            self._asks[chair] = ask

    def move(self, due: float) -> None:
        """A move is due."""
        if self._asks:
            chair = next(iter(self._asks))
            chair.move(self._asks.pop(chair), due)
        else:
            self.crowd.figures.late += 1
            self._due.append(due)

    def forget(self) -> None:
        """Take back the moves that were due and could not be made."""
        self._due.clear()

    def happened(self, facts: tuple[Fact, ...]) -> None:
        """What calls for an answer of all four."""
        for fact in facts:
            match fact:
                case ChainBegan(chain):
                    self._chain = chain
                case DealCalled(deal):
                    assert self._chain is not None
                    call = Call(self._name, self._chain, deal, self._rules_hash)
                    for chair in self.chairs:
                        chair.commit(call)
                case NumbersLocked():
                    for chair in self.chairs:
                        chair.reveal()
                case DealScored():
                    for chair in self.chairs:
                        chair.send_other(Request(chair.id(), Ready()))
                case _:
                    pass


class Chair:
    """One player, over one socket."""

    def __init__(self, table: CrowdTable, seat: Seat) -> None:
        self._table = table
        self._seat = seat
        self._socket: FastSocket | None = None
        self._seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._moving = ""
        """The id of a move that is not acknowledged yet."""
        self._sent: dict[str, float] = {}
        self._deal = 0
        self._number = ""

    def id(self) -> str:
        """One that was not used before."""
        return f"{next(self._table.crowd.ids):x}"

    async def connect(self, person: Guest, table: str) -> None:
        """Come in and sit down."""
        place = person.base.removeprefix("http://")
        host, _, port = place.partition(":")
        path = f"/api/tables/{table}/socket"
        socket = FastSocket(path, place, person.headers, self._got)
        await asyncio.get_running_loop().create_connection(lambda: socket, host, int(port))
        self._socket = socket
        await socket.opened
        self._send(Hello())
        if self._seat:
            self._send(Request(self.id(), Sit(self._seat)))
        await self._seated

    def _send(self, message: FromPlayer) -> None:
        assert self._socket is not None
        text = _encode(message)
        self._table.crowd.tap(self._seat, text, True)
        self._socket.send(text)

    def send_other(self, message: Request) -> None:
        """Send something that is no move."""
        self._sent[message.id] = clock()
        self._send(message)

    def move(self, ask: Ask, due: float) -> None:
        """Send a move that was due then."""
        self._moving = self.id()
        self._sent[self._moving] = due
        self._send(Request(self._moving, choose(ask, self._table.crowd.rng)))

    def commit(self, call: Call) -> None:
        """GZH1, step 3."""
        self._deal, self._number = call.deal, self._table.crowd.rng.randbytes(32).hex()
        made = commitment(call, self._seat, self._number)
        self.send_other(Request(self.id(), Commit(call.deal, made)))

    def reveal(self) -> None:
        """GZH1, step 5."""
        self.send_other(Request(self.id(), Reveal(self._deal, self._number)))

    def _got(self, frame: bytes) -> None:
        self._table.crowd.figures.frames += 1
        self._table.crowd.tap(self._seat, frame, False)
        if frame.startswith(b'{"type":"update"'):
            if self._seat == 0 and any(landmark in frame for landmark in _LANDMARKS):
                self._table.happened(_update(frame).facts)
            if not self._moving and b'"ask":{' in frame:
                self._table.asked(self, _asked(frame).ask)
        elif frame.startswith(b'{"type":"done"'):
            self._acknowledged(_done(frame).id)
        elif frame.startswith(b'{"type":"snapshot"'):
            snapshot = _snapshot(frame)
            self._table.shown(snapshot)
            if snapshot.you.seat is not None and not self._seated.done():
                self._seated.set_result(None)
        elif frame.startswith(b'{"type":"refused"'):
            code = _refused(frame).code
            refused = self._table.crowd.figures.refused
            refused[code] = refused.get(code, 0) + 1

    def _acknowledged(self, id: str) -> None:
        now = clock()
        began = self._sent.pop(id, None)
        if began is None:
            return
        figures = self._table.crowd.figures
        if id == self._moving:
            self._moving = ""
            if began >= figures.since:
                figures.moves.append(now - began)
        elif began >= figures.since:
            figures.others.append(now - began)
