"""The server's application without a network: its requests and sockets as plain calls, and every
byte that it sends to somebody or asks a bot kept."""

import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from msgspec import Struct, field

from gongzhu.server.app import create_app
from gongzhu.server.config.outside_bots import OutsideLevel
from gongzhu.server.config.settings import Limits, ServerConfig, Timeouts
from gongzhu.server.edge.socket import PROTOCOL, Receive, SocketProtocol
from tests.support.asgi import Answer, ask, scope_of
from tests.support.memory_store import MemoryStore
from tests.support.scripted_bots import ScriptedWorkers
from tests.support.virtual_time import VirtualLoop

START = 1_800_000_000_000
"""Milliseconds since 1970, when the loop's time is 0."""
PLENTY = 1_000_000_000
OUTSIDE = "Zed"
"""A level that is a program of the host's."""
CONFIG = ServerConfig(
    limits=Limits(
        messages=PLENTY,
        connections=PLENTY,
        connections_in_all=PLENTY,
        handshakes_per_minute=PLENTY,
        requests_per_minute=PLENTY,
        frames=PLENTY,
        tables_per_hour=PLENTY,
        open_tables=PLENTY,
        open_tables_per_player=PLENTY,
        players_per_hour=PLENTY,
        recoveries_per_hour=PLENTY,
        changes_per_hour=PLENTY,
        explanations_per_minute=PLENTY,
        lobbies_per_minute=PLENTY,
        club_changes_per_hour=PLENTY,
        tournaments_per_minute=PLENTY,
        records_per_minute=PLENTY,
        games_per_minute=PLENTY,
        histories_per_minute=PLENTY,
    ),
    timeouts=Timeouts(hello=PLENTY, thought=PLENTY),
    outside=(OutsideLevel(OUTSIDE, ("zed",)),),
    processes=24,
    bundle=Path("no such folder"),
    # Figures may be read by anybody here, for they too must not tell a card.
    metrics_from=("0.0.0.0/0",),
)


class Observer(Struct):
    """Somebody, and everything that the server ever sent to it."""

    name: str
    cookie: str = ""
    transcript: list[bytes] = field(default_factory=list)
    """Every frame, and every other event told in full."""
    texts: list[bytes] = field(default_factory=list)
    """The frames of its sockets and the bodies of its answers, in the order in which they came;
    kept where `now` is known."""
    seqs: list[int] = field(default_factory=list)
    """For each of these, the last entry of the table that it may tell of."""
    now: Callable[[], int] | None = None
    """The last entry of the table that anything may tell of."""

    def heard(self, payload: bytes) -> None:
        """A frame, or what is as good as one."""
        self.transcript.append(payload)
        self.note(payload)

    def answered(self, event: dict[str, Any]) -> None:
        """A part of an answer over HTTP."""
        rest = sorted((key, value) for key, value in event.items() if key != "body")
        self.transcript.append(b"%r %b" % (rest, event.get("body", b"")))

    def note(self, text: bytes) -> None:
        """Keep a frame or a body for a scan."""
        if self.now is not None:
            self.texts.append(text)
            self.seqs.append(self.now())


class Link(SocketProtocol):
    """`SocketProtocol` without the socket below and the handshake before it."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._receive = self._lost = None

    @property
    def waiting(self) -> int:
        """Everything is taken at once."""
        return 0

    def listen(self, receive: Receive, lost: Callable[[], None]) -> None:
        """See `SocketProtocol`."""
        self._receive, self._lost = receive, lost

    def write(self, payload: bytes) -> None:
        """See `SocketProtocol`."""
        self._observer.heard(payload)

    def close(self, code: int) -> None:
        """See `SocketProtocol`."""
        self._observer.transcript.append(b"close %d" % code)

    def hear(self, data: bytes | None) -> None:
        """A message is complete; None: it is no text."""
        if self._receive is not None:
            self._receive(data)

    def lost(self) -> None:
        """The connection is gone."""
        if self._lost is not None:
            self._lost()


class Socket:
    """A socket at a table."""

    def __init__(self, server: "InProcess", observer: Observer, table: str) -> None:
        self._link = Link(observer)
        self._observer = observer
        scope = scope_of("websocket", f"/api/tables/{table}/socket", observer.cookie)
        scope["state"] = {PROTOCOL: self._link}
        self._loop = server.loop
        self._task = server.loop.create_task(server.app(scope, self._receive, self._send))

    def put(self, text: str | bytes) -> None:
        """Send a frame, of text or of bytes."""
        self._link.hear(text.encode() if isinstance(text, str) else None)

    async def close(self) -> None:
        """Hang up, and wait until the server has noticed."""
        await self._task
        self._link.lost()
        await self._loop.quiet()

    async def _receive(self) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def _send(self, event: dict[str, Any]) -> None:
        self._observer.transcript.append(repr(sorted(event.items())).encode())


class InProcess:
    """One server in a virtual loop."""

    def __init__(
        self, app: Any, loop: VirtualLoop, store: MemoryStore, workers: ScriptedWorkers
    ) -> None:
        self.app = app
        self.loop = loop
        self.store = store
        self.workers = workers
        self._sockets: list[Socket] = []

    async def request(
        self, observer: Observer, method: str, path: str, body: object = None
    ) -> Answer:
        """Ask for something over HTTP."""
        content = b"" if body is None else json.dumps(body).encode()
        answer = Answer()
        try:
            scope = scope_of("http", path, observer.cookie, method)
            await ask(self.app, scope, content, answer, observer.answered)
        except Exception:  # as uvicorn has it
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        observer.note(answer.body)
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
        socket = Socket(self, observer, table)
        self._sockets.append(socket)
        await self.loop.quiet()
        return socket

    async def empty(self) -> None:
        """Everybody hangs up."""
        while self._sockets:
            await self._sockets.pop().close()


@asynccontextmanager
async def in_process(
    loop: VirtualLoop, seed: str, store: MemoryStore | None = None
) -> AsyncIterator[InProcess]:
    """A server whose clock is the loop's, and whose chance is the seed's. Its bots choose when
    they are told what."""
    rng = Random(seed)
    store, workers = store or MemoryStore(), ScriptedWorkers()
    # The library notes when each figure began to be counted, by a clock of its own; and what the
    # process takes of the machine is no figure of the game.
    with (
        patch("gongzhu.server.monitoring.process_metrics.ProcessCollector"),
        patch("gongzhu.server.monitoring.process_metrics._Children.collect", lambda _: []),
        patch("prometheus_client.metrics.time", SimpleNamespace(time=lambda: 0.0)),
        patch("gongzhu.server.work.pool.Worker", workers.worker),
    ):
        app = create_app(CONFIG, store, lambda: START + round(loop.time() * 1000), rng.randbytes)
        async with app.router.lifespan_context(app):
            server = InProcess(app, loop, store, workers)
            try:
                yield server
            finally:
                await server.empty()
