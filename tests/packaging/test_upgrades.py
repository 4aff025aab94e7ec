"""Behind each proxy, strangers ask for other protocols over connections that the proxy shares among
its visitors, with requests hidden in the bodies; an honest visitor is to get her own answers."""

import itertools
import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path

import pytest

from tests.support.certificates import Certificates, certificates
from tests.support.page_client import Browser
from tests.support.proxies import Ports, caddy, haproxy, nginx, put_in_place, running
from tests.support.serving import Server
from tests.support.upgrades import FORMS, MALLORY, hidden_in

ROUNDS = 200
"""Visits beside them, at least."""
STRANGERS = 4
"""At once, each at an address of its own."""
PAUSE = 0.005
"""Seconds from one of their requests to the next."""
PADDING = (b"", b"\r\n" * (12 << 10))
"""Before what hides in a body: nginx keeps a long one apart, and may send it after the head."""
PATIENCE = 60.0

Proxy = Callable[[Path, Ports, Certificates, Server], list[str]]


def kept_by_nginx(folder: Path, ports: Ports, made: Certificates, server: Server) -> list[str]:
    """nginx as packaged, but that it keeps a connection to the server, and lets more come."""
    upstream = f"upstream kept {{ server 127.0.0.1:{server.port}; keepalive 1; }}\n"
    return nginx(folder, ports, made, "kept", upstream, ("rate=50r/s", "rate=5000r/s"))


def kept_by_caddy(folder: Path, ports: Ports, made: Certificates, server: Server) -> list[str]:
    """Caddy as packaged: it keeps connections."""
    return caddy(folder, ports, made, f"127.0.0.1:{server.port}")


def kept_by_haproxy(folder: Path, ports: Ports, made: Certificates, server: Server) -> list[str]:
    """HAProxy as packaged, but that there is one server, whose connections are shared by all."""
    command = haproxy(folder, ports, made, (server, server))
    file = folder / "haproxy.cfg"
    shared = ("option redispatch 1\n", "option redispatch 1\n  http-reuse always\n")
    file.write_text(put_in_place(file.read_text("utf-8"), shared), "utf-8")
    return command


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Ports, Certificates]]:
    """The server, and the ports and the certificate of one proxy after another."""
    folder, ports = tmp_path_factory.mktemp("upgrades"), Ports()
    options = ("--public-url", ports.base, "--trusted-proxy", "127.0.0.1/32")
    many = ("--allowed-host", "127.0.0.1", "--players-per-hour", "5000")
    with Server(folder / "data", *options, *many) as server:
        yield server, ports, certificates(folder / "made")


@pytest.mark.parametrize("proxy", [kept_by_nginx, kept_by_caddy, kept_by_haproxy])
def test_a_visitor_beside_strangers_gets_her_own_answers(
    site: tuple[Server, Ports, Certificates],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    proxy: Proxy,
) -> None:
    server, ports, made = site
    monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
    with running(proxy(tmp_path, ports, made, server), tmp_path, ports.base):
        # What only the proxy has seen is as good as not asked for.
        asked = {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": ""}
        assert Browser(ports.base).introduce("Ann").ask("GET", "/api/me", **asked).status == 200
        beside_strangers(server, ports.base, ports.https)


def test_a_visitor_beside_strangers_without_a_proxy(
    site: tuple[Server, Ports, Certificates],
) -> None:
    server, _, _ = site
    beside_strangers(server, server.base, server.port)


def beside_strangers(server: Server, base: str, port: int) -> None:
    """Come and be known again, over and over, while strangers send every form of their requests."""
    over = threading.Event()
    strangers = [Stranger(base, port, f"127.0.0.{66 + number}") for number in range(STRANGERS)]
    threads = [threading.Thread(target=one.go_on, args=(over,)) for one in strangers]
    for thread in threads:
        thread.start()
    kind = HTTPSConnection if base.startswith("https") else HTTPConnection
    ann = kind(base.partition("://")[2], timeout=PATIENCE)
    try:
        for number in itertools.count():
            assert visit(ann, base, f"Ann {number}") == ""
            # Each of the strangers is to have sent every form, too.
            if number >= ROUNDS and min(one.sent for one in strangers) > 4 * len(FORMS):
                break
    finally:
        ann.close()
        over.set()
        for thread in threads:
            thread.join()
    assert not any(MALLORY in heard for one in strangers for heard in one.heard)
    # Whoever was answered, nobody has asked for that.
    files = [file.read_bytes() for file in server.data.glob("gongzhu.db*")]
    assert any(b"Ann 7" in contents for contents in files)
    assert not any(MALLORY in contents for contents in files)


def visit(connection: HTTPConnection, base: str, name: str) -> str:
    """Sign up, and ask who one is; whatever is not as it should be."""
    told = []
    headers = {"Origin": base}
    try:
        for method, body in (("POST", json.dumps({"name": name})), ("GET", None)):
            connection.request(method, "/api/me", body, headers)
            answer = connection.getresponse()
            told.append((answer.status, json.loads(answer.read())))
            cookie = answer.getheader("set-cookie", "")
            headers["Cookie"] = cookie.partition(";")[0] or headers.get("Cookie", "")
    except (OSError, ValueError, HTTPException) as error:
        connection.close()
        return f"{name}: {error!r} after {told}"
    (first, me), (second, again) = told
    fine = (first, second) == (200, 200) and me["name"] == again["name"] == name
    return "" if fine else f"{name}: {told}"


class Stranger:
    """Sends form after form."""

    def __init__(self, base: str, port: int, address: str) -> None:
        self.sent = 0
        self.heard: set[bytes] = set()
        self._base, self._port, self._address = base, port, address

    def go_on(self, over: threading.Event) -> None:
        """Go on until it is over."""
        turns = itertools.cycle(itertools.product((True, False), PADDING, FORMS))
        while not over.wait(PAUSE):
            with suppress(OSError), self._connected() as link:
                for whole, padding, form in turns:
                    hidden = padding + hidden_in(self._base, whole=whole)
                    head, body = form.written(self._base, hidden)
                    link.sendall(head)
                    link.sendall(body)
                    self.sent += 1
                    answer = link.recv(1 << 16)
                    self.heard.add(answer)
                    if not answer or b"connection: close" in answer.lower() or over.wait(PAUSE):
                        break

    def _connected(self) -> socket.socket:
        link = socket.create_connection(("127.0.0.1", self._port), PATIENCE, (self._address, 0))
        if not self._base.startswith("https"):
            return link
        return ssl.create_default_context().wrap_socket(link, server_hostname="localhost")
