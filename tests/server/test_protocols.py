"""The parts of uvicorn that our protocols build on are there and do what they did."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Any, cast
from unittest.mock import patch

import pytest
from msgspec import Struct, field
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from gongzhu.server.admission import ADMISSION, Admission
from gongzhu.server.config import ServerConfig
from gongzhu.server.http_protocol import HttpProtocol
from gongzhu.server.metrics import Metrics
from gongzhu.server.origins import Origins
from gongzhu.server.security import SecurityLog
from gongzhu.server.socket_protocol import PROTOCOL, SocketProtocol

HANDSHAKE = (
    b"GET /api/tables/x/socket HTTP/1.1\r\nHost: table.example\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL = 0x80
CHANGED = (
    f"uvicorn {version('uvicorn')} is another one than http_protocol.py, slim_websocket.py and "
    "socket_protocol.py were written for: {}. Keep the version before, or read uvicorn's changes, "
    "adapt the modules and then the bounds in pyproject.toml."
)


class Wire(asyncio.Transport):
    """A connection to nobody: whatever is written to it is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.protocol: asyncio.BaseProtocol | None = None
        self._closing = False
        self.aborted = False

    def write(self, data: Any) -> None:
        self.written += data

    def take(self) -> bytes:
        """The bytes written since the last call."""
        written, self.written = self.written, b""
        return written

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        self._closing = True

    def abort(self) -> None:
        self._closing = self.aborted = True

    def get_protocol(self) -> asyncio.BaseProtocol:
        assert self.protocol is not None
        return self.protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None:
        raise AssertionError(CHANGED.format("it pauses a socket whose messages are taken at once"))


class Heard(Struct):
    """Everything that an application was given."""

    messages: list[bytes | None] = field(default_factory=list)
    lost: int = 0
    protocol: object = None


def masked(opcode: int, payload: bytes, final: bool = True) -> bytes:
    """A frame as a browser sends it; the mask is of zeros, and changes nothing."""
    assert len(payload) < 126
    return bytes((opcode | (FINAL if final else 0), 0x80 | len(payload))) + bytes(4) + payload


def state() -> dict[str, Any]:
    """What the lifespan of the application gives to protocols."""
    config, metrics = ServerConfig(), Metrics()
    origins = Origins(None, ())
    return {ADMISSION: Admission(config, origins, metrics, SecurityLog(), lambda: 0)}


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that lets nobody in."""
    await receive()
    await send({"type": "websocket.close", "code": 1000})


def configured(app: Callable[[Any, Any, Any], Awaitable[None]]) -> Config:
    """The application, served by these protocols."""
    config = Config(cast(Any, app), http=HttpProtocol, ws=SocketProtocol, log_config=None)
    config.load()
    return config


def socket_test(
    story: Callable[[SocketProtocol, Wire, Heard], Awaitable[None]],
) -> Callable[[], None]:
    """A test over a socket that stands."""

    async def run() -> None:
        wire, heard = Wire(), Heard()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            heard.protocol = protocol = scope["state"].get(PROTOCOL)
            assert isinstance(protocol, SocketProtocol), CHANGED.format("it copies the scope")
            protocol.listen(heard.messages.append, lost)

        def lost() -> None:
            heard.lost += 1

        socket = SocketProtocol(configured(app), ServerState(), state())
        socket.connection_made(wire)
        socket.data_received(HANDSHAKE)
        for _ in range(5):
            await asyncio.sleep(0)
        assert wire.take().startswith(b"HTTP/1.1 101 ")
        assert heard.protocol is socket
        assert not wire.is_closing(), CHANGED.format("it closes when the application is done")
        await story(socket, wire, heard)
        if not heard.lost:
            socket.connection_lost(None)
        assert heard.lost == 1

    def test() -> None:
        asyncio.run(run())

    return test


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        *(
            (HttpToolsProtocol, name)
            for name in (
                "connection_made",
                "connection_lost",
                "data_received",
                "handle_websocket_upgrade",
                "on_headers_complete",
                "on_message_begin",
                "on_message_complete",
                "on_response_complete",
                "pause_writing",
                "resume_writing",
                "timeout_keep_alive_handler",
                "_should_upgrade",
                "_unset_keepalive_if_required",
            )
        ),
        *(
            (WebSocketsSansIOProtocol, name)
            for name in (
                "data_received",
                "handle_bytes",
                "handle_close",
                "handle_cont",
                "handle_ping",
                "handle_pong",
                "handle_text",
                "keepalive_timeout",
            )
        ),
        (WebSocketsSansIOProtocol, "connection_made"),
        (WebSocketsSansIOProtocol, "connection_lost"),
        (WebSocketsSansIOProtocol, "run_asgi"),
        (WebSocketsSansIOProtocol, "send_receive_event_to_app"),
    ],
)
def test_methods_that_are_overridden_are_there(owner: type, name: str) -> None:
    assert callable(getattr(owner, name, None)), CHANGED.format(f"{owner.__name__}.{name} is gone")


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (
            HttpToolsProtocol,
            ["client", "cycle", "headers", "loop", "parser", "pipeline", "scope", "transport"],
        ),
        (
            WebSocketsSansIOProtocol,
            [
                *("transport", "loop", "frames", "curr_msg_data_type", "close_sent", "client"),
                *("handshake_initiated", "read_paused"),
            ],
        ),
    ],
)
def test_fields_that_are_read_are_there(kind: type, names: list[str]) -> None:
    async def look() -> None:
        found = kind(configured(nothing), ServerState(), state())
        for name in names:
            assert hasattr(found, name), CHANGED.format(f"{kind.__name__}.{name} is gone")

    asyncio.run(look())


async def _forever(scope: Any, receive: Any, send: Any) -> None:
    """An application that never answers."""
    await asyncio.Event().wait()


def test_a_body_that_is_refused_overtakes_no_request_before_it() -> None:
    async def refused(*requests: bytes) -> Wire:
        wire = Wire()
        protocol = HttpProtocol(configured(_forever), ServerState(), state())
        protocol.connection_made(wire)
        with patch.object(wire, "pause_reading", lambda: None):
            for request in requests:
                protocol.data_received(request)
            assert not wire.is_closing()
            protocol._refuse("slow_body")
        protocol.connection_lost(None)
        return wire

    post = b"POST /b HTTP/1.1\r\nHost: table.example\r\nContent-Length: 9\r\n\r\nx"
    alone = asyncio.run(refused(post))
    assert alone.written.startswith(b"HTTP/1.1 408 ")
    second = asyncio.run(refused(b"GET /a HTTP/1.1\r\nHost: table.example\r\n\r\n", post))
    assert (second.written, second.aborted) == (b"", True)


async def _messages(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    socket.data_received(masked(TEXT, b"one") + masked(BINARY, b"\0"))
    socket.data_received(masked(TEXT, b"tw", final=False) + masked(0, b"o"))
    assert heard.messages == [b"one", None, b"two"], CHANGED.format("messages come differently")


async def _writing(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    sizes = (3, 125, 126, 65_535, 65_536)
    for size in sizes:
        socket.write(b"x" * size)
    assert wire.take() == b""
    assert socket.waiting > sum(sizes)
    await asyncio.sleep(0)
    written = wire.take()
    assert written.startswith(b"\x81\x03xxx\x81\x7d")
    assert len(written) == sum(sizes) + 2 + 2 + 4 + 4 + 10
    socket.write(b"now")
    socket.flush()
    assert wire.take() == b"\x81\x03now"


async def _control_frames(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    socket.data_received(masked(PING, b"there?"))
    answer = bytes((FINAL | PONG, 6)) + b"there?"
    assert wire.take() == answer, CHANGED.format("it answers no ping")
    socket.data_received(masked(TEXT, b"half", final=False) + masked(PING, b"") + masked(0, b"!"))
    assert heard.messages == [b"half!"], CHANGED.format("a ping disturbs a message")
    socket.data_received(masked(CLOSE, b"\x03\xe8"))
    assert wire.is_closing(), CHANGED.format("it closes no socket that says goodbye")


async def _closing(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    socket.write(b"last")
    socket.close(1000)
    assert wire.take() == b"\x81\x04last" + bytes((FINAL | CLOSE, 2)) + b"\x03\xe8"
    socket.data_received(masked(TEXT, b"late"))
    assert heard.messages == [], CHANGED.format("messages come after the last frame")
    assert not wire.is_closing()
    socket.data_received(masked(CLOSE, b"\x03\xe8"))
    assert wire.is_closing(), CHANGED.format("it does not close when both sides have said so")
    assert wire.take() == b""


async def _nobody_agrees(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    socket.close_timeout = 0.01
    socket.close(1000)
    await asyncio.sleep(0.05)
    assert wire.aborted, CHANGED.format("it waits for ever for a visitor who is gone")


async def _nobody_reads(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    with patch("gongzhu.server.socket_protocol.LINGER", 0.01):
        socket.data_received(masked(CLOSE, b"\x03\xe8"))
    assert not wire.aborted
    await asyncio.sleep(0.05)
    assert wire.aborted, CHANGED.format("it waits for ever for a visitor who reads nothing")


async def _fields(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    assert vars(socket) == {}, CHANGED.format("it has fields that are no slots here")


class PausedWire(Wire):
    """A connection whose reading may be paused."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: list[str] = []

    def pause_reading(self) -> None:
        self.turns.append("pause")

    def resume_reading(self) -> None:
        self.turns.append("resume")


@pytest.mark.parametrize("answered", [False, True])
def test_what_comes_before_anybody_listens_is_heard(answered: bool) -> None:
    """Before the handshake is answered, or after it: the application may have to wait for others,
    and a socket that has said hello into that would be deaf from then on."""

    async def run() -> None:
        wire, heard, known = PausedWire(), Heard(), asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            if not answered:
                await known.wait()
            await send({"type": "websocket.accept"})
            if answered:
                await known.wait()
            scope["state"][PROTOCOL].listen(heard.messages.append, lambda: None)

        socket = SocketProtocol(configured(app), ServerState(), state())
        socket.connection_made(wire)
        socket.data_received(HANDSHAKE)
        for _ in range(5):
            await asyncio.sleep(0)
        assert (b" 101 " in wire.take()) == answered
        socket.data_received(masked(TEXT, b"hello") + masked(BINARY, b"\0") + masked(TEXT, b"on"))
        assert wire.turns == ["pause"], CHANGED.format(
            "it reads on for an application that does not listen"
        )
        known.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert heard.messages == [b"hello", None, b"on"]
        assert wire.turns == ["pause", "resume"]
        socket.data_received(masked(TEXT, b"more"))
        assert heard.messages[3:] == [b"more"]
        socket.connection_lost(None)

    asyncio.run(run())


test_messages_come_whole_and_at_once = socket_test(_messages)
test_frames_of_one_moment_are_written_together = socket_test(_writing)
test_control_frames_are_answered = socket_test(_control_frames)
test_nothing_is_heard_after_the_close = socket_test(_closing)
test_a_close_that_nobody_answers_is_not_waited_for = socket_test(_nobody_agrees)
test_a_visitor_who_leaves_without_reading_is_not_waited_for = socket_test(_nobody_reads)
test_a_socket_has_no_dictionary = socket_test(_fields)


def test_a_connection_becomes_a_socket_and_lets_go_of_its_first_protocol() -> None:
    async def run() -> None:
        wire, http = Wire(), HttpProtocol(configured(nothing), ServerState(), state())
        http.connection_made(wire)
        http.data_received(HANDSHAKE)
        assert isinstance(wire.protocol, SocketProtocol)
        assert not hasattr(http, "parser"), CHANGED.format("a protocol keeps its parser")
        for _ in range(5):
            await asyncio.sleep(0)
        assert wire.take().startswith(b"HTTP/1.1 403 ")
        wire.protocol.connection_lost(None)

    asyncio.run(run())
