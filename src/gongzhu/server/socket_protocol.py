"""The protocol of a WebSocket: uvicorn's, with a shorter way for messages and a bound on frames.

A message is handled where it is read, and the frames of one turn of the loop are written together.
Through ASGI's queues each message wakes a task and each frame is a write of its own, and five
frames go out for every card that is played; bench/results/2026-11-22-sockets.md has the figures.

Pings, pongs and fragments are seen by no application, so it is here that they are counted: whoever
sends more frames than any program needs is hung up on.

The class builds on parts of uvicorn that it may change at any time. Those are named, and tried, in
tests/server/test_protocols.py, and pyproject.toml allows the one minor version that passed.
"""

from asyncio import AbstractEventLoop, BaseTransport, TimerHandle
from collections.abc import Callable
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from gongzhu.server.admission import ADMISSION, Admission
from gongzhu.server.file_socket import LOCAL, is_local
from gongzhu.server.origins import NOWHERE

PROTOCOL = "gongzhu.protocol"
"""The key of the scope's state under which the application finds the `SocketProtocol`."""

PIECE = 256
"""Bytes that are parsed in one turn of the loop, more than most messages have: there may be a frame
in every six, and some 40,000 of them in what is read at once, while others wait for their turn."""
LINGER = 1.0
"""Seconds from the last frame to the end, so that it can be read before the connection is gone."""
POLICY = 1008
_SHORT = 126
_MIDDLE = 1 << 16


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket. Handshake, control frames and closing are uvicorn's; messages are not."""

    _receive_message: Callable[[bytes | None], None] | None = None
    _lost: Callable[[], None] | None = None

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._admission: Admission = app_state[ADMISSION]
        self._frames_left = float(self._admission.limits.frames)
        self._counted_at = self.loop.time()
        self._refused = False
        """True once it sent too many frames: then nothing is read any more."""
        self._ending: TimerHandle | None = None
        self._unread = b""
        """What has come, and waits for its turn."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin with the connection that `HttpProtocol` hands over."""
        super().connection_made(transport)
        if is_local(transport):
            self.client = LOCAL
        self._frames_out: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        """Read on, a piece in each turn of the loop, as long as it is not too much."""
        if self._refused:
            return
        if self._unread:
            self._unread += data
        elif len(data) <= PIECE or not self.handshake_initiated:
            super().data_received(data)
        else:
            self._unread = data
            self.transport.pause_reading()
            self._read_on()

    def _read_on(self) -> None:
        if self.transport.is_closing():
            self._unread = b""
            return
        piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
        super().data_received(piece)
        if self._refused or self.transport.is_closing():
            self._unread = b""
        elif self._unread:
            self.loop.call_soon(self._read_on)
        elif not self.read_paused:
            self.transport.resume_reading()

    def handle_ping(self) -> None:
        """Answer a ping."""
        self._count_frame()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping, or one to none."""
        self._count_frame()
        super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its beginning."""
        self._count_frame()
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message that is no text, or its beginning."""
        self._count_frame()
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment."""
        self._count_frame()
        super().handle_cont(event)

    def _count_frame(self) -> None:
        now = self.loop.time()
        limits = self._admission.limits
        back = (now - self._counted_at) * limits.frames / limits.messages_seconds
        self._frames_left = min(limits.frames, self._frames_left + back) - 1
        self._counted_at = now
        if self._frames_left < 0 and not self._refused:
            self._refused = True
            # Once everything is told that the pieces before this one have led to.
            self.loop.call_soon(self._hang_up)

    def _hang_up(self) -> None:
        """Close, without waiting for the other side to agree."""
        if self.transport.is_closing():
            return
        peer = self.client[0] if self.client else NOWHERE
        self._admission.closed(self.transport, peer, "too_many_frames")
        self.flush()
        if not self.close_sent:
            self.close_sent = True
            self.transport.write(bytes((0x88, 2)) + POLICY.to_bytes(2, "big"))
        self.transport.pause_reading()
        self._end(LINGER)

    def _end(self, seconds: float) -> None:
        """Let a connection that is closing end, even if the visitor never reads what is left."""
        if self._ending is None:
            self._ending = self.loop.call_later(seconds, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Nobody is there any more."""
        super().keepalive_timeout()
        self._end(LINGER)

    def listen(self, receive: Callable[[bytes | None], None], lost: Callable[[], None]) -> None:
        """Give every message to `receive` from now on, None for one that is no text; `lost` is
        called when the connection is gone."""
        self._receive_message = receive
        self._lost = lost
        if self.transport.is_closing():
            lost()

    @property
    def waiting(self) -> int:
        """Bytes that the other side has not taken yet."""
        return self.transport.get_write_buffer_size() + sum(map(len, self._frames_out))

    def write(self, payload: bytes) -> None:
        """Send a frame of text, with all others of this turn of the loop."""
        length = len(payload)
        if length < _SHORT:
            head = bytes((0x81, length))
        elif length < _MIDDLE:
            head = b"\x81\x7e" + length.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + length.to_bytes(8, "big")
        if not self._frames_out:
            self.loop.call_soon(self.flush)
        self._frames_out.append(head + payload)

    def detach(self) -> bytes | None:
        """See `Visit`."""
        if self.handshake_complete or self.transport.is_closing():
            return None
        self.transport.pause_reading()
        return b""

    def flush(self) -> None:
        """Write the frames of this turn now."""
        if self._frames_out and not self.transport.is_closing():
            self.transport.write(b"".join(self._frames_out))
        self._frames_out.clear()

    def abort(self) -> None:
        """Hang up; frames that are still on their way are lost."""
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Let the application find this protocol."""
        self.scope["state"][PROTOCOL] = self
        try:
            await super().run_asgi()
        finally:
            del self.scope["state"][PROTOCOL]

    def send_receive_event_to_app(self) -> None:
        """Take a message that is complete."""
        if self._receive_message is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self._receive_message(data if self.curr_msg_data_type == "text" else None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything when the connection is gone."""
        if self._ending is not None:
            self._ending.cancel()
        self._admission.leave(self.transport)
        super().connection_lost(exc)
        # What reads on holds the protocol that holds it.
        self.conn.parser.close()
        lost, self._lost, self._receive_message = self._lost, None, None
        if lost is not None:
            lost()
