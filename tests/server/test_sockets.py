"""A table's socket as a protocol, without a network: its handshake, its frames and its end."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec import Struct, field

from gongzhu.server.config.settings import Limits, ServerConfig
from gongzhu.server.edge.admission import ADMISSION, TICK, Admission
from gongzhu.server.edge.gate import GATE, Gate
from gongzhu.server.edge.origins import Origins
from gongzhu.server.edge.socket import APP, PROTOCOL, ShortestLengths, SocketProtocol
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.monitoring.security_log import SecurityLog
from tests.support.virtual_time import VirtualLoop, run

HANDSHAKE = (
    b"GET /api/tables/x/socket HTTP/1.1\r\nHost: table.example\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL = 0x80
PLENTY = 1_000_000


class Wire(asyncio.Transport):
    """A connection to nobody: whatever is written to it is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self._reads = True
        self._aborted = False
        self._closing = False

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
        self._closing = self._aborted = True

    def is_aborted(self) -> bool:
        return self._aborted

    def pause_reading(self) -> None:
        self._reads = False

    def resume_reading(self) -> None:
        self._reads = True

    def is_reading(self) -> bool:
        return self._reads


class Http(asyncio.Protocol):
    """In place of uvicorn's protocol, before the connection is handed over."""

    def __init__(self, *_: object) -> None:
        super().__init__()


class Heard(Struct):
    """Everything that an application was given."""

    messages: list[bytes | None] = field(default_factory=list)
    lost: int = 0


def admission(connections: int = PLENTY) -> Admission:
    """Room for so many sockets of an address, and for every request of a test."""
    limits = Limits(
        connections=connections, handshakes_per_minute=PLENTY, requests_per_minute=PLENTY
    )
    origins = Origins(None, ())
    config = ServerConfig(limits=limits)
    return Admission(config, origins, Metrics(), SecurityLog(), lambda: 0)


def masked(opcode: int, payload: bytes, final: bool = True) -> bytes:
    """A frame as a browser sends it; the mask is of zeros, and changes nothing."""
    assert len(payload) < 126
    return bytes((opcode | (FINAL if final else 0), 0x80 | len(payload))) + bytes(4) + payload


@pytest.fixture(autouse=True)
def _no_http(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gongzhu.server.edge.gate.H11Protocol", Http)


def opened(
    app: Callable[[Any, Any, Any], Awaitable[None]], wire: Wire, bounds: Admission
) -> SocketProtocol:
    """A socket that has taken a connection over from its gate, and asks for the handshake."""
    state: dict[str, Any] = {ADMISSION: bounds, APP: app}
    gate = Gate(None, None, state)
    gate.connection_made(wire)
    socket = SocketProtocol(None, None, {**state, GATE: gate})
    socket.connection_made(wire)
    socket.data_received(HANDSHAKE)
    return socket


async def turns(count: int = 5) -> None:
    """Let the loop go on."""
    for _ in range(count):
        await asyncio.sleep(0)


def socket_test(
    story: Callable[[SocketProtocol, Wire, Heard], Awaitable[None]],
) -> Callable[[], None]:
    """A test over a socket that stands."""

    async def run() -> None:
        wire, heard, bounds = Wire(), Heard(), admission()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            scope["state"][PROTOCOL].listen(heard.messages.append, lost)

        def lost() -> None:
            heard.lost += 1

        socket = opened(app, wire, bounds)
        await turns()
        assert wire.take().startswith(b"HTTP/1.1 101 ")
        assert not wire.is_closing()
        assert wire.is_reading()
        await story(socket, wire, heard)
        if not heard.lost:
            socket.connection_lost(None)
        assert heard.lost == 1
        assert len(bounds) == 0

    def test() -> None:
        asyncio.run(run())

    return test


async def _messages(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    socket.data_received(masked(TEXT, b"one") + masked(BINARY, b"\0"))
    socket.data_received(masked(TEXT, b"tw", final=False) + masked(0, b"o"))
    whole = masked(TEXT, b"three")
    for place in range(len(whole)):
        socket.data_received(whole[place : place + 1])
    assert heard.messages == [b"one", None, b"two", b"three"]


async def _writing(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    sizes = (3, 125, 126, 65_535, 65_536)
    for size in sizes:
        socket.write(b"x" * size)
    assert wire.take() == b""
    assert socket.waiting > sum(sizes)
    await turns(1)
    written = wire.take()
    assert written.startswith(b"\x81\x03xxx\x81\x7d")
    assert len(written) == sum(sizes) + 2 + 2 + 4 + 4 + 10
    assert socket.waiting == 0


async def _control_frames(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    socket.data_received(masked(PING, b"there?"))
    assert wire.take() == bytes((FINAL | PONG, 6)) + b"there?"
    socket.write(b"news")
    socket.data_received(masked(PING, b""))
    assert wire.take() == b""
    await turns(1)
    assert wire.take() == b"\x81\x04news" + bytes((FINAL | PONG, 0))
    socket.data_received(masked(TEXT, b"half", final=False) + masked(PING, b"") + masked(0, b"!"))
    assert heard.messages == [b"half!"]
    socket.data_received(masked(CLOSE, b"\x03\xe8"))
    assert wire.is_closing()


async def _closing(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    socket.write(b"last")
    socket.close(1000)
    assert wire.take() == b"\x81\x04last" + bytes((FINAL | CLOSE, 2)) + b"\x03\xe8"
    socket.write(b"later")
    socket.data_received(masked(TEXT, b"late"))
    assert heard.messages == []
    assert not wire.is_closing()
    socket.data_received(masked(CLOSE, b"\x03\xe8"))
    assert wire.is_closing()
    assert wire.take() == b""


async def _nobody_agrees(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    now = asyncio.get_running_loop().time()
    socket.close(1000)
    socket.tick(now + 5)
    assert not wire.is_aborted()
    socket.tick(now + 11)
    assert wire.is_aborted()


async def _bad_text(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    now = asyncio.get_running_loop().time()
    socket.data_received(masked(TEXT, b"\xff") + masked(TEXT, b"more"))
    assert wire.take() == bytes((FINAL | CLOSE, 2)) + (1007).to_bytes(2, "big")
    assert heard.messages == []
    # The frame can be read before the connection is gone.
    assert not wire.is_closing()
    assert not wire.is_reading()
    socket.tick(now + 2)
    assert wire.is_aborted()


async def _silence(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    now = asyncio.get_running_loop().time()
    ping = bytes((FINAL | PING, 0))
    socket.tick(now + 5)
    assert wire.take() == b""
    socket.tick(now + 7)
    socket.tick(now + 8)
    assert wire.take() == ping
    socket.data_received(masked(PONG, b""))
    socket.tick(now + 11)
    assert wire.take() == ping
    assert not wire.is_aborted()
    socket.tick(now + 20)
    assert wire.is_aborted()


async def _much_at_once(socket: SocketProtocol, wire: Wire, heard: Heard) -> None:
    socket.data_received(masked(TEXT, b"x" * 94) * 100)
    assert not wire.is_reading()
    assert 0 < len(heard.messages) < 20
    await turns(20)
    assert wire.is_reading()
    assert heard.messages == [b"x" * 94] * 100


test_messages_come_whole_and_at_once = socket_test(_messages)
test_frames_of_one_moment_are_written_together = socket_test(_writing)
test_control_frames_are_answered = socket_test(_control_frames)
test_nothing_is_heard_or_said_after_the_close = socket_test(_closing)
test_a_close_that_nobody_answers_is_not_waited_for = socket_test(_nobody_agrees)
test_text_that_is_no_utf_8_is_the_end = socket_test(_bad_text)
test_a_silent_socket_is_asked_for_a_sign_of_life = socket_test(_silence)
test_much_at_once_is_read_in_several_turns = socket_test(_much_at_once)


def test_what_comes_before_anybody_listens_waits() -> None:
    """The application may have to look something up after the handshake, and a socket that has said
    hello into that would be deaf from then on."""

    async def run() -> None:
        wire, heard, known = Wire(), Heard(), asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await known.wait()
            scope["state"][PROTOCOL].listen(heard.messages.append, lambda: None)

        socket = opened(app, wire, admission())
        await turns()
        assert b" 101 " in wire.take()
        assert not wire.is_reading()
        known.set()
        await turns()
        assert wire.is_reading()
        socket.data_received(masked(TEXT, b"hello"))
        assert heard.messages == [b"hello"]
        socket.connection_lost(None)

    asyncio.run(run())


def test_each_connection_gives_its_place_back_once() -> None:
    async def run() -> None:
        bounds = admission(connections=1)

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            scope["state"][PROTOCOL].listen(lambda data: None, lambda: None)

        for number in range(1000):
            wire = Wire()
            socket = opened(app, wire, bounds)
            # Some are gone before they are answered.
            await turns(number % 3)
            assert len(bounds) == 1
            wire.abort()
            socket.connection_lost(None)
            assert len(bounds) == 0
            await turns(1)
        refusals = [bounds.enter(Guest("?")) for _ in range(3)]
        assert refusals == [None, None, "too_many_of_address"]

    asyncio.run(run())


class Guest:
    """A connection that counts, and does nothing else."""

    def __init__(self, peer: str) -> None:
        self.peer = peer

    def tick(self, now: float) -> None:
        """Take no time."""

    def stop(self) -> None:
        """Stay."""


def test_strangers_of_a_block_of_ipv6_have_as_many_connections_as_one_known_address() -> None:
    async def run() -> None:
        bounds = admission(connections=20)

        def let_in(address: str, count: int) -> int:
            return sum(bounds.enter(Guest(address)) is None for _ in range(count))

        came = [let_in(f"2001:db8:1:{number:x}::1", 20) for number in range(10)]
        assert came == [16, 16, 8] + [0] * 7
        bounds.know("2001:db8:1:9::/64")
        assert let_in("2001:db8:1:9::2", 50) == 40
        assert let_in("2001:db8:2::1", 20) == 16

    asyncio.run(run())


def test_nobody_counts_as_late_after_a_pause_of_the_server() -> None:
    class Watched(Guest):
        def __init__(self) -> None:
            super().__init__("192.0.2.1")
            self.ticks: list[float] = []

        def tick(self, now: float) -> None:
            self.ticks.append(now)

    async def act(loop: VirtualLoop) -> None:
        bounds, watched = admission(), Watched()
        bounds.enter(watched)
        await loop.advance(TICK)
        # The process is stopped for a minute, and goes on.
        await loop.advance(60.0)
        assert watched.ticks == [TICK]
        await loop.advance(TICK)
        assert watched.ticks == [TICK, 60.0 + 2 * TICK]

    run(act)


@pytest.mark.parametrize("fails", [False, True])
def test_a_handshake_that_is_not_taken_is_answered(fails: bool) -> None:
    async def run() -> None:
        wire, bounds = Wire(), admission()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            if fails:
                raise RuntimeError
            await send({"type": "websocket.close", "code": 1008})

        socket = opened(app, wire, bounds)
        await turns()
        assert wire.take().startswith(b"HTTP/1.1 500 " if fails else b"HTTP/1.1 403 ")
        assert wire.is_closing()
        socket.connection_lost(None)
        assert len(bounds) == 0

    asyncio.run(run())


@pytest.mark.parametrize(
    ("written", "accepted"),
    [
        (125, True),
        (126, True),
        (65_535, True),
        (65_536, True),
        ((126, 125), False),
        ((127, 65_535), False),
        ((127, 200), False),
    ],
)
@pytest.mark.parametrize("pieces", [1, 7, 10_000])
def test_a_length_has_one_form(written: int | tuple[int, int], accepted: bool, pieces: int) -> None:
    form, length = written if isinstance(written, tuple) else (0, written)
    form = form or (length if length < 126 else 126 if length < 65_536 else 127)
    extended = length.to_bytes({126: 2, 127: 8}[form], "big") if form > 125 else b""
    frame = bytes((0x81, 0x80 | form)) + extended + bytes(4) + b"x" * length
    stream = masked(TEXT, b"before") + frame + masked(TEXT, b"behind")
    lengths = ShortestLengths()
    parts = [stream[place : place + pieces] for place in range(0, len(stream), pieces)]
    assert all(map(lengths.accept, parts)) == accepted
