"""The headers of answers, whoever makes them; and requests that no browser sends."""

import socket
from collections.abc import Iterator

import pytest

from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.headers import SECURITY, security_headers
from gongzhu.server.pages import _TYPES
from tests.support.in_process import Observer, in_process
from tests.support.page_client import Browser
from tests.support.serving import Server
from tests.support.virtual_time import VirtualLoop, run

pytestmark = pytest.mark.rest

HOST = "club.example"
STRICT = "max-age=31536000; includeSubDomains"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of somebody who has all names below its own."""
    options = ("--public-url", f"https://{HOST}", "--hsts-subdomains")
    data = tmp_path_factory.mktemp("headers") / "data"
    with Server(data, "--processes", "1", "--log-format", "json", *options) as running:
        yield running


def answered(server: Server, text: str, *, body: bytes = b"") -> tuple[str, dict[str, str]]:
    """The status and the headers of the answer to what was sent as it is."""
    head = text.replace("\n", "\r\n").encode() + b"\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 10) as raw:
        raw.sendall(head + body)
        lines = raw.recv(1 << 16).split(b"\r\n\r\n")[0].decode().split("\r\n")
    pairs = [line.partition(": ") for line in lines[1:]]
    return lines[0].split(" ")[1], {name.lower(): value for name, _, value in pairs}


SOCKET = "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13"
KEY = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (f"GET / HTTP/1.1\nHost: {HOST}", "200"),
        (f"GET /api/nothing HTTP/1.1\nHost: {HOST}", "404"),
        (f"TRACE / HTTP/1.1\nHost: {HOST}", "405"),
        ("GET / HTTP/1.1\nHost: evil.example", "421"),
        # No application answers this.
        (f"GET /elsewhere HTTP/1.1\nHost: {HOST}\n{SOCKET}\n{KEY}", "400"),
        (f"GET /api/tables/a/socket HTTP/1.1\nHost: {HOST}\n{SOCKET}\n{KEY}", "403"),
        (f"GET /api/tables/a/socket HTTP/1.1\nHost: evil.example\n{SOCKET}\n{KEY}", "403"),
    ],
)
def test_every_answer_carries_them(public: Server, request_: str, status: str) -> None:
    found, headers = answered(public, request_)
    assert found == status
    for name, value in SECURITY.items():
        assert headers[name.lower()] == value
    assert headers["strict-transport-security"] == STRICT


def test_a_mistake_is_answered_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*_: object) -> None:
        raise RuntimeError

    async def ask(loop: VirtualLoop) -> dict[str, str]:
        async with in_process(loop, "headers") as server:
            answer = await server.request(Observer("anybody"), "GET", "/api/me")
            assert answer.status == 500
            return dict(answer.headers)

    monkeypatch.setattr("gongzhu.server.accounts.accounts.Accounts.me", mistaken)
    headers = run(ask)
    assert SECURITY.items() <= {name.title(): value for name, value in headers.items()}.items()


def test_hosts_below_are_spoken_for_by_those_who_say_so() -> None:
    public = ServerConfig(public_url=f"https://{HOST}")
    assert "includeSubDomains" not in security_headers(public)["Strict-Transport-Security"]
    below = ServerConfig(public_url=f"https://{HOST}", strict_subdomains=True)
    assert "includeSubDomains" in security_headers(below)["Strict-Transport-Security"]
    assert "Strict-Transport-Security" not in security_headers(ServerConfig())


@pytest.mark.parametrize(
    "lengths",
    [
        "Content-Length: 2\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\nContent-Length: 2",
        "Content-Length: 2\nContent-Length: 30",
        "Content-Length: 2\nTransfer-Encoding: xchunked",
        "Content-Length: +2",
    ],
)
def test_a_body_of_two_lengths_is_refused(public: Server, lengths: str) -> None:
    head = f"POST /api/me HTTP/1.1\nHost: {HOST}\nOrigin: https://{HOST}\n{lengths}"
    smuggled = b"{}GET /api/rules HTTP/1.1\r\nHost: club.example\r\n\r\n"
    status, headers = answered(public, head, body=smuggled)
    assert status in ("400", "411")
    assert headers["connection"] == "close"


def test_pages_elsewhere_are_told_nothing(public: Server) -> None:
    for line in ("GET /api/me", "OPTIONS /api/me"):
        head = f"{line} HTTP/1.1\nHost: {HOST}\nOrigin: https://evil.example"
        _, headers = answered(public, f"{head}\nAccess-Control-Request-Method: POST")
        assert not [name for name in headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    "path",
    [
        "/assets/",
        "/assets",
        "/.git/config",
        "/.vite/manifest.json",
        "/openapi.json",
        "/docs",
        "/x/..",
    ],
)
def test_no_folder_is_listed_and_nothing_else_is_there(public: Server, path: str) -> None:
    assert answered(public, f"GET {path} HTTP/1.1\nHost: {HOST}")[0] == "404"


def test_text_says_how_it_is_written(public: Server) -> None:
    """Also where it is within XML."""
    for kind in _TYPES.values():
        assert kind.endswith("charset=utf-8") or not kind.startswith("text/") | ("+xml" in kind)
    ann = Browser(public.base)
    asked = {"Host": HOST, "Origin": f"https://{HOST}"}
    assert ann.ask("POST", "/api/me", {"name": "Ann"}, **asked).status == 200
    table = ann.ask("POST", "/api/tables", {}, **asked).json["table"]
    picture = ann.ask("GET", f"/api/tables/{table}/invitation.svg", **asked)
    assert picture.headers["content-type"] == "image/svg+xml; charset=utf-8"


def test_a_browser_that_signs_out_keeps_no_lists(public: Server) -> None:
    asked = {"Host": HOST, "Origin": f"https://{HOST}"}
    ann = Browser(public.base)
    assert ann.ask("POST", "/api/me", {"name": "Ann"}, **asked).status == 200
    left = ann.ask("POST", "/api/me/sign-out", **asked)
    assert left.headers["clear-site-data"] == '"cache"'
    assert left.headers["cache-control"] == "no-store"
    assert "Max-Age=0" in left.headers["set-cookie"]
