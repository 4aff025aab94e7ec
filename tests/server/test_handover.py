"""A connection that comes to the wrong worker is handed on to the one that has the table."""

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvloop
from uvicorn import Config
from uvicorn.server import ServerState

from gongzhu.server import handover
from gongzhu.server.admission import ADMISSION, Admission
from gongzhu.server.config import ServerConfig
from gongzhu.server.handover import HANDED, Doorway, HandedToOwners
from gongzhu.server.http_protocol import HttpProtocol
from gongzhu.server.metrics import Metrics, of_workers
from gongzhu.server.origins import Origins
from gongzhu.server.security import SecurityLog
from gongzhu.server.socket_protocol import SocketProtocol
from gongzhu.store import Owner

pytestmark = pytest.mark.rest

EPOCH = 7
HANDSHAKE = (
    b"GET /api/tables/abc/socket?lang=zh HTTP/1.1\r\nHost: cards\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)


class Worker:
    """A worker without tables; `owner` is what it knows of the one that it is asked for."""

    def __init__(self, folder: Path, number: int) -> None:
        self.doorway = Doorway(folder, number, os.getpid() + number)
        self.owner: Owner | None = None
        self.number = number
        self._config = Config(
            HandedToOwners(self._app),
            http=HttpProtocol,
            ws=SocketProtocol,
            proxy_headers=False,
            log_config=None,
        )
        self._config.load()
        admission = Admission(
            ServerConfig(), Origins(None, ()), Metrics(), SecurityLog(), lambda: 0
        )
        self._state = self._config, ServerState(), {ADMISSION: admission}
        metrics = Metrics()
        metrics.tables.set(number)
        store = cast(Any, SimpleNamespace(epoch=EPOCH))
        self.doorway.open(store, metrics.page, self._state)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        """Tell who has answered, and whom."""
        host, port = scope["client"]
        told = f"{self.number} {host}:{port} {scope['path']} {HANDED in scope['state']}".encode()
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "bytes": told})
            await send({"type": "websocket.close", "code": 1000})
            return
        while (message := await receive())["more_body"]:
            told += b" " + message["body"]
        told += b" " + message["body"]
        length = (b"content-length", b"%d" % len(told))
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": told})

    async def listen(self) -> asyncio.Server:
        async def owner(name: str) -> Owner | None:
            assert name == "abc"
            return self.owner

        tables = SimpleNamespace(relocation=SimpleNamespace(owner=owner))
        context = SimpleNamespace(doorway=self.doorway, tables=tables)
        app = SimpleNamespace(state=SimpleNamespace(context=context))
        inner = self._config.loaded_app

        async def outer(scope: Any, receive: Any, send: Any) -> None:
            await inner({**scope, "app": app}, receive, send)

        self._config.loaded_app = outer
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: HttpProtocol(*self._state), "127.0.0.1", 0)


@asynccontextmanager
async def workers(folder: Path) -> AsyncIterator[tuple[Worker, Worker, int]]:
    """Two workers, and the port of the first."""
    one, two = Worker(folder, 1), Worker(folder, 2)
    server, other = await one.listen(), await two.listen()
    one.owner = Owner(EPOCH, str(two.doorway.path))
    try:
        yield one, two, server.sockets[0].getsockname()[1]
    finally:
        for opened in (server, other):
            opened.close()
        for worker in (one, two):
            worker.doorway.close()


class Visitor:
    """A connection to a port."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        host, port = writer.get_extra_info("sockname")
        self.address = f"{host}:{port}"

    @classmethod
    @asynccontextmanager
    async def come(cls, port: int) -> "AsyncIterator[Visitor]":
        visitor = cls(*await asyncio.open_connection("127.0.0.1", port))
        try:
            yield visitor
        finally:
            visitor.writer.close()
            await visitor.writer.wait_closed()

    async def answer(self) -> str:
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        return (await self.reader.readexactly(length)).decode()

    async def ask(self, body: bytes, rest: bytes = b"") -> str:
        whole = body + rest
        head = b"POST /api/tables/abc/number HTTP/1.1\r\nHost: cards\r\nContent-Length: %d\r\n\r\n"
        self.writer.write(head % len(whole) + body)
        if rest:
            await asyncio.sleep(0.05)
            self.writer.write(rest)
        return await self.answer()


def test_a_request_is_answered_by_the_worker_that_has_the_table(tmp_path: Path) -> None:
    async def act() -> None:
        async with workers(tmp_path) as (_, _, port), Visitor.come(port) as visitor:
            told = f"2 {visitor.address} /api/tables/abc/number"
            assert await visitor.ask(b"first") == f"{told} True first"
            # The connection stays where it is, and its next request is like any other.
            assert await visitor.ask(b"third") == f"{told} False third"

    uvloop.run(act())


def test_the_beginning_of_the_next_request_is_not_lost(tmp_path: Path) -> None:
    async def act() -> None:
        async with workers(tmp_path) as (_, _, port), Visitor.come(port) as visitor:
            head = (
                b"POST /api/tables/abc/number HTTP/1.1\r\nHost: cards\r\nContent-Length: 5\r\n\r\n"
            )
            both = (head + b"first") + (head + b"other")
            visitor.writer.write(both[:-40])
            first = await visitor.answer()
            visitor.writer.write(both[-40:])
            assert first.endswith(" first")
            assert (await visitor.answer()).endswith(" other")

    uvloop.run(act())


def test_a_body_that_comes_in_pieces_is_whole(tmp_path: Path) -> None:
    async def act() -> None:
        async with workers(tmp_path) as (_, _, port), Visitor.come(port) as visitor:
            told = await visitor.ask(b"ab" * 1000, b"cd" * 1000)
            assert told.partition(" True ")[2].replace(" ", "") == "ab" * 1000 + "cd" * 1000

    uvloop.run(act())


def test_a_socket_is_opened_by_the_worker_that_has_the_table(tmp_path: Path) -> None:
    async def act() -> None:
        async with workers(tmp_path) as (_, _, port), Visitor.come(port) as visitor:
            visitor.writer.write(HANDSHAKE)
            head = await visitor.reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 101")
            assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head
            frame = await visitor.reader.readexactly(2)
            told = (await visitor.reader.readexactly(frame[1])).decode()
            assert told == f"2 {visitor.address} /api/tables/abc/socket True"

    uvloop.run(act())


def test_what_nobody_takes_is_answered_where_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "PATIENCE", 0.1)
    monkeypatch.setattr(handover, "HANDING_ON", 0.2)

    async def act() -> None:
        async with workers(tmp_path) as (one, two, port):
            with socket.socket(socket.AF_UNIX) as silent:
                silent.bind(str(tmp_path / "silent.sock"))
                silent.listen(1)
                for owner in (
                    None,
                    Owner(EPOCH + 1, str(two.doorway.path)),
                    Owner(EPOCH, str(tmp_path / "nobody.sock")),
                    Owner(EPOCH, str(tmp_path / "silent.sock")),
                    Owner(EPOCH, ""),
                ):
                    one.owner = owner
                    async with Visitor.come(port) as visitor:
                        assert (await visitor.ask(b"x")).startswith("1 "), owner

    uvloop.run(act())


def test_a_visitor_waits_for_the_next_owner_of_a_table(tmp_path: Path) -> None:
    async def act() -> None:
        async with workers(tmp_path) as (one, _, port), Visitor.come(port) as visitor:
            # What a worker left that was killed.
            with socket.socket(socket.AF_UNIX) as left:
                left.bind(str(tmp_path / "left.sock"))
            two_s, one.owner = one.owner, Owner(EPOCH, str(tmp_path / "left.sock"))
            asyncio.get_running_loop().call_later(0.1, setattr, one, "owner", two_s)
            assert (await visitor.ask(b"x")).startswith("2 ")

    uvloop.run(act())


def test_only_the_user_of_the_workers_may_hand_anything_on(tmp_path: Path) -> None:
    async def act() -> None:
        async with workers(tmp_path / "new") as (one, _, _):
            assert one.doorway.path.stat().st_mode & 0o777 == 0o600
            assert one.doorway.path.parent.stat().st_mode & 0o777 == 0o700

    uvloop.run(act())


def test_figures_of_all_workers_have_their_numbers(tmp_path: Path) -> None:
    async def act() -> None:
        async with workers(tmp_path) as (one, _, _):
            # What a worker left that was killed.
            left = socket.socket(socket.AF_UNIX)
            left.bind(str(tmp_path / "worker-3-1.sock"))
            left.close()
            page = of_workers(await one.doorway.figures()).decode()
            assert 'gongzhu_tables{worker="1"} 1.0' in page
            assert 'gongzhu_tables{worker="2"} 2.0' in page
            assert 'worker="3"' not in page
            assert page.count("# TYPE gongzhu_tables gauge") == 1

    uvloop.run(act())


def test_a_worker_without_descriptors_waits_for_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act() -> None:
        async with workers(tmp_path) as (one, two, _):
            tried = list[float]()

            class Full:
                """A socket that gives no connection."""

                def __init__(self, listener: socket.socket) -> None:
                    self._listener = listener

                def fileno(self) -> int:
                    return self._listener.fileno()

                def accept(self) -> None:
                    tried.append(asyncio.get_running_loop().time())
                    raise OSError(errno.EMFILE, "no descriptors")

            with monkeypatch.context() as full:
                full.setattr(two.doorway, "_listener", Full(two.doorway._listener))
                asked = asyncio.create_task(one.doorway.figures())
                await asyncio.sleep(3 * handover.PAUSE)
            assert 1 < len(tried) < 6
            assert set(await asked) == {"1", "2"}

    uvloop.run(act())
