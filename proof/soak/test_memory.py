"""Nothing is left behind, and memory is searched for what might be, not while tables are played."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress

import httpx2
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.server import ServerProtocol

from gongzhu.server.app import create_app
from gongzhu.server.config.settings import ServerConfig, Timeouts
from gongzhu.server.edge.gate import BoundedRequests, Gate
from gongzhu.server.edge.socket import SocketProtocol
from gongzhu.server.live.connection import Connection
from gongzhu.server.live.messages import Hello, Request
from gongzhu.server.live.room import Room
from gongzhu.server.monitoring.gc_policy import ENOUGH, GcPolicy, freeze_startup_objects
from gongzhu.server.serving import listen
from gongzhu.server.tables.opening import OpenTable
from gongzhu.table.commands import Close
from proof.players.socket_player import Guest, encode
from tests.support.memory_store import MemoryStore

STANDING = {Connection, SocketProtocol, ServerProtocol, Gate, H11Protocol, Room}
"""The objects of a socket, and of the connection by which its table was opened."""
PASSING = tuple(STANDING)


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _own_settings() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_all_of_memory_is_not_searched_by_itself() -> None:
    young, middle, _ = gc.get_threshold()
    freeze_startup_objects()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[:2] == (young, middle)
    assert gc.get_threshold()[2] > 1_000_000


def test_what_closed_connections_leave_is_found_in_the_end() -> None:
    freeze_startup_objects()
    gc_policy = GcPolicy()
    knot = Knot()
    gone = weakref.ref(knot)
    gc.collect()
    del knot
    for _ in range(ENOUGH + 9):
        gc_policy.connection_closed(open_ones=10)
    assert gone() is not None
    gc_policy.connection_closed(open_ones=10)
    assert gone() is None


@asynccontextmanager
async def serving() -> AsyncIterator[str]:
    """A server in this loop, as it is run over sockets; its address."""
    config = ServerConfig(processes=1, timeouts=Timeouts(arrival=0.0))
    app = create_app(config, MemoryStore(), command=("cat",))
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(
        uvicorn.Config(
            BoundedRequests(app),
            http=Gate,
            ws=SocketProtocol,
            h11_max_incomplete_event_size=config.limits.header_bytes,
            log_config=None,
        )
    )
    task = asyncio.create_task(server._serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield "http://{}:{}".format(*listener.getsockname())
    finally:
        server.should_exit = True
        await task


def alive() -> list[object]:
    """What ought to pass with its connection or its table."""
    # Not `isinstance`, which takes a weak proxy for what it stands for.
    return [thing for thing in gc.get_objects() if issubclass(type(thing), PASSING)]


async def come_and_go() -> list[object]:
    """Somebody opens a table, comes to it and closes it; what is left of that."""
    async with serving() as base:
        async with httpx2.AsyncClient(trust_env=False) as http:
            person = await Guest.arrive(http, base, "ann")
            table = await person.open(http, OpenTable())
            async with person.socket(table) as socket:
                await socket.send(encode(Hello()).decode())
                await socket.recv()
                assert {type(thing) for thing in alive()} == STANDING
                await socket.send(encode(Request("1", Close())).decode())
                async for _ in socket:
                    pass
        for _ in range(3000):
            if not alive():
                break
            await asyncio.sleep(0.01)
        return alive()


REFUSED = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000,
    b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"no such method\r\n\r\n",
)


async def be_refused() -> list[object]:
    """Somebody sends what closes the connection, over several; what is left of that."""

    async def send(sent: bytes) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(sent)
        with suppress(ConnectionError):
            await reader.read(1 << 16)
        writer.close()

    async with serving() as base:
        host, port = base.removeprefix("http://").split(":")
        await asyncio.gather(*map(send, REFUSED))
        for _ in range(3000):
            # The exceptions of parsers hold their frames, as long as nobody searches what is young.
            gc.collect(0)
            if not alive():
                break
            await asyncio.sleep(0.01)
        return alive()


@pytest.mark.parametrize("happens", [come_and_go, be_refused])
def test_tables_and_connections_are_gone_when_they_are_closed(
    happens: Callable[[], Coroutine[None, None, list[object]]],
) -> None:
    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(happens()) == []
    finally:
        gc.enable()
