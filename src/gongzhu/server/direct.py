"""Sockets without the way through ASGI's queues, where uvicorn serves: a frame that comes in is
handled where it is read, and those that go out at the same moment are written together.

With ASGI alone each frame wakes a task and is a write of its own, and five frames go out for each
card that is played.
"""

from asyncio import BaseTransport
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINK = "gongzhu.link"
"""Under this key of the scope's state a socket's own protocol is found."""

_SHORT = 126
_MIDDLE = 1 << 16


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's, gone as soon as its connection is a socket's."""

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        super().handle_websocket_upgrade()
        # It holds this protocol, and nobody else would let go of it.
        del self.parser


class DirectProtocol(WebSocketsSansIOProtocol):
    """Handshake, control frames and closing are uvicorn's; messages are not."""

    _hear: Callable[[bytes | None], None] | None = None
    _lost: Callable[[], None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """A connection stands."""
        super().connection_made(transport)
        self._frames_out: list[bytes] = []

    def listen(self, hear: Callable[[bytes | None], None], lost: Callable[[], None]) -> None:
        """Give every message to `hear` from now on, None for one that is no text; `lost` is
        called when the connection is gone."""
        self._hear = hear
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
        """Write what was sent, now."""
        if self._frames_out and not self.transport.is_closing():
            self.transport.write(b"".join(self._frames_out))
        self._frames_out.clear()

    def abort(self) -> None:
        """Hang up, whatever is still on its way."""
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Let the application find this protocol."""
        self.scope["state"][LINK] = self
        try:
            await super().run_asgi()
        finally:
            del self.scope["state"][LINK]

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        if self._hear is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self._hear(data if self.curr_msg_data_type == "text" else None)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        lost, self._lost, self._hear = self._lost, None, None
        if lost is not None:
            lost()
