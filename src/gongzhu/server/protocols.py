"""The protocols of a connection, from its first byte: uvicorn's, with a shorter way for messages.

A message is handled where it is read, and the frames of one turn of the loop are written together.
Through ASGI's queues each message wakes a task and each frame is a write of its own, and five
frames go out for every card that is played; bench/results/2026-11-22-sockets.md has the figures.

Every connection, every byte of its headers and every control frame passes here, and none of them
is seen by an ASGI application: limits on them belong to these classes.

The classes build on parts of uvicorn that it may change at any time. Those are named, and tried, in
tests/server/test_protocols.py, and pyproject.toml allows the one minor version that passed.
"""

from asyncio import BaseTransport
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PROTOCOL = "gongzhu.protocol"
"""The key of the scope's state under which the application finds the `SocketProtocol`."""

_SHORT = 126
_MIDDLE = 1 << 16


class HttpProtocol(HttpToolsProtocol):
    """A connection, until it becomes a WebSocket."""

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        super().handle_websocket_upgrade()
        # It holds this protocol, and nobody else would let go of it.
        del self.parser


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket. Handshake, control frames and closing are uvicorn's; messages are not."""

    _receive_message: Callable[[bytes | None], None] | None = None
    _lost: Callable[[], None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin with the connection that `HttpProtocol` hands over."""
        super().connection_made(transport)
        self._frames_out: list[bytes] = []

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
        """Let go of the application's functions when the connection is gone."""
        super().connection_lost(exc)
        lost, self._lost, self._receive_message = self._lost, None, None
        if lost is not None:
            lost()
