"""The link to a table as a QR code: of the right address, for those who may see the table."""

from xml.etree import ElementTree

import pytest
import segno
from starlette.requests import HTTPConnection

from gongzhu.server.invitation import link_to, qr_code
from gongzhu.server.origins import Origins
from gongzhu.server.problems import ApiError
from tests.support.page_client import Browser
from tests.support.serving import Server

LINK = "http://192.168.1.20:8000/t/0123456789abcdef01"


def coming(host: str, scheme: str = "http") -> HTTPConnection:
    headers = [(b"host", host.encode())]
    return HTTPConnection({"type": "http", "scheme": scheme, "path": "/", "headers": headers})


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000/t/a1"),
        ("Table.example", "http://table.example/t/a1"),
        ("[fe80::1]:8000", "http://[fe80::1]:8000/t/a1"),
        ("club.example", "https://club.example/t/a1"),
    ],
)
def test_the_link_is_the_one_that_the_page_stands_at(host: str, link: str) -> None:
    assert link_to("a1", Origins("https://club.example/", []), coming(host)) == link


@pytest.mark.parametrize("host", ["", "a b", "a/b", "a@b", "a:port", "[", "x" * 300, "猪.example"])
def test_a_host_that_no_browser_names_has_no_link(host: str) -> None:
    connection = coming("")
    connection.scope["headers"] = [(b"host", host.encode())]
    with pytest.raises(ApiError) as refused:
        link_to("a1", Origins(None, []), connection)
    assert refused.value.status == 400


def test_the_picture_shows_the_code_of_the_link_on_a_light_ground() -> None:
    picture = ElementTree.fromstring(qr_code(LINK))
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
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["cache-control"] == "private, max-age=3600"
        assert answer.body == qr_code(f"{server.base}/t/{table}")
    full = ann.open_table(start=True)
    path = f"/api/tables/{full}/invitation.svg"
    assert ann.ask("GET", path).status == 200
    assert bob.ask("GET", path).status == 403
    assert ann.ask("GET", "/api/tables/none/invitation.svg").status == 404
