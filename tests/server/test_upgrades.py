"""One reader of every stream: a request that asks for another protocol ends where HTTP says that it
ends, whatever hides in its body, and answers come in the order of the requests."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from operator import attrgetter

import pytest
from msgspec.structs import replace

from tests.support.serving import Server
from tests.support.upgrades import FORMS, KEY, MALLORY, SOCKET, Form, hidden_in

PATIENCE = 60.0
MOMENT = 0.3
"""Seconds for an answer to a request whose body is still to come, if there is to be one."""
GOODBYE = b"\x88\x82" + bytes(4) + b"\x03\xe8"
"""The last frame of a socket."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("upgrades") / "data") as running:
        yield running


def written(server: Server, request_line: str, *headers: str) -> bytes:
    """The head of a request of a page."""
    own = (f"Host: 127.0.0.1:{server.port}", f"Origin: {server.base}")
    return "\r\n".join((request_line, *own, *headers, "", "")).encode()


async def answered(server: Server, *pieces: bytes, each: bool = False) -> bytes:
    """All that comes to what is sent piece by piece, until the server hangs up. `each`: a piece is
    sent once the one before it is answered, however long that takes; else after a moment."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    found = b""
    with closing(writer), suppress(ConnectionError):
        for piece in pieces:
            writer.write(piece)
            if piece is not pieces[-1]:
                seconds = PATIENCE if each else MOMENT
                with suppress(TimeoutError):
                    while part := await asyncio.wait_for(reader.read(1 << 16), seconds):
                        found += part
                        seconds = MOMENT
        while part := await asyncio.wait_for(reader.read(1 << 16), PATIENCE):
            found += part
    return found


def answers(server: Server, *asked: tuple[bytes, ...]) -> list[bytes]:
    """All that comes over each of several connections."""

    async def all_of_them() -> list[bytes]:
        return await asyncio.gather(*(answered(server, *pieces) for pieces in asked))

    return asyncio.run(all_of_them())


def statuses(found: bytes) -> list[int]:
    """The statuses of the answers."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", found)]


@pytest.mark.parametrize("together", [True, False], ids=["in one piece", "body later"])
def test_no_request_hides_in_a_body(server: Server, together: bool) -> None:
    last = written(server, "GET /healthz HTTP/1.1", "Connection: close")
    hidden = [form.written(server.base, hidden_in(server.base)) for form in FORMS]
    asked = [(head + body + last,) if together else (head, body + last) for head, body in hidden]
    for form, found in zip(FORMS, answers(server, *asked), strict=True):
        assert MALLORY not in found, form
        # Either it is refused for good, or both requests are answered, and no third one.
        told = statuses(found)
        assert told == [400] or (len(told) == 2 and told[1] == 200), form
    assert MALLORY not in (server.data / "gongzhu.db-wal").read_bytes()


def test_what_is_no_handshake_of_a_table_is_refused(server: Server) -> None:
    handshake = ("Connection: Upgrade", "Upgrade: websocket", *KEY)
    others = (
        f"GET {SOCKET}/ HTTP/1.1",
        "GET /api/tables/socket HTTP/1.1",
        f"POST {SOCKET} HTTP/1.1",
        "CONNECT 127.0.0.1:80 HTTP/1.1",
    )
    asked = [written(server, line, *handshake) for line in others]
    asked += [b"".join(form.written(server.base, b"{}")) for form in FORMS if form.refused]
    asked.append(written(server, f"GET {SOCKET} HTTP/1.1", "Upgrade: foo", *handshake))
    found = answers(server, *((one,) for one in asked))
    assert set(found) == {found[0]}
    assert statuses(found[0]) == [400]


@pytest.mark.parametrize(
    "form", [form for form in FORMS if not form.refused], ids=attrgetter("name")
)
def test_an_upgrade_that_is_not_served_is_ignored(server: Server, form: Form) -> None:
    last = written(server, "GET /healthz HTTP/1.1", "Connection: close")
    plain = replace(form, headers=())
    asked = [b"".join(one.written(server.base, b"{}")) + last for one in (form, plain)]
    ignored, without = (
        re.sub(rb"date: [^\r]*", b"", found)
        for found in answers(server, *((one,) for one in asked))
    )
    assert ignored == without
    assert len(statuses(ignored)) == 2


def test_a_handshake_is_answered_after_what_came_first(server: Server) -> None:
    first = written(server, "GET /readyz HTTP/1.1")
    handshake = ("Connection: Upgrade", "Upgrade: websocket", *KEY)
    both = first + written(server, f"GET {SOCKET} HTTP/1.1", *handshake)

    async def ask() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        with closing(writer):
            writer.write(both)
            answers = await asyncio.wait_for(reader.readuntil(b" 101 "), PATIENCE)
            return answers + await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)

    async def often() -> list[bytes]:
        return await asyncio.gather(*(ask() for _ in range(6)))

    for found in asyncio.run(often()):
        # Whether it is ready or not, it says so first.
        assert statuses(found) in ([200, 101], [503, 101])


def test_a_socket_is_opened_over_a_connection_that_has_been_used(server: Server) -> None:
    first = written(server, "GET /healthz HTTP/1.1")
    # Headers of one name count together, and names of protocols in any case.
    upgrade = ("Connection: keep-alive", "Connection: upgrade", "Upgrade: WebSocket", *KEY)
    second = written(server, f"GET {SOCKET}?session=x HTTP/1.1", *upgrade)
    found = asyncio.run(answered(server, first, second, GOODBYE, each=True))
    assert statuses(found) == [200, 101]
