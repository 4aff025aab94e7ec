"""The protocol of a table's WebSocket, built on the parser of the library `websockets`.

A message is handled as soon as it is read, without waking a task as ASGI's queues would. All frames
that are sent in one iteration of the event loop, including pings and the closing frame, are
collected in a queue and written together, in order.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from gongzhu.server.edge.admission import (
    ADMISSION,
    Admission,
    Closure,
    ConnectionPlace,
    ConnectionRefused,
)
from gongzhu.server.edge.gate import GATE, Gate
from gongzhu.server.edge.send_queue import drop, kept_by_system

LONGEST_MESSAGE = 4096
"""Greatest number of bytes in a message that a visitor sends."""
APP = "gongzhu.app"
"""The key of the ASGI application in the lifespan state, under which the protocol finds it."""
PROTOCOL = "gongzhu.protocol"
"""The key of the `SocketProtocol` in the state of the ASGI scope, under which the application finds
it."""
TARGET = re.compile(r"/api/tables/[^/?#]+/socket(\?.*)?")
"""Matches the only request targets at which a WebSocket can be opened."""
PIECE = 1024
"""Number of bytes that are parsed in one iteration of the event loop. One read may bring tens of
thousands of small frames, for which other connections would have to wait."""
PING_AFTER = 6.0
"""Seconds of silence after which a ping is sent."""
LOST_AFTER = 12.0
"""Seconds of silence after which the connection is dropped, so that the other players soon know
that a player is gone."""
AGREE_WITHIN = 10.0
"""Seconds within which the other side must answer a closing frame."""
LINGER = 1.0
"""Seconds between the last frame and the end of the connection, so that the visitor can receive the
frame."""
log = logging.getLogger("gongzhu.socket")


# The library logs every connection that is opened and closed.
_quiet = logging.getLogger("gongzhu.websockets")


_quiet.setLevel(logging.WARNING)


Receive = Callable[[bytes | None], None]


class SocketProtocol(asyncio.Protocol):
    """One WebSocket, from its handshake, which uvicorn passes on, to the end of its connection."""

    def __init__(
        self,
        config: Any,
        server_state: Any,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._admission: Admission = app_state[ADMISSION]
        self._app: ASGIApp = app_state[APP]
        self._gate: Gate | None = app_state[GATE]
        self._state: dict[str, Any] | None = app_state
        self.peer = self._gate.peer
        self._loop = asyncio.get_running_loop()
        self._parser = _parser(State.CONNECTING)
        self._lengths = ShortestLengths()
        self._transport: asyncio.Transport
        self._task: asyncio.Task[None] | None = None
        """The task in which the application answers the handshake; None before and after that."""
        self._place: ConnectionPlace | None = None
        self._receive: Receive | None = None
        self._lost: Callable[[], None] | None = None
        self._fragments: list[bytes] = []
        """The fragments of a message that is not complete yet, in order."""
        self._is_text = True
        """True if the current message is text, False if it is binary."""
        self._unread = b""
        """Received bytes that will be parsed in later iterations of the event loop."""
        self._queued = 0
        """Approximate size in bytes of the frames that will be written at the end of this
        iteration."""
        self._frames_left = float(self._admission.limits.frames)
        self._counted_at = self._heard_at = self._loop.time()
        self._pinged = False
        """True if a ping was sent and nothing was received since."""
        self._over = False
        """True if received bytes are ignored from now on."""
        self._closes_at: float | None = None
        """The event loop's time at which a closing connection is dropped, or None if it is not
        closing."""

    # --- the handshake ---------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take over the connection from its gate."""
        assert self._gate is not None
        self._transport = transport
        self._gate.hand_over(self)

    def _shake_hands(self, data: bytes) -> None:
        """Check the handshake request in `data`, as uvicorn has read it, and start the application
        to answer it. An invalid one is refused with status 400, and one beyond the limits with
        429."""
        gate, state = self._gate, self._state
        assert gate is not None
        assert state is not None
        self._gate = self._state = None
        self._parser.receive_data(data)
        events = self._parser.events_received()
        request = events[0] if events else None
        # The parser refuses every request with a body, which would be read as frames here, and as
        # something else by a proxy.
        answer = self._parser.accept(request) if isinstance(request, Request) else None
        if (
            not isinstance(request, Request)
            or answer is None
            or answer.status_code != 101
            or TARGET.fullmatch(request.path) is None
        ):
            self._admission.closed(gate.address, "bad_handshake")
            self._refuse(400)
            return
        path, _, query = request.path.partition("?")
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (name.lower().encode(), value.encode("latin-1"))
                for name, value in request.headers.raw_items()
            ],
            "client": gate.client,
            "server": self._transport.get_extra_info("sockname"),
            "subprotocols": [],
            "state": {**state, PROTOCOL: self},
        }
        connection = HTTPConnection(scope)
        try:
            self._place = self._admission.begin(self.peer, connection, socket=True)
        except ConnectionRefused as refused:
            address = self._admission.origins.address(connection)
            self._admission.closed(address, refused.why)
            self._refuse(429)
            return
        # Bytes that come before the answer wait in the operating system.
        self._transport.pause_reading()
        self._task = self._loop.create_task(self._run(scope, answer))

    async def _run(self, scope: dict[str, Any], answer: Response) -> None:
        """Run the application for the handshake request `scope` until it returns. By then it has
        accepted the handshake, for which `answer` is sent, or refused it (403). If the application
        fails, the handshake is refused with 500."""

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            if self._transport.is_closing():
                raise ConnectionResetError
            if message["type"] == "websocket.accept":
                self._parser.send_response(answer)
                self.flush()
                # The old parser would keep all headers of the handshake in memory.
                vars(self._parser).clear()
                self._parser = _parser(State.OPEN)
            elif not self._is_open:
                self._refuse(403)

        try:
            await self._app(scope, receive, send)
        except ConnectionResetError:
            pass
        except Exception:
            log.exception("the application failed over a handshake")
            if not self._transport.is_closing() and not self._is_open:
                self._refuse(500)
        finally:
            self._task = None
        if self._receive is None and self._closes_at is None:
            self._transport.close()

    @property
    def _is_open(self) -> bool:
        return not self._transport.is_closing() and self._parser.state is State.OPEN

    def _refuse(self, status: int) -> None:
        self._transport.write(self._admission.answer(status))
        self._transport.close()
        self._closes_at = self._loop.time() + LINGER

    def listen(self, receive: Receive, lost: Callable[[], None]) -> None:
        """Begin to receive messages. `receive` is called with each text message, or None for a
        binary one, and `lost` when the connection is closed. The application may return after this:
        the WebSocket stays open until `close` or until the other side closes it."""
        if self._transport.is_closing():
            lost()
            return
        self._receive, self._lost = receive, lost
        self._heard_at = self._loop.time()
        self._transport.resume_reading()

    # --- what comes in ---------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, at most PIECE of them in each iteration of the event loop."""
        if self._gate is not None:
            self._shake_hands(data)
            return
        self._heard_at = self._loop.time()
        self._pinged = False
        if self._unread:
            self._unread += data
        elif len(data) <= PIECE:
            self._read(data)
        else:
            self._unread = data
            self._transport.pause_reading()
            self._read_on()

    def _read_on(self) -> None:
        piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
        self._read(piece)
        if self._over or self._transport.is_closing():
            self._unread = b""
        elif self._unread:
            self._loop.call_soon(self._read_on)
        else:
            self._transport.resume_reading()

    def _read(self, data: bytes) -> None:
        if self._over or self._transport.is_closing():
            return
        if not self._lengths.accept(data):
            self._fail("bad_frame", CloseCode.PROTOCOL_ERROR)
            return
        self._parser.receive_data(data)
        frames = self._parser.events_received()
        for frame in frames:
            assert isinstance(frame, Frame)
            if not self._take(frame):
                return
        if (self._queued and self._is_open) or not self.flush():
            # The answer to a ping is written together with the text frames of this turn.
            return
        self._over = True
        last = frames[-1] if frames else None
        if isinstance(last, Frame) and last.opcode is Opcode.CLOSE:
            self._transport.close()
            self._closes_at = self._loop.time() + LINGER
        else:
            self._note("bad_frame")
            self._linger()

    def _take(self, frame: Frame) -> bool:
        """Handle a frame. Returns False if the connection is being closed because of it."""
        if not self._count_frame():
            return False
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._is_text = frame.opcode is Opcode.TEXT
        elif frame.opcode is not Opcode.CONT:
            return True
        if frame.fin and not self._fragments:
            return self._take_message(bytes(frame.data))
        self._fragments.append(bytes(frame.data))
        if not frame.fin:
            return True
        message, self._fragments = b"".join(self._fragments), []
        return self._take_message(message)

    def _take_message(self, data: bytes) -> bool:
        if self._is_text:
            try:
                data.isascii() or data.decode()
            except UnicodeDecodeError:
                self._fail("bad_frame", CloseCode.INVALID_DATA)
                return False
        # No message is passed on after this side has begun to close.
        if self._receive is not None and self._closes_at is None:
            self._receive(data if self._is_text else None)
        return True

    def _count_frame(self) -> bool:
        """Count one received frame of any kind. Limits on messages do not count pings, pongs and
        fragments. If the client has sent more frames than `Limits.frames` allows, close the
        connection and return False."""
        limits = self._admission.limits
        back = (self._heard_at - self._counted_at) * limits.frames / limits.messages_seconds
        self._counted_at = self._heard_at
        self._frames_left = min(limits.frames, self._frames_left + back) - 1
        if self._frames_left < 0:
            self._fail("too_many_frames", CloseCode.POLICY_VIOLATION)
            return False
        return True

    # --- what goes out ---------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """Number of written bytes that the other side has not received yet. Bytes in the system's
        buffer are included only if there are also some in the transport's."""
        here = self._transport.get_write_buffer_size()
        there = kept_by_system(self._transport) if here else 0
        return here + there + self._queued

    def write(self, payload: bytes) -> None:
        """Queue a text frame with this payload, which is sent at the end of this iteration of the
        event loop. Does nothing if the WebSocket is not open."""
        if not self._is_open:
            return
        if not self._queued:
            self._loop.call_soon(self.flush)
        self._queued += len(payload) + 10
        self._parser.send_text(payload)

    def flush(self) -> bool:
        """Write all queued frames now. Returns True if nothing can be sent after them."""
        self._queued = 0
        if self._transport.is_closing():
            return True
        queue = self._parser.data_to_send()
        data = b"".join(queue)
        if data:
            self._transport.write(data)
        return SEND_EOF in queue

    # --- the end ---------------------------------------------------------------------------------

    def close(self, code: int) -> None:
        """Send a closing frame with this code after the queued frames, and wait for the other side
        to answer it, at most AGREE_WITHIN seconds."""
        if self._is_open:
            self._parser.send_close(code)
            self.flush()
            self._closes_at = self._loop.time() + AGREE_WITHIN
            self._transport.resume_reading()

    def abort(self) -> None:
        """Drop the connection of a visitor who does not read. Frames that were not sent are
        lost."""
        if not self._transport.is_closing():
            self._note("not_read")
        drop(self._transport)

    def _fail(self, why: Closure, code: CloseCode) -> None:
        """Close the connection with the closing code `code`, because of what was received, without
        waiting for the client to answer the closing frame. `why` is recorded in the metrics and the
        security log."""
        self._note(why)
        self._parser.fail(code)
        self.flush()
        self._linger()

    def _linger(self) -> None:
        """Stop reading, and drop the connection after LINGER seconds."""
        self._over = True
        self._transport.pause_reading()
        self._closes_at = self._loop.time() + LINGER

    def _note(self, why: Closure) -> None:
        self._admission.closed(self._admission.origins.counted(self.peer), why)

    def tick(self, now: float) -> None:
        """Drop the connection if it has been closing or silent for too long, or send a ping if it
        is silent. `now` is the event loop's time in seconds."""
        if self._closes_at is not None:
            if now >= self._closes_at:
                drop(self._transport)
        elif self._receive is not None and not self._unread:
            if now >= self._heard_at + LOST_AFTER:
                drop(self._transport)
            elif now >= self._heard_at + PING_AFTER and not self._pinged:
                self._pinged = True
                self._parser.send_ping(b"")
                self.flush()

    def stop(self) -> None:
        """Close the connection within LINGER seconds, with the code for a restart of the server."""
        self.close(CloseCode.SERVICE_RESTART)
        if self._closes_at is not None:
            self._closes_at = min(self._closes_at, self._loop.time() + LINGER)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, and tell the application. Called by the event loop when the
        connection is closed."""
        self._admission.leave(self)
        self._admission.end(self._place)
        self._over = True
        # The parser and its generator refer to each other, and the garbage collector runs rarely.
        vars(self._parser).clear()
        lost, self._lost, self._receive = self._lost, None, None
        if lost is not None:
            lost()


def _parser(state: State) -> ServerProtocol:
    return ServerProtocol(state=state, max_size=LONGEST_MESSAGE, logger=_quiet)


class ShortestLengths:
    """Checks that each frame in a stream of masked frames encodes its length in as few bytes as
    possible (0, 2 or 8 after the header). RFC 6455 requires that, but `websockets` accepts longer
    encodings."""

    def __init__(self) -> None:
        self._head = b""
        """The beginning of a frame whose length is not completely received yet."""
        self._rest = 0
        """Number of bytes of the current frame that are still to come."""

    def accept(self, data: bytes) -> bool:
        """Check the next bytes of the stream, which may begin and end within a frame. Returns False
        if a frame's length is encoded in more bytes than it needs."""
        while len(data) > self._rest:
            data, self._rest = self._head + data[self._rest :], 0
            self._head = b""
            form = data[1] & 0x7F if len(data) > 1 else 0
            size = {126: 4, 127: 10}.get(form, 2)
            if len(data) < size:
                self._head = data
                return True
            length = int.from_bytes(data[2:size], "big") if size > 2 else form
            if size > 2 and length < (126 if size == 4 else 1 << 16):
                return False
            self._rest = size + 4 + length
        self._rest -= len(data)
        return True
