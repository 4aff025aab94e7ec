"""Guests, their devices and codes; nobody can be somebody else, and the log tells on nobody."""

import re

import pytest

from gongzhu.cards import Seat
from gongzhu.server.messages import Done, Request
from gongzhu.table.commands import Sit
from tests.support.page_client import Browser, Page
from tests.support.serving import Server


def test_nobody_and_then_somebody(server: Server) -> None:
    browser = Browser(server.base)
    assert browser.ask("GET", "/api/me").json == {"name": None, "recovery": False}
    reply = browser.ask("POST", "/api/me", {"name": "  Ann  Lee "})
    assert reply.json == {"name": "Ann Lee", "recovery": False}
    cookie = reply.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert browser.ask("GET", "/api/me").json["name"] == "Ann Lee"
    assert browser.ask("POST", "/api/me", {"name": "Anna"}).json["name"] == "Anna"
    assert "set-cookie" not in browser.ask("GET", "/api/me").headers


def test_a_cookie_that_was_touched_is_nobodys(server: Server) -> None:
    browser = Browser(server.base).introduce("Ann")
    assert browser.cookie is not None
    good = browser.cookie
    other = Browser(server.base).introduce("Bob")
    assert other.cookie is not None
    mixed = ".".join([good.split(".")[0], *other.cookie.split(".")[1:]])
    for bad in (good[:-1], good + "A", good.replace(".", ".0", 1), mixed, "gongzhu=", "gongzhu=é"):
        browser.cookie = bad.encode("utf-8").decode("latin-1")
        assert browser.ask("GET", "/api/me").json["name"] is None


def test_a_guests_cookie_is_no_bots_token_and_the_other_way_round(server: Server) -> None:
    guest = Browser(server.base).introduce("Ann")
    assert guest.cookie is not None
    program = Browser(server.base, token=guest.cookie.partition("=")[2])
    assert program.ask("POST", "/api/tables", {}).status == 401
    made = guest.ask("POST", "/api/bots", {"name": "Pig"}).json
    assert made["name"] == "Pig"
    guest.cookie = f"gongzhu={made['token']}"
    assert guest.ask("GET", "/api/me").json["name"] is None
    assert Browser(server.base, token=made["token"]).ask("GET", "/api/me").json["name"] == "Pig"


def test_a_recovery_code_opens_a_second_device(server: Server) -> None:
    first = Browser(server.base).introduce("Ann")
    code = first.ask("POST", "/api/me/recovery").json["code"]
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}", code)
    assert first.ask("GET", "/api/me").json["recovery"] is True
    table = first.open_table()
    second = Browser(server.base)
    spelt = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert second.ask("POST", "/api/me/recover", {"code": spelt}).json["name"] == "Ann"
    assert second.cookie != first.cookie
    with first.page(table) as one, second.page(table) as two:
        one.sync()
        two.sync()
        assert one.you is not None
        assert two.you is not None
        assert two.you.seat == one.you.seat == 0
        one.until(lambda page: page.you is not None and page.you.devices == 2)


def test_a_new_code_voids_the_one_before(server: Server) -> None:
    browser = Browser(server.base).introduce("Ann")
    old = browser.ask("POST", "/api/me/recovery").json["code"]
    new = browser.ask("POST", "/api/me/recovery").json["code"]
    other = Browser(server.base)
    assert other.ask("POST", "/api/me/recover", {"code": old}).status == 403
    assert other.ask("POST", "/api/me/recover", {"code": new}).status == 200


def test_signing_out_the_others_closes_what_they_hold(server: Server) -> None:
    first = Browser(server.base).introduce("Ann")
    code = first.ask("POST", "/api/me/recovery").json["code"]
    table = first.open_table()
    second = Browser(server.base)
    second.ask("POST", "/api/me/recover", {"code": code})
    with first.page(table) as one, second.page(table) as two:
        one.sync()
        two.sync()
        before = first.cookie
        assert first.ask("POST", "/api/me/sign-out-others").status == 200
        assert two.until_goodbye().code == "closed"
        assert isinstance(one.do(Request("move", Sit(Seat(1)))), Done)
    assert second.ask("GET", "/api/me").json["name"] is None
    assert first.ask("GET", "/api/me").json["name"] == "Ann"
    first.cookie = before
    assert first.ask("GET", "/api/me").json["name"] is None


def test_the_log_holds_no_secrets_and_no_cards(server: Server) -> None:
    browser = Browser(server.base).introduce("Wilhelmina")
    code = browser.ask("POST", "/api/me/recovery").json["code"]
    token = browser.ask("POST", "/api/bots", {"name": "Marvin"}).json["token"]
    table = browser.open_table(bots={"1": "steady", "2": "steady", "3": "steady"}, start=True)
    with browser.page(table) as page:
        page.play(Page.deal_over)
    log = server.log.read_text("utf-8")
    assert browser.cookie is not None
    for secret in (browser.cookie.partition("=")[2], code, token, "Wilhelmina", "Marvin", table):
        assert secret not in log
    assert not re.search(r'"[2-9TJQKA][CDHS]"', log)
    assert "Traceback" not in log


@pytest.mark.parametrize("path", ["/api/rules", "/api/lobby", "/metrics", "/healthz"])
def test_what_anybody_may_read(server: Server, path: str) -> None:
    reply = Browser(server.base).ask("GET", path)
    assert reply.status == 200
    assert reply.body


def test_figures_count_what_happens(server: Server) -> None:
    browser = Browser(server.base).introduce("Ann")
    table = browser.open_table(bots={"1": "steady", "2": "steady", "3": "steady"}, start=True)
    with browser.page(table) as page:
        page.play(Page.deal_over)
        figures = browser.ask("GET", "/metrics").body.decode()
    found = dict(re.findall(r"^(\S+) (\d+\.\d+)$", figures, re.MULTILINE))
    assert float(found['gongzhu_commands_total{outcome="done"}']) > 10
    assert float(found["gongzhu_commit_seconds_count"]) > 40
    assert float(found["gongzhu_thinking_seconds_count"]) > 30
    assert float(found["gongzhu_connections"]) >= 1
    assert float(found["gongzhu_tables"]) >= 1
