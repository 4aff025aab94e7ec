"""A connection from its first byte: uvicorn's HTTP, with a bound on everything that a visitor may
leave unfinished.

A request has some seconds for its headers, and some more for its body; the headers have few bytes,
and a body says how long it is. Whoever keeps to none of that is told so, where that is possible,
and the connection is closed. uvicorn bounds none of these.

The class builds on parts of uvicorn that it may change at any time. Those are named, and tried, in
tests/server/test_protocols.py, and pyproject.toml allows the one minor version that passed.
"""

import asyncio
import re
import weakref
from typing import Any, cast

import httptools
from starlette.types import Scope
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.server import ServerState

from gongzhu.server.admission import ADMISSION, Admission, Closure, Refusal
from gongzhu.server.file_socket import LOCAL, is_local
from gongzhu.server.origins import NOWHERE
from gongzhu.server.send_queue import drop
from gongzhu.server.socket_protocol import PROTOCOL

MOST_WAITING = 8
"""Requests that may come before the answer to the first: browsers send one."""
LINGER = 1.0
"""Seconds from a refusal to the end, so that it can be read before the connection is gone."""
REST_SECONDS = 5.0
REST_BYTES = 256 * 1024
"""What may still come of a body when its request has been answered."""

_STATUS: dict[Closure, int] = {
    "slow_headers": 408,
    "slow_body": 408,
    "large_headers": 431,
    "no_length": 411,
    "bad_request": 400,
    "pipelined": 400,
    "upgrade": 400,
    "too_many_requests": 429,
    "too_many_handshakes": 429,
    "too_many_of_address": 429,
}
"""The other reasons to close are not worth an answer."""
_SOCKET = re.compile(rb"/api/tables/[^/?#]+/socket(\?.*)?")
"""The target of a handshake."""


class _Refused(Exception):
    """Ends the parsing of what is not wanted."""

    def __init__(self, why: Closure) -> None:
        self.why = why
        super().__init__(why)


def _why(error: httptools.HttpParserError) -> Closure:
    """The reason for which the parser ended. In a function of its own: a frame that is in the
    traceback of an exception, and names it, would be kept by itself with all that has come."""
    cause = error.__context__
    return cause.why if isinstance(cause, _Refused) else "bad_request"


def refusal(why: Refusal, headers: bytes) -> bytes:
    """The answer to a connection for which there is no room."""
    return _bare(429 if why == "too_many_of_address" else 503, headers)


def _bare(status: int, headers: bytes) -> bytes:
    """An answer without words."""
    again = b"retry-after: 10\r\n" if status in (429, 503) else b""
    return STATUS_LINE[status] + headers + again + b"content-length: 0\r\nconnection: close\r\n\r\n"


class _Writer:
    """The way out for answers. Between a reset and the moment in which the loop tells of it, uvloop
    raises an error for whatever is written, and uvicorn would log it with a traceback."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.close, self.is_closing = transport.close, transport.is_closing

    def write(self, data: bytes) -> None:
        """Send it, unless nobody is there any more."""
        if not self.is_closing():
            self._transport.write(data)


class HttpProtocol(HttpToolsProtocol):
    """A connection, until it becomes a WebSocket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._admission: Admission = app_state[ADMISSION]
        self._timeouts = self._admission.timeouts
        self._deadline: asyncio.TimerHandle | None = None
        """For the headers or the body that are on their way, or for the end."""
        self._stall: asyncio.TimerHandle | None = None
        """For a visitor who does not read."""
        self._turn: asyncio.Future[None] | None = None
        """The turn of the request that is next to be answered, where it had to wait."""
        self._next: RequestResponseCycle | None = None
        """That request; `cycle` is the last one that came."""
        self._refused = False
        self._is_handshake = False
        """True if the last request asks for a table's socket."""
        self._heard = False
        """True once a byte has come."""
        self._in_head = True
        self._head = 0
        """Bytes of the headers that are on their way."""
        self._completed = False
        """True once a request came to its end in the bytes that are looked at."""
        self._whole = True
        """True if no body is on its way."""
        self._rest = 0
        """Bytes of a body that came after the answer."""

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client else NOWHERE

    @property
    def _answered(self) -> bool:
        """True if nothing waits for an answer."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    # --- the connection --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the connection in, if there is room."""
        super().connection_made(transport)
        if is_local(transport):
            self.client = LOCAL
        why = self._admission.enter(transport, self._peer)
        if why is None:
            self._expect(self._timeouts.headers, "slow_headers")
        else:
            self._refused = True
            self.transport.write(refusal(why, self._admission.headers))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        self._clear()
        self._unset_keepalive_if_required()
        if self._stall is not None:
            self._stall.cancel()
        self._admission.leave(self.transport)
        super().connection_lost(exc)
        self._answer_nothing()
        # What waits for an answer holds the connection that holds it.
        self._next = None
        self.cycle = None  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Read on, a piece at a time, as long as everything is within its bounds."""
        if self._refused:
            return
        self._unset_keepalive_if_required()
        self._heard = True
        if self._deadline is None and self._answered:
            self._expect(self._timeouts.headers, "slow_headers")
        try:
            while data:
                data = self._feed(data)
        except httptools.HttpParserUpgrade:
            # Any other upgrade was answered as if it had not been asked for.
            if self._should_upgrade():
                self._clear()
                self.handle_websocket_upgrade()
        except _Refused as refused:
            self._refuse(refused.why)
        except httptools.HttpParserError as error:
            self._refuse(_why(error))

    def _feed(self, data: bytes) -> bytes:
        """Parse some of the bytes; what is left of them."""
        most = self._admission.limits.header_bytes
        size = max(1, most - self._head) if self._in_head else most
        piece, left = data[:size], data[size:]
        self._completed = False
        self.parser.feed_data(piece)
        if self._in_head:
            self._head = 0 if self._completed else self._head + len(piece)
            if self._head >= most:
                raise _Refused("large_headers")
        elif not self._whole and self._answered:
            self._rest += len(piece)
            if self._rest > REST_BYTES:
                raise _Refused("large_body")
        return left

    def pause_writing(self) -> None:
        """Wait for a visitor who does not read, and not for ever."""
        super().pause_writing()
        if self._stall is None:
            self._stall = self.loop.call_later(self._timeouts.body, self._refuse, "not_read")

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    # --- the parser ------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head = True
        self._whole = False
        self._rest = 0
        if self._deadline is None:
            self._expect(self._timeouts.headers, "slow_headers")

    def on_headers_complete(self) -> None:
        """Take the request, or refuse it before anybody looks at it."""
        self._clear()
        upgrade = self.parser.should_upgrade() or any(
            name == b"upgrade" for name, _ in self.headers
        )
        socket = self._is_handshake = upgrade and self._shakes_hands()
        why = self._admission.begin(self.transport, cast(Scope, self.scope), socket=socket)
        if why is None and upgrade and not socket:
            # The parser stops there and takes no body, while a proxy may have taken one: whatever
            # comes next would be read as a request that nobody has made.
            why = "upgrade"
        elif why is None and socket and not self._answered:
            why = "pipelined"
        if why is not None:
            raise _Refused(why)
        if any(name == b"transfer-encoding" for name, _ in self.headers):
            raise _Refused("no_length")
        if len(self.pipeline) >= MOST_WAITING:
            raise _Refused("pipelined")
        # A request that held its protocol would keep both alive.
        self.scope["state"][PROTOCOL] = weakref.proxy(self)
        super().on_headers_complete()
        self._in_head = False
        self._head = 0
        if not self.pipeline:
            self._next = self.cycle
        if not socket:
            self.cycle.transport = cast(asyncio.Transport, _Writer(self.transport))
            self._expect(self._timeouts.body, "slow_body")

    def _shakes_hands(self) -> bool:
        """True for the handshake of a table's socket, which carries nothing else."""
        asked = [value.lower() for name, value in self.headers if name == b"upgrade"]
        sizes = {value for name, value in self.headers if name == b"content-length"}
        return (
            asked == [b"websocket"]
            and sizes <= {b"0"}
            and self.parser.should_upgrade()
            and self.parser.get_method() == b"GET"
            and self.parser.get_http_version() == "1.1"
            and _SOCKET.fullmatch(self.url) is not None
        )

    def _should_upgrade(self) -> bool:
        return self._is_handshake

    def on_message_complete(self) -> None:
        """The body is whole."""
        self._clear()
        self._whole = self._completed = True
        super().on_message_complete()
        if self._answered and not self.pipeline:
            # It was answered before it was whole, and nothing else waits for what comes next.
            self._expect(self._timeouts.headers, "slow_headers")

    def on_response_complete(self) -> None:
        """A request is answered."""
        if self._refused:
            return
        self._next = self.pipeline[-1][0] if self.pipeline else None
        super().on_response_complete()
        self._admission.end(self.transport, self._peer)
        if self.transport.is_closing():
            self._end()
        elif not self._whole and not self.pipeline:
            self._expect(REST_SECONDS, "slow_body")

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        super().handle_websocket_upgrade()
        protocol: Any = self.transport.get_protocol()
        # It holds this protocol, and nobody else would let go of it.
        del self.parser
        if not protocol.handshake_initiated:
            # The other parser found something wrong, and would leave it at that.
            self._admission.closed(self.transport, self._peer, "bad_request")
            self.transport.close()

    # --- the end ---------------------------------------------------------------------------------

    def wait_for(self, turn: asyncio.Future[None]) -> None:
        """Give the turn up when nobody is there for the answer any more."""
        self._turn = turn
        if self._refused or self.transport.is_closing():
            self._answer_nothing()

    def _answer_nothing(self) -> None:
        """Leave out every answer that has not begun."""
        self.pipeline.clear()
        if self._next is not None and not self._next.response_started:
            self._next.disconnected = True
        if self._turn is not None:
            self._turn.cancel()

    def _expect(self, seconds: float, why: Closure) -> None:
        """Close the connection for this reason unless something happens until then."""
        self._clear()
        self._deadline = self.loop.call_later(seconds, self._refuse, why)

    def _clear(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, why: Closure) -> None:
        """Say why, if nothing else was begun to be said, and close."""
        if self._refused or self.transport.is_closing():
            return
        if why == "slow_headers" and not self._heard:
            # Browsers connect in advance, too.
            why = "silent"
        self._clear()
        self._unset_keepalive_if_required()
        self._refused = True
        self._admission.closed(self.transport, self._peer, why)
        self._answer_nothing()
        # A request is not refused in words before the one ahead of it is answered.
        first = self._next is self.cycle and not self._in_head
        free = self._answered or (first and not self.cycle.response_started)
        if free and why in _STATUS and not self.transport.get_write_buffer_size():
            self._say(_STATUS[why])
            self.transport.pause_reading()
            self._deadline = self.loop.call_later(LINGER, self.transport.abort)
        elif why == "not_read":
            drop(self.transport)
        else:
            self.transport.abort()

    def _say(self, status: int) -> None:
        """Answer without words somebody who asked for too much or for nothing."""
        self.transport.write(_bare(status, self._admission.headers))

    def timeout_keep_alive_handler(self) -> None:
        """The connection was idle for long enough."""
        super().timeout_keep_alive_handler()
        self._end()

    def _end(self) -> None:
        """A connection that is closing ends even if the visitor never reads what is left."""
        self._clear()
        self._deadline = self.loop.call_later(self._timeouts.idle, drop, self.transport)
