"""Rooms from the inside: nothing goes out before it is on disk, and a store that fails, a reader
that is slow, a table that nobody visits."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from gongzhu.cards import Card, Seat
from gongzhu.rules import Expose, Play
from gongzhu.server.config.settings import ServerConfig, Timeouts
from gongzhu.server.live.connection import Connection, Visitor
from gongzhu.server.live.messages import (
    Done,
    Goodbye,
    Refused,
    Request,
    Snapshot,
    ToPlayer,
    Update,
    YouAre,
)
from gongzhu.server.live.room import Room
from gongzhu.server.parts import Parts
from gongzhu.server.tables.opening import OpenTable
from gongzhu.store import StoreError, open_store
from gongzhu.table import ask_of
from gongzhu.table.commands import Ready, SeatBot, Sit, TakeBack
from gongzhu.table.facts import BotStoodIn, TookBack
from gongzhu.table.settings import Clock as TableClock

pytestmark = pytest.mark.rest

read_message = msgspec.json.Decoder(ToPlayer).decode
HOUR = 3_600_000


class Clock:
    """Time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class Ear:
    """Where a connection's frames end up."""

    def __init__(self) -> None:
        self.heard: list[ToPlayer] = []
        self.waiting = 0

    def write(self, payload: bytes) -> None:
        """Keep a frame."""
        self.heard.append(read_message(payload))

    def of(self, kind: type) -> list[Any]:
        """The messages of a kind."""
        return [message for message in self.heard if isinstance(message, kind)]


class Inside:
    """A server without sockets."""

    def __init__(self, context: Parts, clock: Clock) -> None:
        self.context = context
        self.clock = clock

    async def seat(self, name: str, **asked: Any) -> tuple[Room, Connection, Ear]:
        """Somebody new, with a table, and connected to it."""
        session, _ = await self.context.identity.create(name, "guest")
        room = self.context.tables.rooms[
            await self.context.tables.open(session.player, OpenTable(**asked), "here")
        ]
        ear = Ear()
        visitor = Visitor(session.player.id, session.player, session.device)
        connection = Connection(visitor, ear, 1000)
        room.join(connection, None)
        await room.settled()
        return room, connection, ear

    async def guest(self, room: Room, name: str) -> tuple[Connection, Ear]:
        """Somebody new who looks at a table."""
        session, _ = await self.context.identity.create(name, "guest")
        ear = Ear()
        visitor = Visitor(session.player.id, session.player, session.device)
        connection = Connection(visitor, ear, 1000)
        room.join(connection, None)
        return connection, ear

    async def later(self, milliseconds: int) -> None:
        """Let time pass."""
        self.clock.now += milliseconds
        for room in list(self.context.tables.rooms.values()):
            room._deadline.check()
        await asyncio.sleep(0)


@asynccontextmanager
async def inside(tmp_path: Path, config: ServerConfig | None = None) -> AsyncIterator[Inside]:
    """A server over a folder, in virtual time."""
    clock = Clock()
    store = await open_store(str(tmp_path / "data"))
    chance = Random("inside")
    try:
        context = await Parts.open(
            config or ServerConfig(processes=1, default_level="steady"),
            store,
            clock,
            chance.randbytes,
        )
        try:
            yield Inside(context, clock)
        finally:
            await context.close()
    finally:
        await store.close()


class Gate:
    """Holds up a store's appends, or lets them fail."""

    def __init__(self, context: Parts) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.fail = 0
        self._append: Callable[..., Awaitable[None]] = context.store.append
        # One store in the middle of a real server is to fail.
        context.store.append = self._held  # type: ignore[method-assign]

    async def _held(self, table: str, first: int, bodies: Sequence[bytes], **more: Any) -> None:
        await self.open.wait()
        if self.fail:
            self.fail -= 1
            raise StoreError("closed")
        await self._append(table, first, bodies, **more)


def test_nothing_goes_out_before_it_is_on_disk(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside(tmp_path) as server:
            room, connection, ear = await server.seat("Ann")
            other, theirs = await server.guest(room, "Bob")
            gate = Gate(server.context)
            gate.open.clear()
            ear.heard.clear()
            theirs.heard.clear()
            room.request(connection, Request("move", Sit(Seat(2))))
            room.request(connection, Request("move", Sit(Seat(2))))
            room.request(other, Request("sit", Sit(Seat(0))))
            for _ in range(20):
                await asyncio.sleep(0)
            assert ear.heard == theirs.heard == []
            seq = room.shown.seq
            gate.open.set()
            await room.settled()
            # Sent twice, done once, and told twice.
            assert ear.of(Done) == [Done("move", seq + 1)] * 2
            assert theirs.of(Done) == [Done("sit", seq + 2)]
            assert [update.seq for update in theirs.of(Update)] == [seq + 1]
            (seated,) = theirs.of(Snapshot)
            assert (seated.seq, seated.you.seat) == (seq + 2, 0)

    asyncio.run(story())


def test_what_the_store_did_not_take_did_not_happen(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside(tmp_path) as server:
            room, connection, ear = await server.seat("Ann")
            _, theirs = await server.guest(room, "Bob")
            before = room.shown
            gate = Gate(server.context)
            gate.fail = 1
            ear.heard.clear()
            theirs.heard.clear()
            room.request(connection, Request("move", Sit(Seat(2))))
            while not theirs.heard:
                await asyncio.sleep(0.001)
            (refused,) = ear.of(Refused)
            assert (refused.id, refused.code) == ("move", "not_saved")
            assert isinstance(ear.heard[-1], Snapshot)
            assert isinstance(theirs.heard[-1], Snapshot)
            assert room.shown.state == before.state
            room.request(connection, Request("move", Sit(Seat(2))))
            await room.settled()
            assert ear.of(Done) == [Done("move", before.seq + 1)]

    asyncio.run(story())


def test_cards_are_taken_back_by_a_snapshot_and_while_nobody_watches(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside(tmp_path) as server:
            room, connection, ear = await server.seat("Ann", start=True, preset="gongzhu-denexa")

            async def cards() -> list[Any]:
                """The cards played, once Ann is asked for one."""
                while True:
                    asked = ask_of(room.shown, Seat(0))
                    if asked is not None and asked.kind == "play":
                        assert room.shown.deal is not None
                        return list(room.shown.deal.public.plays)
                    if asked is not None:
                        room.request(connection, Request("none", Expose({})))
                    elif room.shown.state.stage == "calling":
                        await server.later(5_000)
                    await asyncio.sleep(0.001)

            before = await cards()
            asked = ask_of(room.shown, Seat(0))
            assert asked is not None
            room.request(connection, Request("play", Play(Card(asked.cards[0]))))
            await room.settled()
            room.request(connection, Request("back", TakeBack()))
            await room.settled()
            assert await cards() == before
            assert ear.of(Snapshot)[-1].seq == room.shown.seq
            assert not any(
                isinstance(fact, TookBack) for update in ear.of(Update) for fact in update.facts
            )
            room.request(connection, Request("again", Play(Card(asked.cards[0]))))
            await server.guest(room, "Bob")
            room.request(connection, Request("watched", TakeBack()))
            assert ear.of(Refused)[-1].code == "watched"

    asyncio.run(story())


def test_who_does_not_read_is_cut_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside(tmp_path) as server:
            room, connection, _ = await server.seat("Ann")
            slow, ear = await server.guest(room, "Bob")
            ear.waiting = 1001
            room.request(connection, Request("move", Sit(Seat(2))))
            await room.settled()
            assert ear.of(Goodbye)[0].code == "too_slow"
            assert slow.close_reason == "too_slow"

    asyncio.run(story())


def test_a_table_that_nobody_visits_leaves_the_memory_and_then_the_house(tmp_path: Path) -> None:
    timeouts = Timeouts(unload=HOUR / 1000, close=5 * HOUR / 1000)

    async def story() -> None:
        async with inside(
            tmp_path, ServerConfig(processes=1, timeouts=timeouts, default_level="steady")
        ) as server:
            tables = server.context.tables
            room, connection, _ = await server.seat("Ann")
            await server.later(2 * HOUR)
            await tables.sweep()
            assert await tables.room(room.name) is room
            room.leave(connection)
            await room.settled()
            await server.later(2 * HOUR)
            await tables.sweep()
            again = await tables.room(room.name)
            assert again is not None
            assert again is not room
            assert again.shown == room.shown
            await tables.sweep()
            await server.later(6 * HOUR)
            await tables.sweep()
            await again.settled()
            while tables.listed.listings():
                await asyncio.sleep(0.001)
            assert await tables.room(room.name) is None
            while not await server.context.store.tables(archived=True):
                await asyncio.sleep(0.001)

    asyncio.run(story())


def test_a_bot_stands_in_for_somebody_who_went_while_others_wait(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside(tmp_path) as server:
            room, ann, ear = await server.seat("Ann", bots={"2": "random", "3": "random"})
            bob, _ = await server.guest(room, "Bob")
            room.request(bob, Request("sit", Sit()))
            room.request(ann, Request("ann", Ready()))
            room.request(bob, Request("bob", Ready()))
            await room.settled()
            room.leave(bob)
            await server.later(59_000)
            await room.settled()
            facts = [fact for update in ear.of(Update) for fact in update.facts]
            assert not any(isinstance(fact, BotStoodIn) for fact in facts)
            await server.later(2_000)
            await room.settled()
            facts = [fact for update in ear.of(Update) for fact in update.facts]
            assert BotStoodIn(Seat(1)) in facts

    asyncio.run(story())


def test_a_server_that_was_away_says_so_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside(tmp_path) as server:
            room, _, _ = await server.seat("Ann")
            name, seq = room.name, room.shown.seq
        for _ in range(2):
            async with inside(tmp_path) as server:
                loaded = await server.context.tables.room(name)
                assert loaded is not None
                await loaded.settled()
                assert await server.context.tables.room(name) is loaded
                bodies = await server.context.store.read(name)
                # The second time nobody had come in between, and there is nothing to say.
                assert len(bodies) == seq + 1
                assert b'"resumed"' in bodies[-1]

    asyncio.run(story())


def test_who_missed_too_much_is_told_all_anew(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside(tmp_path) as server:
            room, connection, _ = await server.seat("Ann", bots={"1": "random", "2": "random"})
            back, ear = await server.guest(room, "Bob")
            start = room.shown.seq
            for number in range(100):
                room.request(connection, Request(f"r{number}", Ready(number % 2 == 0)))
            await room.settled()
            ear.heard.clear()
            room.join(back, start + 90)
            assert [update.seq for update in ear.of(Update)] == [*range(start + 91, start + 101)]
            assert isinstance(ear.heard[-1], YouAre)
            ear.heard.clear()
            room.join(back, start + 10)
            assert [type(message) for message in ear.heard] == [Snapshot]

    asyncio.run(story())


def test_who_is_there_and_does_nothing_is_played_for_at_a_public_table_without_a_clock(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with inside(tmp_path) as server:
            asked = {"access": "public", "clock": TableClock(idle=60), "preset": "gongzhu-denexa"}
            room, ann, ear = await server.seat("Ann", bots={"2": "random", "3": "random"}, **asked)
            bob, _ = await server.guest(room, "Bob")
            room.request(bob, Request("sit", Sit()))
            room.request(ann, Request("ann", Ready()))
            room.request(bob, Request("bob", Ready()))
            await room.settled()
            await server.later(5_000)  # nobody puts a number into the deal
            await room.settled()
            assert room.shown.state.stage == "playing"

            def stood_in() -> list[int]:
                facts = [fact for update in ear.of(Update) for fact in update.facts]
                return [fact.seat for fact in facts if isinstance(fact, BotStoodIn)]

            await server.later(59_000)
            await room.settled()
            assert stood_in() == []
            await server.later(1_000)
            await room.settled()
            assert stood_in() == [0, 1]
            assert all(seat.online for seat in room.shown.state.seats[:2])

    asyncio.run(story())


def test_reconnecting_alone_does_not_fill_the_log(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside(tmp_path) as server:
            room, ann, _ = await server.seat("Ann")
            start = room.shown.seq
            for _ in range(50):
                room.leave(ann)
                room.join(ann, room.shown.seq)
            await room.settled()
            # Gone once and back; all later departures wait for one moment.
            assert room.shown.seq == start + 2
            room.leave(ann)
            assert room.busy, "a table that waits to note a departure stays in memory"
            await asyncio.sleep(1.1)
            await room.settled()
            assert not room.shown.state.seats[0].online
            room.join(ann, room.shown.seq)
            # Who acts is noted at once again.
            room.request(ann, Request("bot", SeatBot(Seat(1), "random")))
            room.leave(ann)
            await room.settled()
            assert not room.shown.state.seats[0].online

    asyncio.run(story())
