"""The gate: all that bounds an HTTP connection, around uvicorn's own h11 protocol.

The gate parses nothing, since two readers of one stream can disagree on where a request ends, and
that is how requests are smuggled. It counts the connection, knows how long nothing but a beginning
of a request may have come, and hands every byte on. `BoundedRequests`, the outermost application,
lets it know when a request begins and ends.

This module has all that the server uses of uvicorn without uvicorn's promise: the name
`H11Protocol`, and the arguments with which uvicorn makes the classes given as `http` and `ws`.
"""

import asyncio
from typing import Any

import h11
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from gongzhu.server.edge.admission import ADMISSION, Admission, Closure, Place, Refused
from gongzhu.server.edge.origins import NOWHERE
from gongzhu.server.edge.send_queue import drop
from gongzhu.server.file_socket import LOCAL, is_local

GATE = "gongzhu.gate"
"""The key of a connection's `Gate` in the state of each request's scope."""
LINGER = 1.0
"""Seconds from a refusal to the end, so that it can be read before the connection is gone."""
PIECE = 4 * 1024
"""Bytes handed on at a time: h11 bounds only headers that are not whole by the end of a piece."""
MOST_BETWEEN = 1 << 20
"""Bytes that may come while no request is under way: the rest of a body that was answered early,
and the next request until the loop has come to it."""

_STATUS: dict[Closure, int] = {"slow_headers": 408}
"""The refusals that are worth an answer: nobody reads one who reads nothing or says nothing."""


def peer_of(transport: asyncio.BaseTransport) -> tuple[str, int]:
    """The address and port at the other end of a connection."""
    if is_local(transport):
        return LOCAL
    peer = transport.get_extra_info("peername")
    return (NOWHERE, 0) if peer is None else (peer[0], peer[1])


class Gate(asyncio.Protocol):
    """A connection until it is closed or becomes a WebSocket. uvicorn makes one for each."""

    __slots__ = (
        "_admission",
        "_at",
        "_between",
        "_due",
        "_ends_at",
        "_gone",
        "_http",
        "_requests",
        "_stalled_at",
        "_transport",
        "address",
        "client",
        "peer",
    )

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
        """The number of requests under way: two for a moment where one follows another at once."""
        self._between = 0
        """Bytes that came while no request was under way."""
        self._due: float | None = None
        """The loop's time by which a request is to have begun."""
        self._stalled_at: float | None = None
        """Since when the other side has not read enough."""
        self._ends_at: float | None = None
        """The loop's time at which a connection that is being closed is dropped."""
        self._gone: asyncio.Event | None = None

    # --- the connection --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the connection in if there is room for it."""
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
        """Hand on what came, within the bounds."""
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
                # It cannot answer what is wrong with a request that it has answered already.
                self._refuse("bad_request")
                return
            if self._http is not http:
                # What comes behind a handshake at once is lost: it must wait for the answer.
                return
            if self._transport.is_closing():
                # It has answered 400 by itself.
                self._admission.closed(self.address, "bad_request")
                return

    def eof_received(self) -> None:
        """Close, as nothing more will come."""
        if self._http is not None:
            self._http.eof_received()

    def pause_writing(self) -> None:
        """Wait for a visitor who does not read, but not for ever."""
        self._stalled_at = self._now()
        if self._http is not None:
            self._http.pause_writing()

    def resume_writing(self) -> None:
        """Go on."""
        self._stalled_at = None
        if self._http is not None:
            self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give back the place of the connection."""
        self._admission.leave(self)
        http, self._http = self._http, None
        if http is not None:
            http.connection_lost(exc)
        if self._gone is not None:
            self._gone.set()

    def hand_over(self, socket: Any) -> None:
        """Let a socket have the connection, and its place: from now on nothing comes here."""
        self._admission.hand_over(self, socket)
        self._http = None

    # --- its requests ----------------------------------------------------------------------------

    def begin(self) -> None:
        """A request is under way."""
        self._requests += 1
        self._due = None
        self._between = 0

    def end(self) -> None:
        """A request has been answered."""
        self._requests -= 1

    @property
    def closing(self) -> bool:
        """True if no answer can be sent any more."""
        return self._transport.is_closing()

    async def gone(self) -> None:
        """Wait for the end of the connection."""
        self._gone = self._gone or asyncio.Event()
        if self._http is not None:
            await self._gone.wait()

    # --- its bounds ------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """See `Guarded`."""
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
        """See `Guarded`."""
        if not self._requests:
            self._transport.abort()

    def _refuse(self, why: Closure) -> None:
        """Say why, if nothing else is being said, and close."""
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
    """The outermost application: counts requests, and gives each body a time to come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it; all but requests is handed on."""
        gate = scope.get("state", {}).get(GATE) if scope["type"] == "http" else None
        if not isinstance(gate, Gate):
            await self._app(scope, receive, send)
            return
        admission: Admission = scope["state"][ADMISSION]
        scope["client"] = gate.client
        request = _Request(gate, admission, receive, send)
        gate.begin()
        place: Place | None = None
        try:
            connection = HTTPConnection(scope)
            gate.address = admission.origins.address(connection)
            place = admission.begin(gate.peer, connection)
            await self._app(scope, request.receive, request.send)
        except Refused as refused:
            admission.closed(gate.address, refused.why)
            await request.refuse(429)
        finally:
            admission.end(place)
            gate.end()


class _Request:
    """A request under way."""

    __slots__ = ("_admission", "_due", "_gate", "_late", "_receive", "_send")

    def __init__(self, gate: Gate, admission: Admission, receive: Receive, send: Send) -> None:
        self._gate = gate
        self._admission = admission
        self._receive = receive
        self._send = send
        loop = asyncio.get_running_loop()
        self._due: float | None = loop.time() + admission.timeouts.body
        """The loop's time by which the body is to be whole; None: it is."""
        self._late = False
        """True if the body was not whole by then: the connection ends with the answer."""

    async def receive(self) -> Message:
        """The next part of the body. Raises HTTPException for one that takes too long."""
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
        """Send a part of the answer; nothing once the connection is being closed."""
        if self._gate.closing:
            # A write would be an error until uvicorn has heard of the end.
            await self._gate.gone()
        if self._late and message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await self._send(message)

    async def refuse(self, status: int) -> None:
        """Answer without a body, and close."""
        headers = self._admission.headers(status)
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": b""})
