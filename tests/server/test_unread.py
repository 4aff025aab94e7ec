"""Nobody who does not read takes much of the server's memory, the system's part of it included, and
nobody who is gone takes more than a word of its log."""

import asyncio
import re
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import msgspec
import pytest

from gongzhu.server.config.settings import BUNDLE
from gongzhu.server.edge.send_queue import drop, kept_by_system
from gongzhu.server.live.messages import VERSION, Hello
from tests.support.page_client import Browser
from tests.support.serving import Server
from tests.support.several_servers import until

MALLORY, STRANGER = "127.0.0.66", "127.0.0.67"
MOST = 400
"""Connections that an address may have."""
MOST_KEPT = 64 * 1024
"""Bytes that the system may keep for each of them."""
SOCKETS = 20
RESETS = 100
MOST_LOGGED = 2000
"""Bytes of the log for all of them together."""
PATIENCE = 60.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a hurry."""
    with Server(tmp_path_factory.mktemp("unread") / "data", "--body-seconds", "2") as running:
        yield running


class Gone:
    """The socket of a connection that has just ended, as uvloop shows it."""

    family = socket.AF_INET

    def fileno(self) -> int:
        return -1

    def setsockopt(self, *_: object) -> None:
        raise ValueError("negative file descriptor")


class Hangup(asyncio.Transport):
    """Its transport."""

    aborted = False

    def get_extra_info(self, name: str, default: object = None) -> object:
        return Gone() if name == "socket" else default

    def abort(self) -> None:
        self.aborted = True


def test_a_socket_that_is_just_gone_is_no_mistake() -> None:
    transport = Hangup()
    assert kept_by_system(transport) == 0
    drop(transport)
    assert transport.aborted


def come(server: Server, *sent: bytes, address: str = MALLORY, buffer: int = 0) -> socket.socket:
    """A connection from an address; `buffer`: bytes that come without being read."""
    plain = socket.socket()
    plain.settimeout(PATIENCE)
    if buffer:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    plain.bind((address, 0))
    plain.connect(("127.0.0.1", server.port))
    for piece in sent:
        plain.sendall(piece)
    return plain


def head(server: Server, request_line: str, *headers: str) -> bytes:
    """The head of a request of a page."""
    own = (f"Host: 127.0.0.1:{server.port}", f"Origin: {server.base}")
    return "\r\n".join((request_line, *own, *headers, "", "")).encode()


def large_file(server: Server) -> bytes:
    """A request for the largest file of the pages."""
    largest = max((BUNDLE / "assets").iterdir(), key=lambda file: file.stat().st_size)
    return head(server, f"GET /assets/{largest.name} HTTP/1.1")


def sign_up(server: Server, address: str = MALLORY) -> None:
    """Have an account at that address, and show it."""
    body = b'{"name":"Mallory"}'
    asked = head(server, "POST /api/me HTTP/1.1", f"Content-Length: {len(body)}") + body
    with closing(come(server, asked, address=address)) as plain:
        found = re.search(rb"set-cookie: ([^;]+);", plain.recv(1 << 16), re.IGNORECASE)
    assert found is not None
    cookie = f"Cookie: {found[1].decode()}"
    asked = head(server, "GET /api/me HTTP/1.1", cookie)
    with closing(come(server, asked, address=address)) as plain:
        assert b" 200 " in plain.recv(1 << 16)


def kept(server: Server) -> int:
    """Bytes that the system keeps for all of a server's connections."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    of_server = [row for row in rows if row[1].endswith(f":{server.port:04X}")]
    listening = "0A"
    return sum(int(row[4].partition(":")[0], 16) for row in of_server if row[3] != listening)


def hung_up(server: Server) -> float:
    """Connections that were closed since their visitors did not read."""
    figures = Browser(server.base).ask("GET", "/metrics").body.decode()
    found = re.search(r'closed_connections_total\{why="not_read"\} ([0-9.]+)', figures)
    return float(found[1]) if found else 0.0


def most_kept(server: Server, over: Callable[[], bool]) -> int:
    """The most that the system has kept until it is over."""
    most, ends = 0, time.monotonic() + PATIENCE
    while not over():
        assert time.monotonic() < ends
        most = max(most, kept(server))
        time.sleep(0.1)
    return most


def test_files_that_nobody_reads_take_little_memory_of_the_system(server: Server) -> None:
    with ExitStack() as held:
        sign_up(server)
        asked = large_file(server) * 8
        for _ in range(MOST):
            held.enter_context(closing(come(server, asked)))
        assert most_kept(server, lambda: hung_up(server) == MOST) < MOST * MOST_KEPT
        # What they have not read is gone with them.
        until(lambda: kept(server) == 0)


@pytest.mark.rest
def test_sockets_that_never_read_are_too_slow(tmp_path: Path) -> None:
    module = "tests.support.unlimited_server"
    with Server(tmp_path / "data", module=module) as server, ExitStack() as held:
        table = Browser(server.base).introduce("Ann").open_table(access="public")
        upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="
        asked = head(server, f"GET /api/tables/{table}/socket HTTP/1.1", *upgrade, key)
        payload = msgspec.json.encode(Hello(version=VERSION))
        hello = bytes((0x81, 0x80 | len(payload))) + bytes(4) + payload
        came = [held.enter_context(closing(come(server, asked, buffer=1))) for _ in range(SOCKETS)]

        def all_gone() -> bool:
            for plain in came:
                with suppress(OSError):
                    plain.sendall(hello * 10)
            return hung_up(server) == SOCKETS

        assert most_kept(server, all_gone) < SOCKETS * MOST_KEPT


def test_visitors_who_reset_their_connections_leave_the_log_alone(server: Server) -> None:
    sign_up(server)
    before = server.log.stat().st_size
    with ExitStack() as held:
        for piece in range(RESETS):
            plain = held.enter_context(closing(come(server, large_file(server) * 8)))
            plain.recv(1 << (piece % 20))
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    # Answered once more, it has noticed all of them.
    until(lambda: kept(server) == 0)
    assert Browser(server.base).ask("GET", "/healthz").status == 200
    logged = server.log.read_bytes()[before:]
    assert b"Traceback" not in logged
    assert len(logged) < MOST_LOGGED


def test_an_address_without_an_account_has_fewer_connections(server: Server) -> None:
    with ExitStack() as held:

        def come_in(count: int) -> int:
            """The number of so many more that are answered."""
            asked = head(server, "GET /healthz HTTP/1.1")
            came = [
                held.enter_context(closing(come(server, asked, address=STRANGER)))
                for _ in range(count)
            ]
            return sum(plain.recv(12) == b"HTTP/1.1 200" for plain in came)

        assert come_in(120) == 100
        held.close()
        until(lambda: come_in(1) == 1)
        sign_up(server, STRANGER)
        assert come_in(MOST + 10) == MOST - 1
