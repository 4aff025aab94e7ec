"""One table of a server in process, everybody at it, and the judgement of every frame that is sent
there: who may hear what, and that whatever is refused changed nothing."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import msgspec

from gongzhu.server.config.settings import Limits, ServerConfig, Timeouts
from gongzhu.server.live.connection import Connection, Visitor
from gongzhu.server.live.messages import (
    VERSION,
    AskHint,
    Done,
    Goodbye,
    Hello,
    Line,
    Ping,
    Pong,
    Refused,
    Request,
    Said,
    Say,
    Snapshot,
    ToPlayer,
    Update,
    Write,
    YouAre,
)
from gongzhu.server.live.room import Room
from gongzhu.server.parts import Parts
from gongzhu.server.tables.opening import OpenTable
from gongzhu.server.tables.socket import MessageHandler, id_of, read_frame
from gongzhu.table import Table, evolve, read_entry
from proof.hostile.scenes import ROLES, Role, Scene, people, put
from proof.server_log import watched_log
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import VirtualLoop

PLENTY = 1_000_000_000
START = 1_800_000_000_000
CONFIG = ServerConfig(
    limits=Limits(messages=PLENTY, waiting_bytes=PLENTY),
    timeouts=Timeouts(arrival=PLENTY),
    processes=0,
)
EXPECTED = ("bot_replaced", "no_hint")
"""What the log may say: nobody thinks here."""

decode = msgspec.json.Decoder(ToPlayer).decode
hello = msgspec.json.encode(Hello(talk=True))


class Transport:
    """Keeps what is sent."""

    waiting = 0

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def write(self, payload: bytes) -> None:
        """Keep a frame."""
        self.frames.append(payload)

    def take(self) -> list[bytes]:
        """What has come since."""
        taken, self.frames = self.frames, []
        return taken


class Gone(Exception):
    """The table is closed."""


class Stand:
    """A table, and a connection for each role."""

    def __init__(self, context: Parts, store: MemoryStore, loop: VirtualLoop, room: Room) -> None:
        self.context = context
        self.room = room
        self.changes = 0
        """Entries that frames brought about."""
        self.answers: Counter[str] = Counter()
        """By what they were."""
        self.last: list[ToPlayer] = []
        """What the sender of the last frame was told."""
        self.logged: list[str] = []
        self._store = store
        self._loop = loop
        self._transports: dict[Role, Transport] = {}
        self._handlers: dict[Role, MessageHandler] = {}
        self._connections: dict[Role, Connection] = {}

    @property
    def table(self) -> Table:
        """The table with what is on its way to the disk."""
        return self.room.pipeline.decided

    async def come(self, role: Role) -> None:
        """Open a connection, in place of the one before, and say hello."""
        if role in self._connections:
            self.room.leave(self._connections[role])
        transport = self._transports[role] = Transport()
        player = people(role)
        visitor = Visitor(role) if player is None else Visitor(role, player)
        connection = self._connections[role] = Connection(visitor, transport, PLENTY)
        self._handlers[role] = handler_for(self.context, connection, self.room)
        self._handlers[role].handle(hello)
        await self.quiet()
        for other in self._transports.values():
            other.take()

    async def quiet(self) -> None:
        """Wait until all that was decided is on disk, and told."""
        await self._loop.quiet()

    async def pass_time(self, seconds: float) -> None:
        """Let clocks run, and bots be replaced."""
        await self._loop.advance(seconds)
        for transport in self._transports.values():
            transport.take()

    def hear(self, role: Role, data: bytes | None) -> None:
        """A frame comes in."""
        self._handlers[role].handle(data)

    def heard(self, role: Role) -> list[ToPlayer]:
        """What somebody was told since."""
        return [decode(frame) for frame in self._transports[role].take()]

    async def judge(self, role: Role, data: bytes | None) -> str | None:
        """Send a frame, and say what is wrong with what comes of it. Raises Gone when the table
        was closed by it."""
        if self._connections[role].close_reason is not None:
            await self.come(role)
        before, looks = self.table, self._connections[role].close_reason is None
        written = len(self._store.rows.logs[self.room.name])
        found = read_frame(data)
        player = self._connections[role].player
        id = getattr(found, "id", None)
        seen = None if player is None or id is None else before.seen(player, id)
        self.hear(role, data)
        # Where nothing is on its way nobody has to be waited for, and most frames are refused.
        if self.table is not before or isinstance(found, Hello):
            await self.quiet()
        if self.logged:
            return f"logged {self.logged}"
        answers = self.last = self.heard(role)
        self.answers.update(map(_kind, answers))
        if not looks:
            # Nothing is said to somebody who was sent away.
            return "heard after a goodbye" if answers or self.table is not before else None
        fault = self._answered(found, data, answers, seen, before)
        if fault is None and not isinstance(found, Hello):
            fault = self._kept(role, answers, before, written)
        if fault is None and self.table.state.stage == "closed":
            raise Gone
        return fault

    def _answered(
        self,
        found: Any,
        data: bytes | None,
        answers: list[ToPlayer],
        seen: int | None,
        before: Table,
    ) -> str | None:
        """What is wrong with the answers to whom that sent the frame."""
        mine = [answer for answer in answers if isinstance(answer, Done | Refused)]
        match found:
            case str():
                right = answers == mine and [
                    (m.id, m.code) for m in mine if isinstance(m, Refused)
                ] == [(id_of(data), found)]
            case Ping(n):
                right = [m.n for m in answers if isinstance(m, Pong)] == [n] and len(answers) == 1
            case Hello(version):
                first = answers[0] if answers else None
                right = (
                    isinstance(first, Goodbye) and first.code == "version"
                    if version != VERSION
                    else isinstance(first, Snapshot | Update | YouAre)
                )
            case Request(id, AskHint()):
                # Nobody thinks here, so that one that is granted is answered much later.
                right = [m.id for m in mine] in ([], [id]) and all(map(_no, mine))
            case Request(id, Say() | Write()):
                spoken = [m.id for m in answers if isinstance(m, Said)]
                right = [*spoken, *(m.id for m in mine if isinstance(m, Refused))] == [id]
                right = right and len(answers) == 1
            case _:
                right = [m.id for m in mine] == [found.id]
                if right and seen is not None:
                    right = mine == [Done(found.id, seen)] and self.table is before
        if all(not isinstance(m, Refused) or (m.code and m.text) for m in mine) and right:
            return None
        return f"answered by {answers}"

    def _kept(self, role: Role, answers: list[ToPlayer], before: Table, written: int) -> str | None:
        """What is wrong with what was done, or was not."""
        after, log = self.table, self._store.rows.logs[self.room.name]
        if after is before:
            if len(log) != written:
                return "written though nothing is changed"
            return self._overheard([m.line for m in answers if isinstance(m, Said)])
        self.changes += 1
        if any(_no(answer) for answer in answers):
            return "refused, and changed"
        # A bot's seat may have been left to nobody: then more than one entry comes of a frame.
        again = before
        for body in log[written:]:
            again = evolve(again, read_entry(body))
        if again != after or self.room.shown is not after:
            return "what is written is not what is shown"
        for other in ROLES:
            told = answers if other == role else self.heard(other)
            numbers = [m.seq for m in told if isinstance(m, Update | Snapshot)]
            if self._connections[other].close_reason is None and after.seq not in numbers:
                return f"{other} was told {told}, and not of entry {after.seq}"
        return None

    def _overheard(self, said: list[Line]) -> str | None:
        """Faults in what the others were told where nothing was changed: nothing, or what
        somebody has said, if he had not said it before."""
        told = {other: self.heard(other) for other, at in self._transports.items() if at.frames}
        wrong = [other for other, heard in told.items() if heard != [Said(one) for one in said]]
        return f"{wrong} told of nothing" if wrong else None


def _kind(answer: ToPlayer) -> str:
    return answer.code if isinstance(answer, Refused) else type(answer).__name__


def _no(answer: ToPlayer) -> bool:
    return isinstance(answer, Refused)


@asynccontextmanager
async def stand(loop: VirtualLoop, scene: Scene) -> AsyncIterator[Stand]:
    """A server that keeps this table, and everybody at it."""
    store = MemoryStore()
    await put(store, scene)
    rng = Random(scene.name)
    context = await Parts.open(
        CONFIG, store, lambda: START + round(loop.time() * 1000), rng.randbytes
    )
    try:
        room = await context.tables.room(scene.name)
        assert room is not None
        found = Stand(context, store, loop, room)
        with watched_log(EXPECTED, found.logged.append):
            await _sit_elsewhere(context)
            for role in ROLES:
                await found.come(role)
            yield found
    finally:
        await context.close()


async def _sit_elsewhere(context: Parts) -> None:
    """One of them has a seat at another table, and is there."""
    player = people("elsewhere")
    assert player is not None
    other = context.tables.rooms[
        await context.tables.open(player, OpenTable(access="public"), "here")
    ]
    connection = Connection(Visitor(player.id, player), Transport(), PLENTY)
    handler_for(context, connection, other).handle(hello)


def handler_for(parts: Parts, connection: Connection, room: Room) -> MessageHandler:
    """The reader of the messages that a connection sends to a room."""
    return MessageHandler(connection, room, parts.services, parts.socket.limiter, parts.security)
