"""Other servers are heard on, whatever becomes of one message."""

import asyncio
from types import SimpleNamespace
from typing import cast

import msgspec
from structlog.testing import capture_logs

from gongzhu.server.peers import VISITS_EVERY, BlocksChanged, PeerMessage, Peers, SignedOut
from gongzhu.server.services import Services
from gongzhu.store import StoreError
from tests.support import virtual_time
from tests.support.virtual_time import VirtualLoop


class Told:
    """A store that others write to as well."""

    alone = False

    def __init__(self) -> None:
        self.shared = 0

    async def share_visited(self, tables: list[str]) -> set[str]:
        """See `Store`; the first time something unforeseen happens."""
        self.shared += 1
        if self.shared == 1:
            raise LookupError(tables)
        return {"elsewhere"}

    def on_listed(self, tables: list[str] | None) -> None:
        """Set by `Peers`."""

    def on_told(self, message: bytes) -> None:
        """Set by `Peers`."""


class Hearing:
    """Fails in several ways at what it hears, and remembers the rest."""

    def __init__(self) -> None:
        self.heard_of: list[str] = []

    async def heard(self, message: PeerMessage) -> None:
        """See `Hearer`."""
        assert isinstance(message, SignedOut | BlocksChanged)
        if message.player == "mistake":
            raise KeyError(message.player)
        if message.player == "no store":
            raise StoreError("closed")
        self.heard_of.append(message.player)

    async def missed(self) -> None:
        """See `Hearer`."""
        self.heard_of.append("all")


def test_no_fault_ends_the_hearing() -> None:
    async def hearing(loop: VirtualLoop) -> None:
        store, hearer = Told(), Hearing()
        relisted: list[list[str] | None] = []

        async def relist(tables: list[str] | None) -> None:
            relisted.append(tables)
            if tables == ["broken"]:
                raise ValueError(tables)

        services = cast("Services", SimpleNamespace(store=store))
        peers = Peers(services, relist, list)
        peers.hearer = hearer
        peers.start()
        encode = msgspec.json.encode
        with capture_logs() as logs:
            store.on_listed(["broken"])
            for message in (
                b'{"type":"signed_out","player":"\xff"}',
                b'{"type":"from a newer program"}',
                encode(SignedOut("mistake")),
                encode(BlocksChanged("Ann")),
                encode(SignedOut("no store")),
                encode(BlocksChanged("Bob")),
            ):
                store.on_told(message)
            await loop.advance(VISITS_EVERY)
            store.on_told(encode(SignedOut("Cleo")))
            await loop.advance(VISITS_EVERY)
        peers.stop()
        await asyncio.sleep(0)
        assert hearer.heard_of == ["Ann", "Bob", "all", "Cleo"]
        assert relisted == [["broken"], None]
        assert peers.visited == {"elsewhere"}
        events = [log["event"] for log in logs]
        assert sorted(events) == ["not_heard"] * 4 + ["not_relisted", "not_shared"]

    virtual_time.run(hearing)
