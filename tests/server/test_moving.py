"""A table goes to another server: not from under those who are about to come, and its players are
sent on when it can be had there, and not before."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec
import pytest

from gongzhu.cards import Seat
from gongzhu.server.live.messages import Request
from gongzhu.server.lobby.handlers import TableOpened
from gongzhu.server.tables.tables import LONGEST_LEAVING
from gongzhu.store import LockLost, StoreError, TableSummary
from gongzhu.table.commands import Sit
from tests.support.in_process import InProcess, Observer, in_process
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import VirtualLoop, run

HELLO = '{"type":"hello","since":null}'


class OneOfSeveral(MemoryStore):
    """A store of several on one database; the others want nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.guests: dict[str, Observer] = {}
        """By table, who is there."""
        self.given: list[tuple[set[str], set[str]]] = []
        """The tables that were given back, and those whose guests were told to come again before,
        time by time."""
        self.let_go_at: float | None = None
        """When all tables were."""
        self.held: set[str] = set()
        """Tables whose leases another one has, which cannot be found."""
        self.visited: set[str] = set()
        """Tables at which somebody is there."""

    @property
    def alone(self) -> bool:
        return False

    async def take(self, tables: Sequence[str]) -> set[str]:
        return set(tables) - self.held

    async def owner(self, table: str) -> str | None:
        """See `Store`."""
        return "two" if table in self.held else None

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        return self.visited

    async def give_back(self, tables: Sequence[str]) -> None:
        sent_on = {table for table, guest in self.guests.items() if told(guest, b'"goodbye"')}
        self.given.append((set(tables), sent_on))

    def let_go(self) -> None:
        self.let_go_at = asyncio.get_running_loop().time()


def told(guest: Observer, what: bytes) -> bool:
    """True if somebody was told something that has this in it."""
    return any(what in frame for frame in guest.transcript)


async def a_table(server: InProcess, name: str) -> str:
    """The name of a new table, where nobody is."""
    host = await server.person(name)
    answer = await server.request(host, "POST", "/api/tables", {"preset": "gongzhu-pagat"})
    return msgspec.json.decode(answer.body, type=TableOpened).table


async def held_elsewhere(server: InProcess, store: OneOfSeveral) -> str:
    """The name of a new table that another server has by now."""
    table = await a_table(server, "bob")
    store.held = {table}
    server.app.state.parts.tables.lost()
    return table


@asynccontextmanager
async def one_of_several(loop: VirtualLoop) -> AsyncIterator[tuple[InProcess, OneOfSeveral]]:
    """A server that shares its store with others."""
    store = OneOfSeveral()
    async with in_process(loop, "moving", store) as server:
        yield server, store


def test_whoever_is_at_the_wrong_server_is_told_the_right_one() -> None:
    async def act(loop: VirtualLoop) -> None:
        async with one_of_several(loop) as (server, store):
            table, ann = await a_table(server, "bob"), await server.person("ann")
            (await server.socket(ann, table)).put(HELLO)
            await loop.quiet()
            assert told(ann, b'"snapshot"')
            # Others may have all tables: nobody is served what may be old.
            store.held = {table}
            store.news.put_nowait(LockLost())
            await loop.quiet()
            assert told(ann, b'"moved"')
            eve = await server.person("eve")
            await server.socket(eve, table)
            await loop.quiet()
            assert told(eve, b'"again":true,"server":"two"')

    run(act)


def test_a_table_that_is_closed_elsewhere_is_unknown_here() -> None:
    async def act(loop: VirtualLoop) -> None:
        async with one_of_several(loop) as (server, store):
            tables = server.app.state.parts.tables
            table = await held_elsewhere(server, store)
            with pytest.raises(StoreError):
                await tables.room(table)
            tables.listed.remove(table)
            store.summaries_of = nothing  # type: ignore[method-assign]
            assert await tables.room(table) is None

    async def nothing(tables: Sequence[str]) -> list[TableSummary]:
        return []

    run(act)


def test_a_table_that_is_in_use_elsewhere_is_not_closed_soon_after() -> None:
    async def act(loop: VirtualLoop) -> None:
        async with one_of_several(loop) as (server, store):
            tables, table = server.app.state.parts.tables, await a_table(server, "bob")
            timeouts = server.app.state.parts.config.timeouts
            store.held = store.visited = {table}
            store.news.put_nowait(LockLost())
            await loop.advance(timeouts.close - 2 * timeouts.sweep)
            store.held = store.visited = set()
            await loop.advance(timeouts.close - 2 * timeouts.sweep)
            assert table in tables.listed
            await loop.advance(4 * timeouts.sweep)
            assert table not in tables.listed

    run(act)


def test_a_server_that_stops_sends_everybody_on_to_tables_that_can_be_had() -> None:
    async def act(loop: VirtualLoop) -> None:
        async with one_of_several(loop) as (server, store):
            for number in range(5):
                table = await a_table(server, f"host {number}")
                store.guests[table] = await server.person(f"guest {number}")
                (await server.socket(store.guests[table], table)).put(HELLO)
            await loop.quiet()
            # When they were opened, they were left to the server that their players come to.
            store.given.clear()
            await server.app.state.parts.tables.goodbye()
            assert store.given == [(set(store.guests), set())]
            assert all(told(guest, b'"restarting"') for guest in store.guests.values())

    run(act)


def test_a_server_that_cannot_write_as_it_stops_keeps_its_tables_from_nobody() -> None:
    async def act(loop: VirtualLoop) -> None:
        async with one_of_several(loop) as (server, store):
            table, ann = await a_table(server, "bob"), await server.person("ann")
            socket = await server.socket(ann, table)
            socket.put(HELLO)
            await loop.quiet()
            store.given.clear()

            async def never(*_: object, **__: object) -> None:
                await asyncio.Future[None]()

            # One method of the store is to wait for ever.
            store.append = never  # type: ignore[method-assign]
            socket.put(msgspec.json.encode(Request("sit", Sit(Seat(1)))).decode())
            await loop.quiet()
            began = loop.time()
            leaving = asyncio.create_task(server.app.state.parts.tables.goodbye())
            await loop.advance(LONGEST_LEAVING)
            await leaving
            assert store.given == []
            assert store.let_go_at == began + LONGEST_LEAVING
            assert told(ann, b'"moved"')
            assert not told(ann, b'"done"')

    run(act)
