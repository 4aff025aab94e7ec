"""A connection counts from the moment it is accepted, and nobody may keep it without using it."""

import json
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from gongzhu.server.config.settings import BUNDLE
from gongzhu.server.live.messages import Ping, Pong
from tests.support.page_client import Browser, Page
from tests.support.serving import Server, resident
from tests.support.several_servers import until

pytestmark = pytest.mark.rest

PATIENCE = 30.0
OPTIONS = (
    *("--processes", "1", "--log-format", "json", "--connections-per-address", "4"),
    *("--header-seconds", "1", "--body-seconds", "1.5", "--idle-seconds", "1"),
)
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
PLAYER = "127.0.0.1"
ATTACKER = "127.0.0.66"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a hurry."""
    with Server(tmp_path_factory.mktemp("connections") / "data", *OPTIONS) as running:
        yield running


@contextmanager
def connection(server: Server, address: str = ATTACKER) -> Iterator[socket.socket]:
    """A plain connection from an address of this machine."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0)) as plain:
        yield plain


def rest(plain: socket.socket) -> bytes:
    """All that comes until the server hangs up. Raises TimeoutError where it does not."""
    parts = []
    with suppress(ConnectionError):
        while part := plain.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def figure(server: Server, name: str, why: str = "") -> float:
    """A figure of /metrics, 0 where there is none."""
    reply = Browser(server.base).ask("GET", "/metrics")
    assert reply.status == 200
    page = reply.body.decode()
    labels = rf'\{{why="{why}"\}}' if why else ""
    found = re.search(rf"^{name}{labels} ([0-9.e+]+)$", page, re.MULTILINE)
    return float(found[1]) if found else 0.0


def events(server: Server, what: str) -> list[dict[str, object]]:
    """The lines of the log that tell of such an event."""
    lines = [line for line in server.log.read_text("utf-8").splitlines() if line.startswith("{")]
    return [line for line in map(json.loads, lines) if line.get("what") == what]


def post(length: int | None, body: bytes) -> bytes:
    """A file of records, or the beginning of one."""
    framing = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    head = f"POST /api/records HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n{framing}"
    return f"{head}\r\n\r\n".encode() + body


@pytest.mark.parametrize(
    ("sent", "answer", "why"),
    [
        (b"", b"", "silent"),
        (b"GET / HTTP/1.1\r\nHost: loc", b"HTTP/1.1 408 ", "slow_headers"),
        (b"\r\n", b"HTTP/1.1 400 ", "bad_request"),
        (post(500, b"[Event"), b"HTTP/1.1 408 ", "slow_body"),
        (GET, b"HTTP/1.1 200 ", ""),
        (GET + b"GET / HT", b"HTTP/1.1 200 ", ""),
        (post(None, b"1\r\nx\r\n"), b"HTTP/1.1 408 ", "slow_body"),
        (post(None, b"x\r\n"), b"HTTP/1.1 400 ", "bad_request"),
        (b"no such method\r\n\r\n", b"HTTP/1.1 400 ", "bad_request"),
        # The parser of handshakes takes shorter lines.
        (
            b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nX: " + b"x" * 9000 + b"\r\n\r\n",
            b"HTTP/1.1 400 ",
            "bad_handshake",
        ),
    ],
)
def test_whoever_does_not_go_on_is_hung_up_on(
    server: Server, sent: bytes, answer: bytes, why: str
) -> None:
    before = figure(server, "gongzhu_closed_connections_total", why) if why else 0
    with connection(server) as plain:
        plain.settimeout(PATIENCE)
        plain.sendall(sent)
        assert rest(plain).startswith(answer)
    if why:
        assert figure(server, "gongzhu_closed_connections_total", why) == before + 1


def test_requests_that_come_at_once_are_answered_in_turn(server: Server) -> None:
    with connection(server) as plain:
        plain.sendall(GET * 50)
        assert rest(plain).count(b"HTTP/1.1 200 ") == 50


def test_nobody_is_answered_who_has_left(server: Server) -> None:
    before = len(server.log.read_text("utf-8"))
    for _ in range(8):
        with connection(server, "127.0.0.67") as plain:
            plain.sendall(GET * 5)
    with connection(server, PLAYER) as plain:
        plain.sendall(GET)
        assert plain.recv(4096).startswith(b"HTTP/1.1 200 ")
    assert '"level": "error"' not in server.log.read_text("utf-8")[before:]


@pytest.mark.parametrize("head", [b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", post(2000, b"[")])
def test_a_byte_now_and_then_is_not_enough(server: Server, head: bytes) -> None:
    with connection(server) as plain:
        plain.sendall(head)
        began = time.monotonic()
        with suppress(OSError):
            while time.monotonic() - began < PATIENCE:
                plain.sendall(b"x")
                plain.settimeout(0.2)
                with suppress(TimeoutError):
                    if b" 408 " in plain.recv(4096):
                        break
        assert time.monotonic() - began < PATIENCE / 2


def test_headers_without_end_take_no_memory(server: Server) -> None:
    before = resident(server.pid)
    closed = figure(server, "gongzhu_closed_connections_total", "bad_request")
    with connection(server) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        with suppress(OSError):
            for _ in range(57):
                plain.sendall(b"x" * (1 << 20))
        rest(plain)
    assert resident(server.pid) - before < 8 << 20
    assert figure(server, "gongzhu_closed_connections_total", "bad_request") == closed + 1


@pytest.mark.parametrize("cookie", [15_000, 21_000])
def test_headers_have_sixteen_kilobytes(server: Server, cookie: int) -> None:
    reply = None
    with suppress(ConnectionError):
        reply = Browser(server.base).ask("GET", "/api/me", Cookie="x" * cookie)
    status = 400 if reply is None else reply.status
    assert status == (200 if cookie < 16_000 else 400)


def test_what_comes_after_the_answer_is_bounded(server: Server) -> None:
    with connection(server) as plain:
        plain.sendall(
            b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n"
        )
        sent = 0
        with suppress(OSError):
            while sent < 50 << 20:
                sent += plain.send(b"x" * (1 << 16))
        assert sent < 20 << 20


def test_one_address_leaves_room_for_another(tmp_path: Path) -> None:
    options = ("--processes", "1", "--log-format", "json", "--connections-per-address", "4")
    with Server(tmp_path / "data", *options) as server, ExitStack() as held:
        browser = Browser(server.base).introduce("Ann")
        page = held.enter_context(browser.page(browser.open_table()))
        page.sync()
        asked = [held.enter_context(connection(server)) for _ in range(30)]
        answers = []
        for plain in asked:
            plain.settimeout(PATIENCE)
            with suppress(ConnectionError):
                plain.sendall(GET)
                answers.append(plain.recv(4096)[:12])
        served = [answer for answer in answers if answer == b"HTTP/1.1 200"]
        assert len(served) == 8
        page.send(Ping(5))
        page.until(lambda page: any(isinstance(heard, Pong) for heard in page.heard))
        assert Browser(server.base).ask("GET", "/api/lobby").status == 200
        assert figure(server, "gongzhu_refused_connections_total", "too_many_of_address") == 22
        # One line in ten seconds, with a count, says who.
        told = events(server, "connection_refused")
        assert {line["address"] for line in told} == {ATTACKER}
        assert len(told) < 3


def test_a_visitor_who_goes_in_the_midst_leaves_no_trace(server: Server) -> None:
    for _ in range(3):
        with connection(server, PLAYER) as plain:
            plain.sendall(post(500, b"[Event"))
    assert Browser(server.base).ask("GET", "/healthz").status == 200
    assert "Traceback" not in server.log.read_text("utf-8")


def test_all_together_are_bounded(tmp_path: Path) -> None:
    options = ("--processes", "1", "--connections", "10")
    with Server(tmp_path / "data", *options) as server, ExitStack() as held:
        browser = Browser(server.base).introduce("Ann")
        page = held.enter_context(browser.page(browser.open_table()))
        page.sync()
        held.enter_context(closing(page.socket.socket))
        for number in range(40):
            held.enter_context(connection(server, f"127.0.0.{10 + number}"))
        with connection(server) as plain:
            with suppress(ConnectionError):
                plain.sendall(GET)
            assert rest(plain)[:12] in (b"HTTP/1.1 503", b"")
        # Whoever is there plays on.
        page.send(Ping(5))
        page.until(lambda page: any(isinstance(heard, Pong) for heard in page.heard))


def test_visitors_behind_a_proxy_are_told_apart(tmp_path: Path) -> None:
    proxy = ("--trusted-proxy", "127.0.0.9/32", "--connections-per-address", "2")
    options = ("--processes", "1", "--body-seconds", "20", *proxy)

    def asks(server: Server, held: ExitStack, visitor: str, body: bytes) -> socket.socket:
        plain = held.enter_context(connection(server, "127.0.0.9"))
        asked = post(3, body).replace(b"Origin", f"X-Forwarded-For: {visitor}\r\nOrigin".encode())
        plain.sendall(asked)
        return plain

    with Server(tmp_path / "data", *options) as server, ExitStack() as held:
        # Of nobody yet, however many the proxy has.
        for _ in range(20):
            held.enter_context(connection(server, "127.0.0.9"))
        for _ in range(4):
            asks(server, held, "192.0.2.1", b"x")
        assert b" 429 " in rest(asks(server, held, "192.0.2.1", b"x"))
        assert b" 422 " in asks(server, held, "192.0.2.2", b"xyz").recv(4096)
        # Answered, they count no more.
        for _ in range(6):
            assert b" 422 " in asks(server, held, "192.0.2.3", b"xyz").recv(4096)


def test_few_descriptors_are_reckoned_with(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--processes", "1", "--idle-seconds", "1", descriptors=160)
    with server, ExitStack() as held:
        page: Page | None = None
        browser = Browser(server.base).introduce("Ann")
        page = held.enter_context(browser.page(browser.open_table()))
        page.sync()
        attack = threading.Thread(target=many, args=(server, 400))
        attack.start()
        attack.join()
        page.send(Ping(5))
        page.until(lambda page: any(isinstance(heard, Pong) for heard in page.heard))
        # Those who have gone leave as the server looks at them.
        until(lambda: browser.ask("GET", "/api/lobby").status == 200)
        log = server.log.read_text("utf-8")
        assert "few_descriptors" in log
        assert "Traceback" not in log


def test_files_that_are_read_slowly_have_their_descriptors(tmp_path: Path) -> None:
    options = ("--processes", "1", "--log-format", "json", "--connections-per-address", "500")
    large = max((BUNDLE / "assets").iterdir(), key=lambda file: file.stat().st_size)
    head = f"GET /assets/{large.name} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with Server(tmp_path / "data", *options, descriptors=240) as server, ExitStack() as held:
        came = [held.enter_context(connection(server)) for _ in range(150)]
        for plain in came:
            with suppress(ConnectionError):
                plain.sendall(head * 8)
        answers = Counter(plain.recv(12) for plain in came)
        told = re.search(r'"connections": (\d+)', server.log.read_text("utf-8"))
        assert told is not None
        most = int(told[1])
        assert answers == {b"HTTP/1.1 200": most, b"HTTP/1.1 503": 150 - most}
        assert descriptors(server) < 240
        assert "Traceback" not in server.log.read_text("utf-8")


def descriptors(server: Server) -> int:
    """The descriptors that a server has."""
    return len(list(Path(f"/proc/{server.pid}/fd").iterdir()))


def many(server: Server, count: int) -> None:
    """Connect often, and hold what one gets."""
    with ExitStack() as held:
        for _ in range(count):
            with suppress(ConnectionError):
                held.enter_context(connection(server))
