"""A network that is cut says nothing: the server has to notice by itself, and soon."""

import socket
import time

from gongzhu.server.edge.socket import LOST_AFTER
from gongzhu.server.live.messages import Request
from gongzhu.table.commands import Sit
from tests.support.page_client import Browser, Page
from tests.support.serving import Server


def fall_silent(server: Server, browser: Browser, table: str) -> socket.socket:
    """A socket at the table that has said hello, and then neither reads nor answers."""
    place = f"127.0.0.1:{server.port}"
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: {place}",
        f"Origin: http://{place}",
        f"Cookie: {browser.cookie}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        "Sec-WebSocket-Version: 13",
    ]
    raw = socket.create_connection(("127.0.0.1", server.port), 10)
    raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    assert b"101" in raw.recv(4096)
    hello = b'{"type": "hello", "version": 1}'
    # Masked by zeros, as every program's frames are masked.
    raw.sendall(bytes((0x81, 0x80 | len(hello))) + bytes(4) + hello)
    return raw


def test_a_player_without_a_network_is_noticed_soon(server: Server) -> None:
    assert LOST_AFTER <= 12
    ann, bob = Browser(server.base).introduce("Ann"), Browser(server.base).introduce("Bob")
    table = ann.open_table()
    with bob.page(table) as there:
        there.sync()
        there.do(Request("sit", Sit()))
    silent = fall_silent(server, bob, table)
    began = time.monotonic()

    def online(page: Page) -> bool:
        assert page.view is not None
        return page.view.state.seats[1].online

    try:
        with ann.page(table) as page:
            page.sync()
            page.until(online)
            page.until(lambda page: not online(page))
            # The rest is for a busy machine.
            assert time.monotonic() - began < 2 * LOST_AFTER
    finally:
        silent.close()
