"""The title and the picture that messengers show for a link."""

import re
from html import unescape
from pathlib import Path

import pytest

from gongzhu.cards import Seat
from gongzhu.server.live.messages import Request
from gongzhu.server.pages import HEIGHT, PICTURE, WIDTH
from gongzhu.table.commands import SeatBot
from tests.support.page_client import Browser
from tests.support.serving import Server

PUBLIC = Path(__file__).parents[2] / "web" / "public"


def told(server: Server, path: str, **headers: str) -> dict[str, str]:
    """The properties in the head of a page."""
    reply = Browser(server.base).ask("GET", path, **headers)
    assert reply.status == 200
    head = reply.body.decode().partition("</head>")[0]
    found = re.findall(r'<meta property="(og:[^"]*)" content="([^"]*)" />', head)
    return {name: unescape(text) for name, text in found}


def test_a_public_table_says_its_name_its_rules_and_its_free_seats(server: Server) -> None:
    ann = Browser(server.base).introduce("Ann")
    name = 'Pigs & "<b>friends</b>'
    table = ann.open_table(name=name, access="public", preset="gongzhu-pagat")
    with ann.page(table) as page:
        page.sync()
        page.do(Request("bot", SeatBot(Seat(1), "random")))
    head = told(server, f"/t/{table}")
    assert head["og:title"] == f"{name} · come and play"
    assert re.fullmatch(r"Gong Zhu .*2 seats are free", head["og:description"])
    assert head["og:url"] == f"{server.base}/t/{table}"
    assert head["og:image"] == f"{server.base}{PICTURE}"
    assert "Ann" not in str(head)
    chinese = told(server, f"/t/{table}", **{"Accept-Language": "zh-CN"})
    assert chinese["og:description"].endswith("还有 2 个空位")


def test_a_private_table_says_nothing_of_itself(server: Server) -> None:
    ann = Browser(server.base).introduce("Ann")
    one = told(server, f"/t/{ann.open_table(name='Birthday', access='private')}")
    other = told(server, f"/t/{ann.open_table(access='private', start=True)}")
    del one["og:url"], other["og:url"]
    assert one == other
    assert one["og:title"] == "You are invited to a game of Gong Zhu"


@pytest.mark.parametrize("path", ["/", "/t/none", "/t/%3Cscript%3E%22"])
def test_no_table_is_the_site_itself(server: Server, path: str) -> None:
    head = told(server, path)
    assert head["og:title"] == "Gong Zhu and Hearts, with friends or with bots"
    assert Browser(server.base).ask("GET", path).body.count(b"<script") == 1


def test_the_picture_is_there_and_of_a_moderate_size(server: Server) -> None:
    reply = Browser(server.base).ask("GET", PICTURE)
    assert reply.headers["content-type"] == "image/jpeg"
    assert len(reply.body) < 150_000
    data = (PUBLIC / PICTURE[1:]).read_bytes()
    assert reply.body == data
    # Its height and width, as the frame of a JPEG has them.
    frame = data.index(b"\xff\xc0")
    size = [int.from_bytes(data[at : at + 2], "big") for at in (frame + 5, frame + 7)]
    assert size == [HEIGHT, WIDTH]
