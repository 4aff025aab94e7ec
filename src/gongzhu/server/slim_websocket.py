"""uvicorn's protocol of a WebSocket, in as little memory as a site with thousands of them needs.

Its fields are slots, and the parser of `websockets` is there only while something is parsed.
bench/results/2026-11-22-sockets.md has the figures.
"""

from asyncio import AbstractEventLoop, Queue
from collections.abc import Generator
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import ProtocolError
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.streams import StreamReader


class _Nobody:
    """Takes the place of the queue and the event that an application waits for, once it is over."""

    def put_nowait(self, event: object) -> None:
        """Nobody receives it."""

    def set(self) -> None:
        """Nobody waits to send."""

    def clear(self) -> None:
        """Nobody will."""


_NOBODY = cast(Any, _Nobody())


class _ShortestLengths(StreamReader):
    """Reads frames, and refuses a length in more bytes than it needs, which `websockets` takes."""

    _next = "head"

    def read_exact(self, n: int) -> Generator[None, None, bytearray]:
        """The next part of a frame: its first two bytes, its length where that is longer, the mask
        or the payload."""
        data = yield from super().read_exact(n)
        if self._next == "head":
            self._next = "length" if data[1] & 0x7F > 125 else "mask"
        elif self._next == "length":
            if int.from_bytes(data, "big") < (126 if n == 2 else 1 << 16):
                raise ProtocolError("the length is not in its shortest form")
            self._next = "mask"
        else:
            self._next = "payload" if self._next == "mask" else "head"
        return data


class _Parser(ServerProtocol):
    def parse(self) -> Generator[None]:
        """Parse what comes, and refuse lengths that are not in their shortest form."""
        self.reader = _ShortestLengths()
        return super().parse()


class SlimWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol without what it keeps for an application that is told of everything."""

    # A dictionary of fields takes 2 KB. The first is ours.
    __slots__ = (
        "_parser",
        "app",
        "app_state",
        "asgi_version",
        "client",
        "close_sent",
        "close_timeout",
        "close_timer",
        "config",
        "connections",
        "curr_msg_data_type",
        "default_headers",
        "disconnected",
        "frames",
        "handshake_complete",
        "handshake_initiated",
        "initial_response",
        "last_ping_rtt",
        "logger",
        "loop",
        "pending_ping_payload",
        "ping_interval",
        "ping_sent_at",
        "ping_timeout",
        "ping_timer",
        "pong_timer",
        "queue",
        "read_paused",
        "request",
        "response",
        "root_path",
        "scheme",
        "scope",
        "server",
        "tasks",
        "transport",
        "writable",
    )

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        self._parser: ServerProtocol | None = None
        """None: nothing has had to be parsed since the handshake."""
        super().__init__(config, server_state, app_state, _loop)
        self._forget_parser()
        self._parser = _Parser(max_size=config.ws_max_size, logger=self.logger)

    @property
    def conn(self) -> ServerProtocol:
        """The parser, and the state of the closing handshake."""
        if self._parser is None:
            self._parser = _Parser(state=OPEN, max_size=self.config.ws_max_size)
        return self._parser

    @conn.setter
    def conn(self, parser: ServerProtocol) -> None:
        self._parser = parser

    def _forget_parser(self) -> None:
        if self._parser is not None:
            # What reads on holds the protocol that holds it.
            self._parser.parser.close()
            self._parser = None

    def _forget_handshake(self) -> None:
        self._forget_parser()
        self.request = self.response = None  # type: ignore[assignment]

    def _let_go_of_application(self) -> Queue[Any]:
        """Keep nothing for the application any more; the events that it has not taken."""
        early, self.queue, self.writable = self.queue, _NOBODY, _NOBODY
        return early
