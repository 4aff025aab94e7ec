"""Whatever a visitor sends, the answer is a clear refusal, and never a fault of the server."""

import socket
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gongzhu.server.live.messages import Ping, Refused, Request
from gongzhu.table.commands import Sit
from tests.support.page_client import Browser, Page
from tests.support.serving import Server

pytestmark = pytest.mark.rest

DEEP = "[" * 2000 + "]" * 2000


@pytest.fixture
def page(server: Server) -> Page:
    browser = Browser(server.base).introduce("Ann")
    page = browser.page(browser.open_table())
    page.sync()
    return page


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", "not_json"),
        ("nonsense", "not_json"),
        ("{", "not_json"),
        ('{"type":"ping","n":NaN}', "not_json"),
        ('{"type":"ping","n":' + "9" * 3000 + "}", "misfit"),
        ('{"type":"ping","n":1e400}', "misfit"),
        (DEEP, "misfit"),
        ('{"type":"request","id":"a","do":' + '{"a":' * 500 + "1" + "}" * 500 + "}", "misfit"),
        ('{"type":"ping","n":1.5}', "misfit"),
        ('{"type":"no such type"}', "misfit"),
        ('{"type":"request","id":"a","do":{"type":"sit","seat":9}}', "misfit"),
        ('{"type":"request","id":"","do":{"type":"sit","seat":1}}', "misfit"),
        ('{"type":"request","id":"a\\n","do":{"type":"sit","seat":1}}', "misfit"),
        ('{"type":"request","id":"a","do":{"type":"sit","seat":1,"player":"somebody"}}', "misfit"),
        ("null", "misfit"),
        (b"\x00\x01", "not_text"),
    ],
)
def test_a_frame_that_cannot_be_read(page: Page, frame: str | bytes, code: str) -> None:
    with page:
        page.socket.send(frame)
        while not isinstance(message := page.hear(), Refused):
            pass
        assert message.code == code
        page.send(Ping(1))
        page.hear()


def test_a_refused_frame_is_named_where_it_has_a_name(page: Page) -> None:
    with page:
        page.socket.send('{"type":"request","id":"mine","do":{"type":"sit","seat":77}}')
        while not isinstance(message := page.hear(), Refused):
            pass
        assert message.id == "mine"


def test_a_letter_may_be_cut_in_two_by_fragments(page: Page) -> None:
    with page:
        whole = '{"type":"猪"}'.encode()
        page.socket.send(iter([whole[:-4], whole[-4:]]), text=True)
        while not isinstance(message := page.hear(), Refused):
            pass
        assert message.code == "misfit"


def test_a_hundred_messages_in_twenty_seconds_and_no_more(server: Server) -> None:
    browser = Browser(server.base).introduce("Ann")
    table = browser.open_table()
    with browser.page(table) as one, browser.page(table) as other:
        one.sync()
        other.sync()
        # What one socket of a session sends counts for the other too.
        for number in range(110):
            other.send(Ping(number))
        with suppress(ConnectionClosed):
            for number in range(2000):
                one.send(Request(f"seat{number}", Sit()))
        assert one.until_goodbye().code == "too_many"
        refusals = [message for message in one.heard if isinstance(message, Refused)]
        assert [refused.code for refused in refusals].count("too_fast") > 50
        assert refusals[-1].id is not None


def handshake(server: Server, path: str, *headers: str) -> bytes:
    """What a bare handshake is answered with."""
    place = urlsplit(server.base)
    assert place.hostname is not None
    with socket.create_connection((place.hostname, place.port or 80), 10) as raw:
        key = b64encode(b"0123456789abcdef").decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {place.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *headers,
        ]
        raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        return raw.recv(4096).split(b"\r\n")[0]


@pytest.mark.parametrize(
    "headers",
    [
        (),
        ("Origin: http://elsewhere.example",),
        ("Origin: null",),
        ("Origin: http://127.0.0.1",),
        ("Origin: http://elsewhere.example", "Authorization: Bearer anything"),
    ],
)
def test_a_socket_of_another_site_is_refused(server: Server, headers: tuple[str, ...]) -> None:
    assert b"403" in handshake(server, "/api/tables/any/socket", *headers)


def test_a_bots_program_needs_no_origin(server: Server) -> None:
    shown = ("Authorization: Bearer made-up",)
    assert b"101" in handshake(server, "/api/tables/any/socket", *shown)


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "https://127.0.0.1:1", "null", "x"])
def test_a_post_of_another_site_is_refused(server: Server, origin: str) -> None:
    reply = Browser(server.base).ask("POST", "/api/me", {"name": "Eve"}, Origin=origin)
    assert reply.status == 403
    assert reply.json["code"] == "other_origin"
    assert "set-cookie" not in reply.headers


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/me", b"", 400, "not_json"),
        ("/api/me", b"{", 400, "not_json"),
        ("/api/me", b'{"name":"\xff"}', 400, "not_json"),
        ("/api/me", {"name": 5}, 422, "misfit"),
        ("/api/me", {"name": "A", "player": "somebody"}, 422, "misfit"),
        ("/api/me", {"name": "x" * 25}, 422, "misfit"),
        ("/api/me", {"name": "  "}, 422, "name_empty"),
        ("/api/me", {"name": "A\u202eB"}, 422, "name_hidden"),
        ("/api/me", {"name": "x" * 5000}, 413, "too_large"),
        ("/api/me", DEEP.encode()[:4000], 422, "misfit"),
        ("/api/tables", {"preset": "no-such"}, 422, "rules"),
        ("/api/tables", {"rules": {"players": 9}, "preset": "gongzhu-pagat"}, 422, "rules"),
        ("/api/tables", {"bots": {"9": "steady"}}, 422, "no_such_seat"),
        ("/api/tables", {"bots": {"one": "steady"}}, 422, "no_such_seat"),
        ("/api/tables", {"bots": {"1": "genius"}}, 422, "level"),
        ("/api/tables", {"clock": {"move": 10**30}}, 422, "misfit"),
        ("/api/rules/explain", {"preset": "hearts-denexa", "rules": {"moon": 1}}, 422, "rules"),
        ("/api/records", b"", 422, "no_records"),
        ("/api/records", b"\xff\xfe", 422, "records"),
        ("/api/records", b"{" * 1000, 422, "records"),
        ("/api/records", b"x" * (1024 * 1024 + 1), 413, "too_large"),
        ("/api/me/recover", {"code": "0000"}, 403, "wrong_code"),
    ],
)
def test_a_bad_request_is_refused_in_words(
    server: Server, path: str, body: object, status: int, code: str
) -> None:
    browser = Browser(server.base).introduce("Ann")
    reply = browser.ask("POST", path, body)
    assert (reply.status, reply.json["code"]) == (status, code)
    chinese = browser.ask("POST", f"{path}?lang=zh", body).json
    assert chinese["code"] == code
    assert chinese["text"] != reply.json["text"]


def test_a_file_of_records_is_told_the_first_fault_of_each_deal(server: Server) -> None:
    deal = '[Rules "hearts-denexa"]\n[Play "9"] {'
    told = Browser(server.base).ask("POST", "/api/records", f"{deal}\n".encode() * 150).json
    assert len(told["lines"]) == 100
    assert told["lines"][0] == told["text"]
    assert [line.split(",")[0] for line in told["lines"][:2]] == ["line 2", "line 4"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/games/none", 404, "no_game"),
        ("GET", "/api/games/none.jsonl", 404, "no_game"),
        ("GET", "/api/tables/none/deals/1", 404, "no_table"),
        ("GET", "/api/tables/none/deals/x", 404, "no_page"),
        ("GET", "/api/tables/none/deals/" + "9" * 5000, 404, "no_page"),
        ("GET", "/api/games/a%00b", 404, "no_page"),
        ("GET", "/api/games/a%00b.jsonl", 404, "no_page"),
        ("GET", "/api/games/%ff", 404, "no_page"),
        ("GET", "/api/games/" + "x" * 5000, 404, "no_page"),
        ("GET", "/api/tables/a%00b/invitation", 404, "no_page"),
        ("GET", "/.vite/manifest.json", 404, "no_page"),
        ("GET", "/assets/..%2f.vite/manifest.json", 404, "no_page"),
        ("GET", "/nothing.js", 404, "no_page"),
        ("GET", "/assets/../../config.py", 404, "no_page"),
        ("GET", "/%2e%2e/config.py", 404, "no_page"),
        ("GET", "/%00", 404, "no_page"),
        ("GET", "/" + "x" * 3000, 404, "no_page"),
        ("PUT", "/api/me", 405, "no_method"),
        ("POST", "/api/tables", 401, "nobody"),
        ("POST", "/api/me/recovery", 401, "nobody"),
        ("POST", "/api/me/sign-out-others", 401, "nobody"),
    ],
)
def test_what_is_not_there(server: Server, method: str, path: str, status: int, code: str) -> None:
    reply = Browser(server.base).ask(method, path)
    assert (reply.status, reply.json["code"]) == (status, code)


def test_names_that_nothing_has_are_no_trouble_of_the_disk(server: Server) -> None:
    browser = Browser(server.base)
    for path in ("/api/games/a%00b", "/t/a%00b", "/replay/a%00b", "/n/%00"):
        assert browser.ask("GET", path).status in (200, 404)
    with browser.introduce("Ann").page("a%00b") as page:
        assert page.until_goodbye().code == "unknown"
    log = server.log.read_text("utf-8")
    assert "not_stored" not in log
    assert "Traceback" not in log


def test_limits_of_an_address(tmp_path: Path) -> None:
    options = (
        "--connections-per-address",
        "2",
        "--tables-per-hour",
        "2",
        "--players-per-hour",
        "3",
    )
    with Server(tmp_path / "data", "--processes", "1", *options) as server:
        browser = Browser(server.base).introduce("Ann")
        table = browser.open_table()
        browser.open_table()
        assert browser.ask("POST", "/api/tables", {}).json["code"] == "too_often"
        Browser(server.base).introduce("Bob")
        Browser(server.base).introduce("Cleo")
        refused = Browser(server.base).ask("POST", "/api/me", {"name": "Dan"})
        assert (refused.status, refused.json["code"]) == (429, "too_often")
        with browser.page(table) as one, browser.page(table) as two:
            one.sync()
            two.sync()
            with browser.page(table) as three:
                assert three.until_goodbye().code == "too_many"


def test_a_wrong_handshake_leaves_no_trace_in_the_log(server: Server) -> None:
    with pytest.raises(InvalidStatus):
        Browser(server.base, token="").page("x" * 200 + "/../socket")
    assert "Traceback" not in server.log.read_text("utf-8")
