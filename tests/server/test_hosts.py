"""The names that a server answers to: its own, and no others."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.hosts import Hosts, in_order
from tests.support.page_client import Browser
from tests.support.serving import Server

FOREIGN = "evil.example"


def hosts_of(listens: str = "0.0.0.0", **settings: Any) -> Hosts:
    config = ServerConfig(listens=(listens, 8000), **settings)
    return Hosts(config, lambda: 0, lambda: ("192.168.1.20", "fd00::2"))


@pytest.mark.parametrize(
    ("hosts", "yes", "no"),
    [
        (
            hosts_of(),
            "localhost localhost:8000 LocalHost:9000 127.0.0.1:8000 [::1]:8000 192.168.1.20:8000 "
            "192.168.1.20 localhost.:8000",
            # Names that lead here are foreign all the same: that is how rebinding works.
            "evil.example evil.example:8000 192.168.1.21:8000 [fd00::2]:8000 "
            "127.0.0.1.evil.example localhost.evil.example localhost@evil.example a,b [ ] "
            "0.0.0.0:8000",
        ),
        (hosts_of("::"), "[fd00::2]:8000 192.168.1.20:8000 [::1]", "[fd00::3]:8000"),
        (hosts_of("127.0.0.1"), "localhost:8000 127.0.0.1", "192.168.1.20:8000 cards.local"),
        (hosts_of("192.168.1.20"), "192.168.1.20:8000", "[fd00::2]:8000"),
        (
            hosts_of(allowed_hosts=("cards.local",)),
            "cards.local:8000 Cards.Local localhost",
            "x.local",
        ),
        # A public address is the only one.
        (
            hosts_of(public_url="https://club.example"),
            "club.example Club.Example",
            "localhost:8000 127.0.0.1:8000 192.168.1.20:8000 club.example:8000 evil.example",
        ),
        (
            hosts_of(public_url="http://club.example:8000", allowed_hosts=("inside",)),
            "club.example:8000 inside:8000",
            "club.example localhost:8000",
        ),
    ],
)
def test_a_server_answers_to_its_own_names(hosts: Hosts, yes: str, no: str) -> None:
    assert [host for host in yes.split() if not hosts.accepts(host)] == []
    assert [host for host in ["", *no.split()] if hosts.accepts(host)] == []


def test_a_machine_may_move_to_another_network() -> None:
    now, own = 0, ("192.168.1.20",)
    hosts = Hosts(ServerConfig(listens=("0.0.0.0", 8000)), lambda: now, lambda: own)
    assert hosts.accepts("192.168.1.20")
    own = ("10.0.0.7",)
    assert not hosts.accepts("10.0.0.7")
    now += 10_000
    assert hosts.accepts("10.0.0.7")
    assert not hosts.accepts("192.168.1.20")


def test_the_likeliest_address_comes_first() -> None:
    found = [
        ("lo", "127.0.0.1"),
        ("eth0", "fe80::1"),
        ("eth0", "fd00::2"),
        ("docker0", "172.17.0.1"),
        ("tun0", "10.8.0.2"),
        ("eth1", "203.0.113.9"),
        ("wlan0", "192.168.1.20"),
        ("eth2", "169.254.3.4"),
        ("lo", "::1"),
    ]
    home = ("192.168.1.20", "10.8.0.2", "203.0.113.9", "172.17.0.1", "fd00::2")
    assert in_order(found, None) == home
    assert in_order(found, "10.8.0.2")[0] == "10.8.0.2"


def handshake(server: Server, host: str, origin: str) -> bytes:
    """The first line of the answer to a bare handshake."""
    lines = [
        "GET /api/tables/any/socket HTTP/1.1",
        f"Host: {host}",
        f"Origin: {origin}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        "Sec-WebSocket-Version: 13",
    ]
    with socket.create_connection(("127.0.0.1", server.port), 10) as raw:
        raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return raw.recv(4096).split(b"\r\n")[0]


@pytest.mark.parametrize("path", ["/", "/t/any", "/icon.svg", "/nothing", "/api/me", "/metrics"])
def test_nothing_is_told_under_a_foreign_name(server: Server, path: str) -> None:
    reply = Browser(server.base).ask("GET", path, Host=f"{FOREIGN}:{server.port}")
    assert reply.status == 421
    assert b"--allowed-host" in reply.body
    assert FOREIGN.encode() not in reply.body
    if path.startswith("/api/"):
        assert reply.json["code"] == "other_host"


def test_nothing_is_done_under_a_foreign_name(server: Server) -> None:
    foreign = f"{FOREIGN}:{server.port}"
    asked = {"Host": foreign, "Origin": f"http://{foreign}"}
    reply = Browser(server.base).ask("POST", "/api/me", {"name": "Eve"}, **asked)
    assert (reply.status, reply.json["code"]) == (421, "other_host")
    assert b"403" in handshake(server, foreign, f"http://{foreign}")
    here = f"127.0.0.1:{server.port}"
    assert b"101" in handshake(server, here, f"http://{here}")
    assert b"403" in handshake(server, here, f"https://{here}")


def test_a_health_check_may_come_by_any_name(server: Server) -> None:
    assert Browser(server.base).ask("GET", "/healthz", Host="balancer.internal").status == 200


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy that sees to https."""
    options = ("--processes", "1", "--public-url", "https://club.example")
    with Server(tmp_path_factory.mktemp("public") / "data", *options) as running:
        yield running


@pytest.mark.rest
def test_with_a_public_address_only_its_own_pages_count(public: Server) -> None:
    visitor = Browser(public.base)
    for host, origin, status in (
        ("club.example", "https://club.example", 200),
        ("club.example", "http://club.example", 403),
        ("club.example", f"http://127.0.0.1:{public.port}", 403),
        (f"127.0.0.1:{public.port}", "https://club.example", 421),
    ):
        asked = {"Host": host, "Origin": origin}
        assert visitor.ask("POST", "/api/me", {"name": "Ann"}, **asked).status == status


@pytest.mark.rest
def test_no_cookie_of_another_site_is_taken_for_ours(public: Server) -> None:
    here = {"Host": "club.example", "Origin": "https://club.example"}
    eve = Browser(public.base)
    told = eve.ask("POST", "/api/me", {"name": "Eve"}, **here).headers["set-cookie"]
    # Browsers take this name over https only, from this host only.
    assert told.startswith("__Host-gongzhu=")
    assert {"Secure", "HttpOnly", "Path=/"} <= set(told.split("; "))
    assert "domain" not in told.lower()
    # A site beside ours can plant another name alone; who is shown it is nobody yet.
    planted = told.partition(";")[0].removeprefix("__Host-")
    victim = Browser(public.base)
    assert victim.ask("GET", "/api/me", Cookie=planted, **here).json["name"] is None
    reply = victim.ask("POST", "/api/me", {"name": "Ann"}, Cookie=planted, **here)
    assert reply.json["name"] == "Ann"
    assert eve.ask("GET", "/api/me", **here).json["name"] == "Eve"


def test_browsers_are_told_to_come_by_https_where_there_is_https(
    public: Server, server: Server
) -> None:
    visitor = Browser(public.base)
    for path in ("/api/me", "/", "/api/nothing"):
        told = visitor.ask("GET", path, Host="club.example").headers
        assert told["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in Browser(server.base).ask("GET", "/").headers


def test_of_two_cookies_none_is_believed(server: Server) -> None:
    ann, eve = Browser(server.base).introduce("Ann"), Browser(server.base).introduce("Eve")
    for both in (f"{eve.cookie}; {ann.cookie}", f"{ann.cookie}; {eve.cookie}"):
        reply = Browser(server.base).ask("GET", "/api/me", Cookie=both)
        assert reply.json["name"] is None
    assert ann.ask("GET", "/api/me", Cookie=f"other=1; {ann.cookie}").json["name"] == "Ann"
