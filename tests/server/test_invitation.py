"""The link to a table as a QR code: of the right address, for those who may see the table."""

from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
import segno
from starlette.requests import HTTPConnection

from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.hosts import Hosts
from gongzhu.server.lobby.invitation import draw_link, links_to
from tests.support.page_client import Browser
from tests.support.serving import Server

LINK = "http://192.168.1.20:8000/t/0123456789abcdef01"
HOME = ("192.168.1.20", "10.0.0.7", "fd00::2")


def coming(host: str, scheme: str = "http") -> HTTPConnection:
    headers = [(b"host", host.encode())]
    return HTTPConnection({"type": "http", "scheme": scheme, "path": "/", "headers": headers})


def hosts_of(listens: str = "0.0.0.0", own: tuple[str, ...] = HOME, **settings: Any) -> Hosts:
    config = ServerConfig(listens=(listens, 8000), **settings)
    return Hosts(config, lambda: 0, lambda: own)


@pytest.mark.parametrize(
    ("hosts", "host", "reach", "places"),
    [
        # Somebody at the server's own keyboard: the link is for others all the same.
        (hosts_of(), "localhost:8000", "network", ["192.168.1.20:8000", "10.0.0.7:8000"]),
        (hosts_of(), "127.0.0.1:8000", "network", ["192.168.1.20:8000", "10.0.0.7:8000"]),
        # The address at which somebody else has come works, so it is first; also its port.
        (hosts_of(), "10.0.0.7:8000", "network", ["10.0.0.7:8000", "192.168.1.20:8000"]),
        (
            hosts_of(),
            "10.0.0.7:80",
            "network",
            ["10.0.0.7:80", "192.168.1.20:8000", "10.0.0.7:8000"],
        ),
        (
            hosts_of("::"),
            "[::1]:8000",
            "network",
            [*(f"{one}:8000" for one in HOME[:2]), "[fd00::2]:8000"],
        ),
        (hosts_of("10.0.0.7"), "10.0.0.7:8000", "network", ["10.0.0.7:8000"]),
        (hosts_of("127.0.0.1"), "localhost:8000", "loopback", ["localhost:8000"]),
        (hosts_of("::1"), "[::1]:8000", "loopback", ["[::1]:8000"]),
        (hosts_of(own=()), "localhost:8000", "no_network", ["localhost:8000"]),
        (
            hosts_of(allowed_hosts=("cards.local",)),
            "localhost:8000",
            "network",
            ["192.168.1.20:8000", "10.0.0.7:8000", "cards.local:8000"],
        ),
    ],
)
def test_links_are_addresses_that_others_can_open(
    hosts: Hosts, host: str, reach: str, places: list[str]
) -> None:
    assert hosts.reach == reach
    assert links_to("/t/a1", hosts, coming(host)) == tuple(f"http://{one}/t/a1" for one in places)


def test_with_a_public_address_there_is_no_other() -> None:
    hosts = hosts_of(public_url="https://Club.example/")
    assert hosts.reach == "public"
    for host in ("club.example", "127.0.0.1:8000"):
        assert links_to("/t/a1", hosts, coming(host)) == ("https://club.example/t/a1",)


def test_the_picture_shows_the_code_of_the_link_on_a_light_ground() -> None:
    picture = ElementTree.fromstring(draw_link(LINK))
    wanted = segno.make(LINK, error="m", micro=False)
    side = wanted.symbol_size(border=4)[0]
    assert (picture.get("width"), picture.get("height")) == (f"{side}", f"{side}")
    ground, code = picture
    assert ground.get("fill") == "#fff"
    assert (code.get("d") or "").startswith("M4 4.5h7")
    # A phone reads it with a seventh of it covered.
    assert wanted.error in {"M", "Q", "H"}


def test_it_is_for_those_who_may_see_the_table(server: Server) -> None:
    ann, bob = Browser(server.base).introduce("Ann"), Browser(server.base).introduce("Bob")
    table = ann.open_table()
    path = f"/api/tables/{table}/invitation.svg"
    for visitor in (ann, bob, Browser(server.base)):
        answer = visitor.ask("GET", path)
        assert answer.status == 200
        assert answer.headers["content-type"] == "image/svg+xml; charset=utf-8"
        assert answer.headers["cache-control"] == "private, max-age=3600"
        link = f"{server.base}/t/{table}"
        assert answer.body == draw_link(link)
        assert visitor.ask("GET", f"{path}?link={quote(link)}").body == draw_link(link)
        # It draws no other link.
        assert visitor.ask("GET", f"{path}?link={quote(LINK)}").status == 404
        told = visitor.ask("GET", f"/api/tables/{table}/invitation")
        assert told.headers["cache-control"] == "no-store"
        assert (told.json["links"], told.json["reach"]) == ([link], "loopback")
    full = ann.open_table(start=True)
    path = f"/api/tables/{full}/invitation.svg"
    assert ann.ask("GET", path).status == bob.ask("GET", path).status == 200
    assert ann.ask("GET", "/api/tables/none/invitation.svg").status == 404
