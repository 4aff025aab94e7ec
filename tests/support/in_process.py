"""The server's application without a network: its requests and sockets as plain calls, and every
byte that it sends to somebody kept."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from msgspec import Struct, field

from gongzhu.server.app import create_app
from gongzhu.server.config import Limits, Patience, ServerConfig
from support.memory_store import MemoryStore
from support.virtual import VirtualLoop

HOST = "gongzhu.test"
START = 1_800_000_000_000
"""Milliseconds since 1970, when the loop's time is 0."""
PLENTY = 1_000_000_000


class Answer(Struct):
    """To a request."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Observer(Struct):
    """Somebody, and everything that the server ever sent to it."""

    name: str
    cookie: str = ""
    transcript: list[bytes] = field(default_factory=list)
    """Every event, told in full."""
    texts: list[str] = field(default_factory=list)
    """The frames of its sockets and the bodies of its answers, in the order in which they came."""


class Socket:
    """A socket at a table."""

    def __init__(self, app: Any, observer: Observer, table: str) -> None:
        self.observer = observer
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        scope = _scope("websocket", f"/api/tables/{table}/socket", observer)
        self._task = asyncio.create_task(app(scope, self._in.get, self._send))

    def put(self, text: str | bytes) -> None:
        """Send a frame, of text or of bytes."""
        kind = "text" if isinstance(text, str) else "bytes"
        self._in.put_nowait({"type": "websocket.receive", kind: text})

    async def close(self) -> None:
        """Hang up, and wait until the server has noticed."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.gather(self._task, return_exceptions=True)

    async def _send(self, event: dict[str, Any]) -> None:
        self.observer.transcript.append(repr(sorted(event.items())).encode())
        if event["type"] == "websocket.send":
            self.observer.texts.append(event["text"])


class InProcess:
    """One server in a virtual loop."""

    def __init__(self, app: Any, loop: VirtualLoop, store: MemoryStore) -> None:
        self.app = app
        self.loop = loop
        self.store = store
        self._sockets: list[Socket] = []

    async def request(
        self, observer: Observer, method: str, path: str, body: object = None
    ) -> Answer:
        """Ask for something over HTTP."""
        content = b"" if body is None else json.dumps(body).encode()
        sent = [{"type": "http.request", "body": content, "more_body": False}]
        answer = Answer(0, [], b"")

        async def receive() -> dict[str, Any]:
            return sent.pop() if sent else {"type": "http.disconnect"}

        async def send(event: dict[str, Any]) -> None:
            observer.transcript.append(repr(sorted(event.items())).encode())
            if event["type"] == "http.response.start":
                answer.status = event["status"]
                answer.headers = [(key.decode(), value.decode()) for key, value in event["headers"]]
            else:
                answer.body += event.get("body", b"")

        await self.app(_scope("http", path, observer, method), receive, send)
        observer.texts.append(answer.body.decode())
        for name, value in answer.headers:
            if name == "set-cookie":
                observer.cookie = value.partition(";")[0]
        return answer

    async def person(self, name: str) -> Observer:
        """A guest of that name."""
        observer = Observer(name)
        await self.request(observer, "POST", "/api/me", {"name": name})
        return observer

    async def socket(self, observer: Observer, table: str) -> Socket:
        """Open a socket; nothing is said yet."""
        socket = Socket(self.app, observer, table)
        self._sockets.append(socket)
        await self.loop.quiet()
        return socket

    async def empty(self) -> None:
        """Everybody hangs up."""
        for socket in self._sockets:
            await socket.close()


@asynccontextmanager
async def in_process(loop: VirtualLoop, seed: str) -> AsyncIterator[InProcess]:
    """A server whose clock is the loop's, and whose chance is the seed's. Bots have nowhere to
    think; what they do is what a bot is given that does not answer in time."""
    rng = Random(seed)
    limits = Limits(
        messages=PLENTY, connections=PLENTY, tables_per_hour=PLENTY, players_per_hour=PLENTY
    )
    config = ServerConfig(limits=limits, patience=Patience(hello=PLENTY), thinkers=0)
    store = MemoryStore()
    # The library notes when each figure began to be counted, by a clock of its own.
    with patch("prometheus_client.metrics.time", SimpleNamespace(time=lambda: 0.0)):
        app = create_app(config, store, lambda: START + round(loop.time() * 1000), rng.randbytes)
        async with app.router.lifespan_context(app):
            server = InProcess(app, loop, store)
            try:
                yield server
            finally:
                await server.empty()


def _scope(kind: str, path: str, observer: Observer, method: str = "GET") -> dict[str, Any]:
    path, _, query = path.partition("?")
    headers = {"host": HOST, "origin": f"http://{HOST}"}
    if observer.cookie:
        headers["cookie"] = observer.cookie
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("192.0.2.1", 1234),
        "server": (HOST, 80),
        "subprotocols": [],
        "state": {},
    }
