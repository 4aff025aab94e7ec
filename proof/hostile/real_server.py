"""A real server under frames that went wrong: it stays healthy, and games go on."""

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx2
import msgspec

from gongzhu.rules import PRESETS
from gongzhu.server.edge.socket import LONGEST_MESSAGE
from gongzhu.server.live.messages import (
    AskHint,
    Done,
    Goodbye,
    Hello,
    Ping,
    Pong,
    Refused,
    Request,
    Snapshot,
    ToPlayer,
    Update,
)
from gongzhu.server.tables.opening import OpenTable
from gongzhu.server.tables.socket import id_of, read_frame
from proof.crash.under_load import LIMITS
from proof.hostile.frame_runs import Found
from proof.hostile.frames import spoilt
from proof.hostile.fuzzing import FRAMES
from proof.hostile.raw_sockets import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    RawSocket,
    bad_handshakes,
    framed,
    knock,
)
from proof.hostile.socket_attacks import ATTACKS, HELLO, OTHERS, carry_out
from proof.players.socket_player import Guest, SocketPlayer, choose
from tests.support.serving import Server

AT_ONCE = 8
"""Tables that are talked to at the same time."""
SPELL = 400
"""Frames at one table."""
BURST = 12
"""Frames before an answer is waited for."""
FIRST_FENCE = 10**9
LONGEST_GAME = 180.0

decode = msgspec.json.Decoder(ToPlayer).decode
encode = msgspec.json.Encoder().encode


class Assault:
    """Everything that is done to one server."""

    def __init__(self, server: Server, http: httpx2.AsyncClient, seed: int) -> None:
        self.found = Found()
        self._server = server
        self._http = http
        self._seed = seed
        self._guests = 0
        self._arriving = asyncio.Lock()

    def fault(self, what: str) -> None:
        """Something must not be."""
        self.found.faults.append(f"seed {self._seed}: {what}")

    async def person(self) -> Guest:
        """A guest."""
        self._guests += 1
        # One after the other: the client would show the cookie of one for the next.
        async with self._arriving:
            return await Guest.arrive(self._http, self._server.base, f"G{self._guests}")

    async def wire(self, person: Guest | None, table: str, buffer: int = 0) -> RawSocket:
        """A socket that has said hello."""
        headers = {"Origin": self._server.base} if person is None else person.headers
        wire = await RawSocket.open(self._server.port, _path(table), headers, buffer)
        wire.send(framed(HELLO))
        return wire

    # --- messages ----------------------------------------------------------------------------

    async def talk(self, rng: Random, frames: int) -> None:
        """Frames gone wrong at one table after another, from its host, a player and a stranger."""
        while frames > 0:
            people = [await self.person(), await self.person()]
            name = rng.choice(("gongzhu-boulder", "gongzhu-pagat", "hearts-choice"))
            near = LIMITS[PRESETS[name].rules.family]
            asked = OpenTable(preset=name, rules=near, access="public", start=rng.random() < 0.7)
            table = await people[0].open(self._http, asked)
            senders = [_Sender(who, table, self) for who in (*people, None)]
            left = min(SPELL, frames)
            frames -= left
            while left > 0 and not senders[0].over:
                count = min(left, rng.randrange(1, BURST))
                await rng.choice((*senders, senders[0])).burst(rng, count)
                left -= count
            frames += left
            for sender in senders:
                sender.drop()

    # --- the protocol below ---------------------------------------------------------------------

    async def attack(self, rng: Random, frames: int) -> None:
        """Frames that break the protocol of websockets, each kind on sockets of its own."""
        person = await self.person()
        table = await person.open(self._http, OpenTable(preset="gongzhu-boulder", access="public"))
        sent = 0
        while sent < frames:
            wire = await self.wire(person if rng.random() < 0.5 else None, table)
            number = rng.randrange(len(ATTACKS) + len(OTHERS))
            try:
                if number < len(ATTACKS):
                    count, fault = await carry_out(ATTACKS[number], wire, rng)
                else:
                    count, fault = await OTHERS[number - len(ATTACKS)](wire, rng)
            except (TimeoutError, OSError) as error:
                count, fault = 1, f"attack {number}: {error!r}"
                wire.drop()
            sent += count
            self.found.figures["attacks"] += 1
            if fault is not None:
                self.fault(fault)
        self.found.frames += sent

    async def knocks(self, rng: Random, count: int) -> None:
        """Handshakes that are none."""
        person = await self.person()
        for _ in range(count):
            data = bad_handshakes(rng, self._server.port, _path("any"), person.headers)
            with suppress(TimeoutError, OSError):
                told = await knock(self._server.port, data)
                if re.match(rb"HTTP/1.1 5(?!05)", told):
                    self.fault(f"{data[:300]!r} is answered by {told[:60]!r}")
            self.found.figures["handshakes"] += 1

    async def crowd(self, count: int) -> None:
        """Many connections at once, all dropped."""
        person = await self.person()
        table = await person.open(self._http, OpenTable(access="public"))
        opened = await asyncio.gather(*(self.wire(None, table) for _ in range(count)))
        for wire in opened:
            wire.drop()
        self.found.figures["connections"] += count

    async def deaf(self, rng: Random, count: int) -> None:
        """Readers that never read, though they ask for ever more; they are cut off."""
        person = await self.person()
        table = await person.open(self._http, OpenTable(access="public"))
        wires = [await self.wire(person, table, buffer=4096) for _ in range(count)]
        ask = framed(HELLO) * 200
        for wire in wires:
            wire.writer.transport.pause_reading()  # type: ignore[attr-defined] # of reading transports
            with suppress(OSError):
                for _ in range(60):
                    wire.send(ask)
                    await asyncio.wait_for(wire.writer.drain(), 0.5)
                    if wire.writer.is_closing():
                        break
            self.found.figures["deaf"] += 1
        ends = [await _ends(wire) for wire in wires]
        if not all(ends):
            self.fault(f"{ends.count(False)} of {count} that never read were not cut off")

    # --- afterwards ----------------------------------------------------------------------------

    async def judge(self) -> None:
        """The server is healthy, has nothing to tell, and an ordinary game goes on at it."""
        if not self._server.healthy():
            self.fault("the server is not healthy")
        log = self._server.log.read_text("utf-8", errors="replace")
        for line in log.splitlines():
            if re.search(r"Traceback|\"level\": ?\"error\"|Exception|Task was destroyed", line):
                self.fault(f"logged: {line[:300]}")
        people = [await self.person() for _ in range(2)]
        near = LIMITS["gongzhu"]
        asked = OpenTable("gongzhu-boulder", near, bots={"2": "steady", "3": "steady"})
        table = await people[0].open(self._http, asked)
        players = [SocketPlayer(who, table, f"{self._seed} {who.name}") for who in people]
        runs = [asyncio.create_task(player.run()) for player in players]
        try:
            async with asyncio.timeout(LONGEST_GAME):
                while not all(player.games for player in players):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            self.fault("an ordinary game did not end")
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)
        for player in players:
            for fault in player.faults + player.breaches:
                self.fault(f"in an ordinary game: {fault}")


class _Sender:
    """One who talks at a table."""

    def __init__(self, person: Guest | None, table: str, assault: Assault) -> None:
        self.over = False
        """Whether the table is no more, or not for this one."""
        self._person = person
        self._table = table
        self._assault = assault
        self._wire: RawSocket | None = None
        self._fence = FIRST_FENCE
        self._hung_up: list[bytes | None] = []
        """What was sent before the line was cut without a reason."""
        self._fitting: tuple[bytes, ...] = ()

    async def burst(self, rng: Random, count: int) -> None:
        """Frames, and what is wrong with what comes of them."""
        if self.over:
            return
        if self._wire is None:
            self._wire = await self._assault.wire(self._person, self._table)
        sent: list[bytes | None] = []
        for _ in range(count):
            data = spoilt(rng, (*FRAMES, *self._fitting))
            sent.append(data)
            frame = framed(b"\x00", BINARY) if data is None else framed(data, TEXT)
            self._wire.send(frame)
        self._fence += 1
        self._wire.send(framed(encode(Ping(self._fence))))
        self._assault.found.frames += count
        try:
            fault = await self._hear(rng, sent)
        except (TimeoutError, msgspec.MsgspecError) as error:
            fault = repr(error)
        if fault is not None:
            self._assault.fault(f"{fault} to {sent}")
            self.drop()

    async def _hear(self, rng: Random, sent: list[bytes | None]) -> str | None:
        assert self._wire is not None
        wanted = Counter(filter(None, map(_answer_to, sent)))
        fenced = False
        goodbye: Goodbye | None = None
        while (frame := await self._wire.hear()) is not None:
            if frame.opcode == CLOSE:
                break
            if frame.opcode == PING:
                self._wire.send(framed(frame.payload, PONG))
                continue
            message = decode(frame.payload)
            kind = message.code if isinstance(message, Refused) else type(message).__name__
            self._assault.found.answers[kind] += 1
            match message:
                case Pong(n):
                    wanted[f"pong {n}"] -= 1
                    fenced |= n == self._fence
                case Done(id) | Refused(id):
                    wanted[f"id {id}"] -= 1
                case Snapshot() if self._hung_up:
                    return f"hung up without a word after {self._hung_up}, and now"
                case Snapshot(ask=ask) | Update(ask=ask):
                    if ask is not None:
                        moves = (Request(f"{rng.getrandbits(30)}", choose(ask, rng)),) * 2
                        self._fitting = tuple(map(encode, moves))
                case Goodbye():
                    goodbye = message
                case _:
                    pass
            # What is done is told when it is on disk, which may be after the fence.
            if fenced and max(wanted.values(), default=0) <= 0:
                return None
        self.drop()
        if goodbye is not None:
            self.over = goodbye.code != "version"
            return None
        # A goodbye is lost where one speaks on: then it is said again to who comes again.
        if not any(one and _ends_it(one) for one in sent):
            self._hung_up = sent
        return None

    def drop(self) -> None:
        """Be gone."""
        if self._wire is not None:
            self._wire.drop()
            self._wire = None


def _ends_it(data: bytes) -> bool:
    """True for a text that ends the connection: one that is too long, or no text."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return len(data) > LONGEST_MESSAGE


def _answer_to(data: bytes | None) -> str | None:
    """What a frame is answered by; None: by this or that, or not at once."""
    match read_frame(data):
        case Hello() | AskHint():
            return None
        case Ping(n):
            return f"pong {n}"
        case str():
            return f"id {id_of(data)}"
        case message:
            return f"id {message.id}"


async def _ends(wire: RawSocket) -> bool:
    """Whether the server cut a socket off that did not read."""
    with suppress(RuntimeError):
        wire.writer.transport.resume_reading()  # type: ignore[attr-defined] # the same
    try:
        await wire.end()
    except TimeoutError:
        return False
    finally:
        wire.drop()
    return True


def _path(table: str) -> str:
    return f"/api/tables/{table}/socket"


async def run_sockets(frames: int, seed: int, progress: Callable[[int], object] = int) -> Found:
    """So many frames to a server of its own, an eighth of them beneath its messages."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", module="tests.support.unlimited_server")
        with server:
            limits = httpx2.Limits(max_connections=AT_ONCE)
            async with httpx2.AsyncClient(limits=limits, timeout=60, trust_env=False) as http:
                return await _assault(Assault(server, http, seed), frames, seed)


async def _assault(assault: Assault, frames: int, seed: int) -> Found:
    below = frames // 8
    each = [(frames - below) // AT_ONCE] * AT_ONCE
    each[0] += frames - below - sum(each)
    works: list[Awaitable[None]] = [
        assault.talk(Random(f"sockets {seed} {number}"), count) for number, count in enumerate(each)
    ]
    works.append(assault.attack(Random(f"sockets {seed} below"), below))
    works.append(assault.knocks(Random(f"sockets {seed} knocks"), below // 20))
    await asyncio.gather(*works)
    for _ in range(max(1, frames // 5000)):
        await assault.crowd(min(200, frames // 10))
    await assault.deaf(Random(seed), min(10, 1 + frames // 2000))
    await assault.judge()
    return assault.found
