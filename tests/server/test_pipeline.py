"""The way of a table's entries: nothing is acknowledged or published before it is on disk."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from gongzhu.cards import Seat
from gongzhu.server.live.messages import Done, Refused
from gongzhu.server.live.pipeline import PAUSES, PendingEntry, Pipeline, State
from gongzhu.server.live.summary import listing_of
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.store import StoredTable, StoreError, TableMoved
from gongzhu.table import Player, Table, step, step_server, write_entry
from gongzhu.table.commands import Disconnect, Ready, Sit
from tests.server.live_tables import START, connected, table_of
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import VirtualLoop, run


class Disk(MemoryStore):
    """A store that can be held up, and that can fail."""

    def __init__(self) -> None:
        super().__init__()
        self.open = asyncio.Event()
        self.open.set()
        self.batches: list[int] = []
        """Entries of each append that was taken."""
        self.is_anothers = False
        """True if another server has every table."""
        self.asked: list[float] = []
        """The times at which the table was read again."""

    async def append(self, table: str, first: int, bodies: Sequence[bytes], **more: Any) -> None:
        await self.open.wait()
        if self.is_anothers:
            raise TableMoved(table)
        await super().append(table, first, bodies, **more)
        self.batches.append(len(bodies))

    async def stored_tables(self, first: str, last: str) -> list[StoredTable]:
        self.asked.append(asyncio.get_running_loop().time())
        return await super().stored_tables(first, last)


class Scene:
    """A pipeline whose ends are here."""

    def __init__(self, loop: VirtualLoop) -> None:
        table, entries = table_of("ann", "bob")
        self.disk = Disk()
        self.published: list[int] = []
        self.restarted: list[Table] = []
        self.fault: Exception | None = None
        """Raised where an entry is published."""
        self.loop = loop
        self._entries = entries
        listing = listing_of(table, (), None)
        self.moved = 0
        """Times that the table was found to have moved."""
        self.pipeline = Pipeline(
            table,
            listing,
            self.disk,
            Metrics(),
            publish=self._publish,
            restart=self.restarted.append,
            moved=self._move,
        )

    async def begin(self) -> None:
        """Put the table on the disk."""
        name = self.pipeline.decided.state.table
        await self.disk.append(name, 1, [write_entry(entry) for entry in self._entries])
        self.disk.batches.clear()

    def _publish(self, pending: PendingEntry) -> None:
        if self.fault is not None:
            raise self.fault
        self.published.append(pending.seq)

    def _move(self) -> None:
        self.moved += 1
        self.pipeline.abandon()

    @property
    def now(self) -> tuple[State, bool]:
        """The state, and whether entries are on their way."""
        return self.pipeline.state, self.pipeline.busy

    def decide(self, player: str, seat: int) -> PendingEntry:
        """Move a player to another seat."""
        sitting = Player(player, player.title())
        changed = step(self.pipeline.decided, sitting, Sit(Seat(seat)), START, request="x")
        assert self.pipeline.queue(changed)
        return self.pipeline._pending[-1]


def scene_test(story: Callable[[Scene], Awaitable[None]]) -> Callable[[], None]:
    """A test over a pipeline."""

    async def play(loop: VirtualLoop) -> None:
        scene = Scene(loop)
        await scene.begin()
        await story(scene)

    return lambda: run(play)


async def _durable_before_told(scene: Scene) -> None:
    pipeline, disk = scene.pipeline, scene.disk
    connection, heard = connected("ann")
    disk.open.clear()
    first = scene.decide("ann", 3)
    pipeline.acknowledge(connection, "a", first.seq)
    await scene.loop.quiet()
    second = scene.decide("bob", 2)
    third = scene.decide("ann", 0)
    # Sent once more while it is on its way.
    pipeline.acknowledge(connection, "a again", first.seq)
    pipeline.acknowledge(connection, "b", third.seq)
    await scene.loop.quiet()
    assert scene.now == (State.RUNNING, True)
    assert pipeline.decided is third.after
    assert (scene.published, heard.messages) == ([], [])
    disk.open.set()
    await pipeline.settled()
    assert scene.published == [first.seq, second.seq, third.seq]
    assert heard.take() == [
        Done("a", first.seq),
        Done("a again", first.seq),
        Done("b", third.seq),
    ]
    # What came while the disk was busy went there together.
    assert disk.batches == [1, 2]
    assert scene.now == (State.RUNNING, False)
    pipeline.acknowledge(connection, "a once more", first.seq)
    assert heard.take() == [Done("a once more", first.seq)]


async def _nothing_changed(scene: Scene) -> None:
    before = scene.pipeline.decided
    assert not scene.pipeline.queue(step(before, Player("ann"), Ready(False), START))
    await scene.pipeline.settled()
    assert scene.pipeline.decided is before
    assert scene.disk.batches == []


async def _a_store_that_fails(scene: Scene) -> None:
    pipeline, disk = scene.pipeline, scene.disk
    connection, heard = connected("ann")
    before = pipeline.decided
    disk.broken = True
    lost = scene.decide("ann", 3)
    pipeline.acknowledge(connection, "a", lost.seq)
    with pytest.raises(StoreError):
        await pipeline.settled()
    assert scene.now == (State.REREADING, False)
    (refused,) = heard.take()
    assert isinstance(refused, Refused)
    assert (refused.id, refused.code) == ("a", "not_saved")
    for pause in (*PAUSES, PAUSES[-1]):
        await scene.loop.advance(pause)
    waits = [later - sooner for sooner, later in zip(disk.asked, disk.asked[1:], strict=False)]
    assert waits == pytest.approx([*PAUSES, PAUSES[-1]])
    disk.broken = False
    await scene.loop.advance(PAUSES[-1])
    assert scene.now == (State.RUNNING, False)
    assert scene.restarted == [before]
    assert pipeline.decided == before
    assert scene.published == []
    # What is not on disk is not in the lists either.
    assert lost.listing.players[3] == "ann"
    away = step_server(pipeline.decided, Disconnect("bob"), START)
    assert pipeline.queue(away)
    assert pipeline._pending[-1].listing.players[3] is None
    again = scene.decide("ann", 3)
    await pipeline.settled()
    assert scene.published == [again.seq - 1, again.seq]


async def _a_mistake_where_it_is_published(scene: Scene) -> None:
    pipeline = scene.pipeline
    scene.fault = RuntimeError("a mistake")
    pending = scene.decide("ann", 3)
    await scene.loop.quiet()
    # It is on disk, and stays.
    assert scene.now == (State.RUNNING, False)
    assert scene.restarted == [pending.after]
    scene.fault = None
    scene.decide("ann", 0)
    await pipeline.settled()
    assert scene.published == [pending.seq + 1]


async def _stopping(scene: Scene) -> None:
    pipeline, disk = scene.pipeline, scene.disk
    disk.open.clear()
    pending = scene.decide("ann", 3)
    await scene.loop.quiet()
    stopping = scene.loop.create_task(pipeline.stop())
    await scene.loop.quiet()
    assert scene.now == (State.STOPPED, True)
    assert not stopping.done()
    disk.open.set()
    await stopping
    assert scene.published == [pending.seq]


async def _stopping_while_the_store_is_away(scene: Scene) -> None:
    pipeline, disk = scene.pipeline, scene.disk
    disk.broken = True
    scene.decide("ann", 3)
    await scene.loop.advance(1)
    assert scene.now == (State.REREADING, False)
    stopping = scene.loop.create_task(pipeline.stop())
    disk.broken = False
    await scene.loop.advance(PAUSES[-1])
    assert stopping.done()
    assert scene.now == (State.STOPPED, False)
    assert (scene.published, scene.restarted) == ([], [])


async def _a_table_that_is_no_longer_there(scene: Scene) -> None:
    pipeline, disk = scene.pipeline, scene.disk
    await disk.archive(pipeline.decided.state.table)
    scene.decide("ann", 3)
    await scene.loop.advance(100)
    # Nothing is taken for it any more, and nobody asks for it again and again.
    assert scene.now == (State.REREADING, False)
    assert len(disk.asked) == 1
    assert scene.restarted == []


async def _a_table_that_another_server_has(scene: Scene) -> None:
    pipeline, disk = scene.pipeline, scene.disk
    connection, heard = connected("ann")
    disk.is_anothers = True
    pipeline.acknowledge(connection, "a", scene.decide("ann", 3).seq)
    with pytest.raises(StoreError, match="another server"):
        await pipeline.settled()
    await scene.loop.advance(100)
    # It is not read again and not gone on with, and only the other server answers.
    assert scene.now == (State.STOPPED, False)
    assert scene.moved == 1
    assert (scene.published, scene.restarted, heard.messages, disk.asked) == ([], [], [], [])


async def _abandoned_while_it_is_written(scene: Scene) -> None:
    pipeline, disk = scene.pipeline, scene.disk
    connection, heard = connected("ann")
    disk.open.clear()
    pipeline.acknowledge(connection, "a", scene.decide("ann", 3).seq)
    await scene.loop.quiet()
    pipeline.abandon()
    disk.open.set()
    await scene.loop.quiet()
    # It is on disk; whoever sends it again to the other server hears so there.
    assert disk.batches == [1]
    assert scene.now == (State.STOPPED, False)
    assert (scene.published, heard.messages, scene.moved) == ([], [], 0)


test_an_entry_is_on_disk_before_it_is_acknowledged_or_published = scene_test(_durable_before_told)
test_what_changes_nothing_is_not_written = scene_test(_nothing_changed)
test_entries_that_a_store_did_not_take_have_not_happened = scene_test(_a_store_that_fails)
test_a_mistake_of_the_program_loses_nothing = scene_test(_a_mistake_where_it_is_published)
test_what_was_decided_is_written_before_it_stops = scene_test(_stopping)
test_it_stops_though_the_store_is_away = scene_test(_stopping_while_the_store_is_away)
test_a_table_that_is_gone_is_not_read_for_ever = scene_test(_a_table_that_is_no_longer_there)
test_a_table_that_another_server_has_is_let_go = scene_test(_a_table_that_another_server_has)
test_what_is_abandoned_is_not_told = scene_test(_abandoned_while_it_is_written)
