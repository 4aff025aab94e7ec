"""Frames of any kind and handshakes count, and whoever sends too many of them is hung up on."""

import socket
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gongzhu.server.live.messages import Ping, Pong
from tests.server.test_connections import events, figure
from tests.support.page_client import Browser, Page
from tests.support.serving import Server, processor

pytestmark = pytest.mark.rest

MASK = bytes(4)
PING = b"\x89\x80" + MASK
PONG = b"\x8a\x80" + MASK
BEGINNING = b"\x01\x80" + MASK
FRAGMENT = b"\x00\x80" + MASK
EMPTY = b"\x81\x80" + MASK
MANY = 50_000


def page_of(server: Server) -> Page:
    """Somebody at a table."""
    browser = Browser(server.base).introduce("Ann")
    page = browser.page(browser.open_table())
    page.sync()
    return page


@pytest.mark.parametrize(
    "flood", [PING * MANY, PONG * MANY, BEGINNING + FRAGMENT * MANY, EMPTY * MANY]
)
def test_a_flood_of_frames_ends_the_connection(server: Server, flood: bytes) -> None:
    before = figure(server, "gongzhu_closed_connections_total", "too_many_frames")
    with page_of(server) as page:
        spent = processor(server.pid)
        with suppress(OSError):
            page.socket.socket.sendall(flood)
        with pytest.raises(ConnectionClosed) as closed:
            page.until(lambda page: False)
        # Most of it was not looked at.
        assert processor(server.pid) - spent < 0.5
    if closed.value.rcvd is not None:
        assert closed.value.rcvd.code == 1008
    assert figure(server, "gongzhu_closed_connections_total", "too_many_frames") == before + 1
    # Other lines may have come since, of connections before.
    assert "too_many_frames" in {line["why"] for line in events(server, "connection_closed")}


def test_whoever_reads_is_told_by_the_code(server: Server) -> None:
    with page_of(server) as page:
        with suppress(OSError):
            for _ in range(320):
                page.socket.socket.sendall(PING)
        with pytest.raises(ConnectionClosed) as closed:
            page.until(lambda page: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


@pytest.mark.parametrize(
    "frames",
    [
        b"\x81\xfe\x00\x0f" + MASK + b'{"type":"ping"}',
        b"\x81\xff" + (15).to_bytes(8, "big") + MASK + b'{"type":"ping"}',
        b"\x81\xff" + (300).to_bytes(8, "big") + MASK + b" " * 300,
        # In the midst of other frames, where another part of the program reads.
        b"\x01\x83" + MASK + b'{"t' + PONG + b"\x80\xfe\x00\x0c" + MASK + b'ype":"ping"}',
    ],
)
def test_a_length_has_one_form(server: Server, frames: bytes) -> None:
    with page_of(server) as page:
        page.socket.socket.sendall(frames)
        with pytest.raises(ConnectionClosed) as closed:
            page.until(lambda page: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1002


def test_lengths_at_the_bounds_of_their_forms_are_taken(server: Server) -> None:
    """In frames that are read by both parts of the program: alone, and as fragments."""
    with page_of(server) as page:
        for number, size in enumerate((125, 126, 127, 255, 256, 4096)):
            whole = f'{{"type":"ping","n":{number}}}'.ljust(size)
            page.socket.send(whole)
            page.socket.send(iter([whole, ""]))
        page.until(lambda page: sum(isinstance(heard, Pong) for heard in page.heard) == 12)


def test_pings_of_programs_are_answered(server: Server) -> None:
    with page_of(server) as page:
        for _ in range(100):
            assert page.socket.ping().wait(30)
        # A page that says as much as it may is pinged as well.
        for number in range(100):
            page.send(Ping(number))
        page.until(lambda page: sum(isinstance(heard, Pong) for heard in page.heard) >= 99)


def test_handshakes_are_an_allowance(tmp_path: Path) -> None:
    options = ("--processes", "1", "--log-format", "json", "--handshakes-per-minute", "5")
    with Server(tmp_path / "data", *options) as server:
        browser = Browser(server.base).introduce("Ann")
        table = browser.open_table()
        for _ in range(5):
            browser.page(table).close()
        with pytest.raises(InvalidStatus) as refused:
            browser.page(table)
        assert refused.value.response.status_code == 429
        # Another address is not concerned, nor is what this one asks besides.
        assert browser.ask("GET", "/api/lobby").status == 200
        with socket.create_connection(
            ("127.0.0.1", server.port), 10, source_address=("127.0.0.5", 0)
        ) as raw:
            lines = [
                f"GET /api/tables/{table}/socket HTTP/1.1",
                f"Host: 127.0.0.1:{server.port}",
                f"Origin: {server.base}",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
                "Sec-WebSocket-Version: 13",
            ]
            raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            assert raw.recv(4096).startswith(b"HTTP/1.1 101 ")
        assert figure(server, "gongzhu_closed_connections_total", "too_many_handshakes") == 1
        assert events(server, "connection_closed")[-1]["why"] == "too_many_handshakes"


def test_requests_are_an_allowance(tmp_path: Path) -> None:
    options = ("--processes", "1", "--log-format", "json", "--requests-per-minute", "40")
    with Server(tmp_path / "data", *options) as server:
        # More than forty of them on a machine that takes its time: some come back meanwhile.
        statuses = [Browser(server.base).ask("GET", "/healthz").status for _ in range(120)]
        assert set(statuses) == {200, 429}
        assert events(server, "connection_closed")[-1]["why"] == "too_many_requests"
