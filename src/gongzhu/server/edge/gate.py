"""The gate: limits on an HTTP connection, wrapped around uvicorn's own h11 protocol.

The gate parses nothing, since two parsers of one stream can disagree on where a request ends, which
is how requests are smuggled. It counts the connection, limits the time until a request is complete,
and passes every byte on. `BoundedRequests`, the outermost ASGI application, tells it when a request
begins and ends.

All uses of undocumented parts of uvicorn are in this module: the name `H11Protocol`, and the
arguments with which uvicorn creates the classes given as `http` and `ws`.
"""

import asyncio
from typing import Any

import h11
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from gongzhu.server.edge.admission import (
    ADMISSION,
    Admission,
    Closure,
    ConnectionPlace,
    ConnectionRefused,
)
from gongzhu.server.edge.file_socket import LOCAL, is_local
from gongzhu.server.edge.origins import NOWHERE
from gongzhu.server.edge.send_queue import drop

GATE = "gongzhu.gate"
"""The key of a connection's `Gate` in the state of each request's ASGI scope."""
LINGER = 1.0
"""Seconds between sending a refusal and closing the connection, so that the visitor can receive
it."""
PIECE = 4 * 1024
"""Greatest number of bytes passed to h11 at a time: h11 checks the size of headers only if they are
incomplete at the end of a piece."""
MOST_BETWEEN = 1 << 20
"""Greatest number of bytes received while no request is under way. These are the rest of a body
after an early response, and the next request until the event loop has handled it."""

_STATUS: dict[Closure, int] = {"slow_headers": 408}
"""The HTTP status that is sent when a connection is closed for a reason. For reasons that are not
listed, nothing is sent, since the visitor would not read it."""


def peer_of(transport: asyncio.BaseTransport) -> tuple[str, int]:
    """The IP address and port at the other end of a connection; NOWHERE and 0 if it is already
    closed, LOCAL for a Unix socket."""
    if is_local(transport):
        return LOCAL
    peer = transport.get_extra_info("peername")
    return (NOWHERE, 0) if peer is None else (peer[0], peer[1])


class Gate(asyncio.Protocol):
    """One HTTP connection until it is closed or becomes a WebSocket. uvicorn creates a gate for
    each connection."""

    def __init__(
        self,
        config: Any,
        server_state: Any,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._admission: Admission = app_state[ADMISSION]
        self._http: H11Protocol | None = H11Protocol(
            config, server_state, {**app_state, GATE: self}, _loop
        )
        self._transport: asyncio.Transport
        self.client = (NOWHERE, 0)
        self.peer = self.address = NOWHERE
        self._requests = 0
        """Number of requests under way. It may be two for a moment if one request follows another
        at once."""
        self._between = 0
        """Number of bytes received since the last request began, while none was under way."""
        self._due: float | None = None
        """The event loop's time by which the next request must begin, or None while there is no
        such limit."""
        self._stalled_at: float | None = None
        """The event loop's time at which the visitor stopped reading, or None while they read."""
        self._ends_at: float | None = None
        """The event loop's time at which a closing connection is dropped, or None if it is not
        closing."""
        self._gone: asyncio.Event | None = None

    # --- the connection --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection and pass it to h11, or refuse it with status 429 or 503."""
        assert self._http is not None
        self._transport = transport
        self.client = peer_of(transport)
        self.peer = self.client[0]
        self.address = self._admission.origins.counted(self.peer)
        why = self._admission.enter(self)
        if why is not None:
            transport.write(self._admission.answer(429 if why == "too_many_of_address" else 503))
            transport.close()
            self._http = None
            return
        self._expect_request()
        self._http.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass received bytes on to h11 in pieces, and close the connection if they exceed a limit
        or are no HTTP."""
        http = self._http
        if http is None:
            return
        if not self._requests:
            if self._due is None:
                self._expect_request()
            self._between += len(data)
            if self._between > MOST_BETWEEN:
                self._refuse("large_body")
                return
        for start in range(0, len(data), PIECE):
            try:
                http.data_received(data[start : start + PIECE])
            except h11.ProtocolError:
                # h11 cannot send an error for a request that has been answered already.
                self._refuse("bad_request")
                return
            if self._http is not http:
                # A WebSocket has taken over. Bytes right behind the handshake are dropped, since
                # clients must wait for the answer.
                return
            if self._transport.is_closing():
                # h11 has answered 400 by itself.
                self._admission.closed(self.address, "bad_request")
                return

    def eof_received(self) -> None:
        """Tell h11 that the visitor will send nothing more."""
        if self._http is not None:
            self._http.eof_received()

    def pause_writing(self) -> None:
        """Tell h11 to stop writing, since the visitor does not read, and remember the time for
        `tick`."""
        self._stalled_at = self._now()
        if self._http is not None:
            self._http.pause_writing()

    def resume_writing(self) -> None:
        """Tell h11 to write again, since the visitor reads again."""
        self._stalled_at = None
        if self._http is not None:
            self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection. Called by the event loop when the connection is closed."""
        self._admission.leave(self)
        http, self._http = self._http, None
        if http is not None:
            http.connection_lost(exc)
        if self._gone is not None:
            self._gone.set()

    def hand_over(self, socket: Any) -> None:
        """Let a WebSocket protocol, `socket`, take over the connection. It stays counted, and h11
        gets no more bytes."""
        self._admission.hand_over(self, socket)
        self._http = None

    # --- its requests ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Count a request as under way: until `end`, there is no time limit for the next
        request."""
        self._requests += 1
        self._due = None
        self._between = 0

    def end(self) -> None:
        """Count a request as answered."""
        self._requests -= 1

    @property
    def closing(self) -> bool:
        """True if the connection is closing, so that no response can be sent."""
        return self._transport.is_closing()

    async def gone(self) -> None:
        """Wait until the connection is closed."""
        self._gone = self._gone or asyncio.Event()
        if self._http is not None:
            await self._gone.wait()

    # --- its bounds ------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Close the connection if it has exceeded a time limit. `now` is the event loop's time in
        seconds."""
        timeouts = self._admission.timeouts
        if self._ends_at is not None:
            if now >= self._ends_at:
                drop(self._transport)
        elif self._transport.is_closing():
            self._ends_at = now + timeouts.idle
        elif self._stalled_at is not None and now >= self._stalled_at + timeouts.body:
            self._refuse("not_read")
        elif not self._requests and self._due is not None and now >= self._due:
            self._refuse("slow_headers" if self._between else "silent")

    def stop(self) -> None:
        """Drop the connection when the server stops, unless a request is under way."""
        if not self._requests:
            self._transport.abort()

    def _refuse(self, why: Closure) -> None:
        """Close the connection for a reason. A response is sent first if `_STATUS` has a status for
        the reason and no other response is being sent."""
        self._admission.closed(self.address, why)
        status = _STATUS.get(why)
        if status is None or self._transport.get_write_buffer_size():
            drop(self._transport)
            return
        self._transport.write(self._admission.answer(status))
        self._transport.pause_reading()
        self._ends_at = self._now() + LINGER

    def _expect_request(self) -> None:
        self._due = self._now() + self._admission.timeouts.headers

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


class BoundedRequests:
    """The outermost ASGI application: counts requests, refuses those beyond the limits with status
    429, and limits the time in which the body of a request must arrive."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request through the gate. Calls that did not come through a gate, such as the
        ASGI lifespan, are passed on unchanged."""
        gate = scope.get("state", {}).get(GATE) if scope["type"] == "http" else None
        if not isinstance(gate, Gate):
            await self._app(scope, receive, send)
            return
        admission: Admission = scope["state"][ADMISSION]
        scope["client"] = gate.client
        request = _Request(gate, admission, receive, send)
        gate.begin()
        place: ConnectionPlace | None = None
        try:
            connection = HTTPConnection(scope)
            gate.address = admission.origins.address(connection)
            place = admission.begin(gate.peer, connection)
            await self._app(scope, request.receive, request.send)
        except ConnectionRefused as refused:
            admission.closed(gate.address, refused.why)
            await request.refuse(429)
        finally:
            admission.end(place)
            gate.end()


class _Request:
    """One HTTP request from its beginning to the end of its response, with a time limit for its
    body."""

    def __init__(self, gate: Gate, admission: Admission, receive: Receive, send: Send) -> None:
        self._gate = gate
        self._admission = admission
        self._receive = receive
        self._send = send
        loop = asyncio.get_running_loop()
        self._due: float | None = loop.time() + admission.timeouts.body
        """The event loop's time by which the body must be complete; None once it is."""
        self._late = False
        """True if the body was too late; then the connection is closed after the response."""

    async def receive(self) -> Message:
        """The next ASGI message of the request. Raises HTTPException with status 408 if the body
        takes too long."""
        if self._due is None:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._due):
                message = await self._receive()
        except TimeoutError:
            self._admission.closed(self._gate.address, "slow_body")
            self._late = True
            raise HTTPException(408) from None
        if not message.get("more_body", False):
            self._due = None
        return message

    async def send(self, message: Message) -> None:
        """Send an ASGI message of the response. If the connection is closing, wait until it is
        closed."""
        if self._gate.closing:
            # Until uvicorn knows of the end, writing would raise an error.
            await self._gate.gone()
        if self._late and message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await self._send(message)

    async def refuse(self, status: int) -> None:
        """Send a response with this status and no body, and close the connection."""
        headers = self._admission.headers(status)
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": b""})
