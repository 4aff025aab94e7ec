"""Wires between programs and the server: sockets and requests, in memory, with faults.

The server's side is its own, the application and its socket handler, but for `SocketProtocol`: here
a wire feeds it whole messages.
"""

import asyncio
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, Protocol
from zlib import crc32

from gongzhu.server.edge.socket import PROTOCOL, Receive, SocketProtocol
from proof.simulation.faults import Faults
from proof.simulation.loop import Process, SimulatedLoop
from proof.simulation.plan import Fault
from tests.support.asgi import Answer, ask, scope_of

LATENCY = (0.001, 0.03)
ASTRAY = 0.1
"""The chance that somebody comes to any server, and not to that of the table."""
_TELLS = re.compile(rb'\{"type":"(snapshot|update|done)",(?:"id":"[^"]*",)?"seq":(\d+)')
KEEPALIVE = 40.0
"""Seconds until the server notices that nobody is at the other end, on a bad day."""


class Listener(Protocol):
    """The program at a wire's end."""

    def opened(self, wire: "Wire") -> None:
        """The socket stands."""
        ...

    def heard(self, wire: "Wire", text: bytes) -> None:
        """A frame came."""
        ...

    def closed(self, wire: "Wire") -> None:
        """The socket is gone."""
        ...


class Network:
    """All wires to the servers that run."""

    def __init__(self, loop: SimulatedLoop, faults: Faults, seed: str) -> None:
        self.loop = loop
        self.faults = faults
        self.rng = Random(f"{seed} wires")
        self._apps: dict[Process, Any] = {}
        """The application of each server that listens."""
        self.wires: list[Wire] = []
        """Those that a server knows of."""
        self.sent: Callable[[str, int, str], None] = lambda table, seq, what: None
        """Told of every entry that the server tells somebody of, when it does: the table, the
        entry's number, and the message's type."""
        self._requests: dict[asyncio.Future[Answer], Process] = {}

    def up(self, process: Process, app: Any) -> None:
        """A server listens."""
        self._apps[process] = app

    def leave(self, process: Process) -> None:
        """A server listens no longer."""
        self._apps.pop(process, None)

    def server(self, table: str = "", name: str = "") -> tuple[Process, Any] | None:
        """The server that somebody comes to: the one of that name, else mostly the one that others
        of the table come to; None while there is none."""
        servers = list(self._apps.items())
        for process, app in servers:
            if name and app.state.parts.store.name == name:
                return process, app
        if len(servers) > 1 and self.rng.random() < ASTRAY:
            return self.rng.choice(servers)
        return servers[crc32(table.encode()) % len(servers)] if servers else None

    def latency(self) -> float:
        """Seconds for one frame."""
        return self.rng.uniform(*LATENCY)

    def connect(self, listener: Listener, table: str, cookie: str, server: str = "") -> "Wire":
        """Begin a socket, to the server of that name if it runs."""
        scope = scope_of("websocket", f"/api/tables/{table}/socket", cookie)
        wire = Wire(self, listener, table, scope, server)
        self.loop.call_later(self.latency(), wire.knock)
        return wire

    async def request(
        self, method: str, path: str, cookie: str = "", body: object = None
    ) -> Answer:
        """Ask for something over HTTP. Raises OSError when the server is away, or dies over it."""
        await asyncio.sleep(self.latency())
        server = self.server()
        if server is None:
            raise ConnectionRefusedError
        process, app = server
        answer: asyncio.Future[Answer] = self.loop.create_future()
        self._requests[answer] = process
        content = b"" if body is None else json.dumps(body).encode()
        scope = scope_of("http", path, cookie, method)
        process.context.run(self.loop.create_task, _ask(app, scope, content, answer))
        try:
            told = await answer
        finally:
            self._requests.pop(answer, None)
        await asyncio.sleep(self.latency())
        self.faults.trace("answer", told.status, told.body)
        return told

    def down(self, process: Process) -> None:
        """A process is dead: its sockets are reset, its requests are not answered."""
        self.leave(process)
        for answer, asked in list(self._requests.items()):
            if asked is process and not answer.done():
                answer.set_exception(ConnectionResetError())
        for wire in self.wires:
            if wire.process is process:
                wire.reset()
        self.wires = [wire for wire in self.wires if wire.process is not process]


async def _ask(
    app: Any, scope: dict[str, Any], content: bytes, answer: asyncio.Future[Answer]
) -> None:
    """Put a request to the application, and give the answer when it is whole."""
    whole = Answer()
    await ask(app, scope, content, whole)
    if not answer.done():
        answer.set_result(whole)


class _Link(SocketProtocol):
    """`SocketProtocol` without the socket below and the handshake before it."""

    def __init__(self, wire: "Wire", loop: SimulatedLoop) -> None:
        self._loop = loop
        self._wire = wire
        self._frames: list[bytes] = []
        self._receive = self._lost = None

    @property
    def listens(self) -> bool:
        """True for a socket that outlives its handshake."""
        return self._receive is not None

    @property
    def waiting(self) -> int:
        """See `SocketProtocol`."""
        return sum(map(len, self._wire.unread)) + sum(map(len, self._frames))

    def listen(self, receive: Receive, lost: Callable[[], None]) -> None:
        """See `SocketProtocol`."""
        self._receive, self._lost = receive, lost
        if self._wire.closing:
            lost()

    def write(self, payload: bytes) -> None:
        """See `SocketProtocol`."""
        if not self._frames:
            self._loop.call_soon(self.flush)
        self._frames.append(payload)

    def flush(self) -> bool:
        """See `SocketProtocol`."""
        frames, self._frames = self._frames, []
        if not self._wire.closing:
            for payload in frames:
                self._wire.to_program(payload)
        return self._wire.closing

    def close(self, code: int) -> None:
        """See `SocketProtocol`."""
        self.flush()
        self._wire.hang_up()

    def abort(self) -> None:
        """See `SocketProtocol`."""
        self._wire.unread.clear()
        self._wire.hang_up()

    def hear(self, text: bytes) -> None:
        """A message is complete."""
        if self._receive is not None:
            self._receive(text)

    def lost(self) -> None:
        """The connection is gone."""
        if self._lost is not None:
            self._lost()


class Wire:
    """One socket. Frames keep their order in each direction."""

    def __init__(
        self,
        network: Network,
        listener: Listener,
        table: str,
        scope: dict[str, Any],
        server: str = "",
    ) -> None:
        self.lossy = False
        """Whether a frame was lost or came twice, as on no real socket."""
        self.process: Process | None = None
        self.away = 0.0
        """Seconds for which the program stays away when this is over."""
        self.unread: list[bytes] = []
        """What the program, which has stopped reading, has not taken yet."""
        self._network = network
        self._loop = network.loop
        self._listener = listener
        self._table = table
        self._server = server
        self._scope = scope
        self.closing = False
        """True once the server has hung up, or knows that the program has."""
        self._link = _Link(self, network.loop)
        self._up = self._down = 0.0
        self._silent = False
        self._deaf_until = 0.0
        self._over = False

    # --- the server's end -----------------------------------------------------------------

    def knock(self) -> None:
        """The handshake arrives."""
        network = self._network
        server = None if self._over else network.server(self._table, self._server)
        if server is None:
            self._tell_closed()
            return
        self.process, app = server
        network.wires.append(self)
        scope = {**self._scope, "state": {PROTOCOL: self._link}}
        first = [{"type": "websocket.connect"}]

        async def receive() -> dict[str, Any]:
            return first.pop()

        async def send(event: dict[str, Any]) -> None:
            if self.closing:
                raise ConnectionResetError
            if event["type"] == "websocket.accept":
                self._down = self._loop.time() + network.latency()
                self._later(self._down, self._tell_opened)
            else:
                self.hang_up()

        async def serve() -> None:
            try:
                await app(scope, receive, send)
            except ConnectionResetError:
                pass
            finally:
                if not self._link.listens:
                    self.hang_up()

        self.process.context.run(self._loop.create_task, serve())

    def hang_up(self) -> None:
        """The server closes, after what it has sent."""
        if self.closing:
            return
        self.closing = True
        self._later(self._down, self._tell_closed)
        self._forget()

    def to_program(self, payload: bytes) -> None:
        """The server sends a frame."""
        told = _TELLS.match(payload)
        if told is not None:
            self._network.sent(self._table, int(told[2]), told[1].decode())
        if self.unread or self._loop.time() < self._deaf_until:
            self.unread.append(payload)
            return
        self._carry(payload, None)

    def reset(self) -> None:
        """The server's process is dead. Of what was on its way a part may come yet."""
        self.closing = True
        self._later(self._loop.time() + self._network.latency(), self._tell_closed)

    def _lost(self) -> None:
        """The server notices that the program is gone."""
        if not self.closing:
            self.closing = True
            self._link.lost()
            self._forget()

    def _forget(self) -> None:
        if self in self._network.wires:
            self._network.wires.remove(self)

    # --- the program's end ----------------------------------------------------------------

    def to_server(self, text: bytes) -> None:
        """The program sends a frame."""
        self._carry(text, self.process)

    def close(self) -> None:
        """The program hangs up; the server learns of it, unless the wire is dead."""
        if self._over:
            return
        self._over = True
        if self.process is not None and not self._silent:
            when = max(self._up, self._loop.time() + self._network.latency())
            self._loop.call_at(when, self._lost, context=self.process.context)

    def _tell_opened(self) -> None:
        if not self._over:
            self._listener.opened(self)

    def _tell_closed(self) -> None:
        if not self._over:
            self._over = True
            self._listener.closed(self)

    def _arrive(self, payload: bytes) -> None:
        if not self._over and not self._silent:
            self._network.faults.trace("down", payload)
            self._listener.heard(self, payload)

    def _arrive_at_server(self, text: bytes) -> None:
        if not self.closing and not self._silent:
            self._network.faults.trace("up", text)
            self._link.hear(text)

    # --- on the way -----------------------------------------------------------------------

    def _carry(self, payload: bytes, process: Process | None) -> None:
        """Take a frame to the server's process, or to the program."""
        if self._over or self._silent:
            return
        network, now = self._network, self._loop.time()
        times = 1
        wait = network.latency()
        for fault in network.faults.frame():
            if fault.kind == "drop":
                times, self.lossy = 0, True
            elif fault.kind == "duplicate":
                times, self.lossy = 2, True
            elif fault.kind == "delay":
                wait += fault.amount
            elif fault.kind == "deaf":
                self._deaf_until = now + fault.amount
                self._later(self._deaf_until, self._read_on)
            else:
                self._break(fault)
                return
        if process is None and now < self._deaf_until:
            self.unread.append(payload)
            return
        for _ in range(times):
            if process is not None:
                self._up = max(self._up, now + wait)
                arrive = self._arrive_at_server
                self._loop.call_at(self._up, arrive, payload, context=process.context)
            else:
                self._down = max(self._down, now + wait)
                self._later(self._down, self._arrive, payload)

    def _break(self, fault: Fault) -> None:
        """Nothing passes any more, this frame included."""
        now = self._loop.time()
        self._silent = True
        if self.process is None:
            return
        notices = now + (KEEPALIVE if fault.kind == "half_open" else self._network.latency())
        self._loop.call_at(notices, self._lost, context=self.process.context)
        if fault.kind == "cut":
            self.away = fault.amount
            self._later(now + self._network.latency(), self._tell_closed)

    def _read_on(self) -> None:
        if self._loop.time() < self._deaf_until:
            return
        unread, self.unread = self.unread, []
        for payload in unread:
            self._carry(payload, None)

    def _later(self, when: float, callback: Callable[..., None], *args: Any) -> None:
        """Call something at the program's end."""
        self._loop.call_at(when, callback, *args, context=self._network.faults.context)
