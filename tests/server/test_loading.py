"""A server that starts reads many tables together, and one of them may fail."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import pytest

from gongzhu.cards import seats
from gongzhu.server.app import wall_clock
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.parts import Parts
from gongzhu.server.tables.opening import OpenTable
from gongzhu.store import StoreError
from tests.support.memory_store import MemoryStore

pytestmark = pytest.mark.rest

BOTS = {str(seat): "random" for seat in seats(4)[1:]}
GAME = OpenTable(preset="gongzhu-pagat", bots=BOTS, start=True)


class Failing(MemoryStore):
    """Takes a moment for what it writes, and refuses one table at once, as often as it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.refused = ""
        self.times = 0

    async def append(self, table: str, first: int, bodies: Sequence[bytes], **more: Any) -> None:
        if table == self.refused and self.times:
            self.times -= 1
            raise StoreError("disk_full", file="disk", error="full")
        await asyncio.sleep(0.01)
        await super().append(table, first, bodies, **more)


async def start(store: MemoryStore) -> Parts:
    return await Parts.open(
        ServerConfig(processes=1), store, wall_clock, secrets.token_bytes, ("cat",)
    )


async def one_fails() -> None:
    store = Failing()
    context = await start(store)
    session, _ = await context.identity.create("Ann", "guest")
    names = [await context.tables.open(session.player, GAME, "here") for _ in range(5)]
    await context.close()
    before = {name: len(store.rows.logs[name]) for name in names}

    store.refused, store.times = names[2], 1
    context = await start(store)
    rooms = await asyncio.gather(*map(context.tables.room, names), return_exceptions=True)
    assert [isinstance(room, StoreError) for room in rooms] == [name == names[2] for name in names]
    assert await context.tables.room(names[2]) is not None
    await context.close()
    # Each says once that the server was away, however often it was read.
    for name, entries in before.items():
        news = [body for body in store.rows.logs[name][entries:] if b'"resumed"' in body]
        assert len(news) == 1


def test_one_table_that_cannot_be_written_holds_up_no_other() -> None:
    asyncio.run(one_fails())
