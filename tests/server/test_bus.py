"""Other servers are heard on, whatever becomes of one message."""

import asyncio
from typing import cast

import msgspec
from structlog.testing import capture_logs

from gongzhu.server.cluster.bus import VISITS_EVERY, Bus
from gongzhu.server.cluster.messages import BlocksChanged, Message, SignedOut
from gongzhu.store import LockLost, MessageReceived, News, Store, StoreError, SummariesChanged
from tests.support import virtual_time
from tests.support.virtual_time import VirtualLoop


class Shared:
    """A store that others write to as well."""

    alone = False

    def __init__(self) -> None:
        self.news = asyncio.Queue[News]()
        self.shared = 0

    async def share_visited(self, tables: list[str]) -> set[str]:
        """See `Store`; the first time something unforeseen happens."""
        self.shared += 1
        if self.shared == 1:
            raise LookupError(tables)
        return {"elsewhere"}


class Hearing:
    """Fails in several ways at what it hears, and remembers the rest."""

    def __init__(self) -> None:
        self.heard_of: list[str] = []
        self.relisted: list[list[str] | None] = []
        self.losses = 0

    def lost(self) -> None:
        """See `Member`."""
        self.losses += 1

    def visited(self) -> list[str]:
        """See `Member`."""
        return []

    async def relist(self, tables: list[str] | None) -> None:
        """See `Member`."""
        self.relisted.append(tables)
        if tables == ["broken"]:
            raise ValueError(tables)

    async def heard(self, message: Message) -> None:
        """See `Member`."""
        assert isinstance(message, SignedOut | BlocksChanged)
        if message.player == "mistake":
            raise KeyError(message.player)
        if message.player == "slow":
            await asyncio.sleep(VISITS_EVERY)
        if message.player == "no store":
            raise StoreError("closed")
        self.heard_of.append(message.player)

    async def missed(self) -> None:
        """See `Member`."""
        self.heard_of.append("all")


def test_no_fault_ends_the_hearing() -> None:
    async def hearing(loop: VirtualLoop) -> None:
        store, member = Shared(), Hearing()
        bus = Bus(cast("Store", store))
        bus.start(member)
        encode = msgspec.json.encode
        with capture_logs() as logs:
            store.news.put_nowait(SummariesChanged(("broken",)))
            for message in (
                b'{"type":"signed_out","player":"\xff"}',
                b'{"type":"from a newer program"}',
                encode(SignedOut("mistake")),
                encode(BlocksChanged("Ann")),
                encode(SignedOut("no store")),
                encode(BlocksChanged("Bob")),
            ):
                store.news.put_nowait(MessageReceived(message))
            await loop.advance(VISITS_EVERY)
            store.news.put_nowait(MessageReceived(encode(SignedOut("Cleo"))))
            await loop.advance(VISITS_EVERY)
        bus.stop()
        await asyncio.sleep(0)
        assert member.heard_of == ["Ann", "Bob", "all", "Cleo"]
        assert member.relisted == [["broken"], None]
        assert bus.visited == {"elsewhere"}
        events = [log["event"] for log in logs]
        assert sorted(events) == ["not_heard"] * 4 + ["not_relisted", "not_shared"]

    virtual_time.run(hearing)


def test_the_loss_of_all_tables_waits_for_nothing() -> None:
    async def losing(loop: VirtualLoop) -> None:
        store, member = Shared(), Hearing()
        bus = Bus(cast("Store", store))
        bus.start(member)
        store.news.put_nowait(MessageReceived(msgspec.json.encode(SignedOut("slow"))))
        store.news.put_nowait(LockLost())
        await loop.quiet()
        assert member.losses == 1
        assert member.heard_of == []
        bus.stop()
        await asyncio.sleep(0)

    virtual_time.run(losing)
