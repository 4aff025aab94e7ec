"""Guests, their devices and codes; nobody can be somebody else, and the log tells on nobody."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from gongzhu.cards import Seat
from gongzhu.server.live.messages import Done, Request
from gongzhu.table.commands import Sit
from tests.support.page_client import Browser, Page
from tests.support.serving import Server


def test_nobody_and_then_somebody(server: Server) -> None:
    browser = Browser(server.base)
    nobody = {"name": None, "recovery": False, "session": None, "certain": False}
    assert browser.ask("GET", "/api/me").json == nobody
    reply = browser.ask("POST", "/api/me", {"name": "  Ann  Lee "})
    session = reply.json["session"]
    assert reply.json == nobody | {"name": "Ann Lee", "session": session}
    cookie = reply.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert browser.ask("GET", "/api/me").json["name"] == "Ann Lee"
    own = {"X-Gongzhu-Session": session}
    assert browser.ask("POST", "/api/me", {"name": "Anna"}, **own).json["session"] == session
    assert browser.ask("GET", "/api/me", **own).json["name"] == "Anna"
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


def test_a_cookie_that_somebody_planted_is_not_adopted(server: Server) -> None:
    """Over http any other server on this machine, and any name beside it, may set our cookie."""
    eve = Browser(server.base).introduce("Eve")
    ann = Browser(server.base)
    ann.cookie = eve.cookie
    # Ann's page was given no session, and says so: it is nobody's, and sees nothing of Eve.
    nothing = {"X-Gongzhu-Session": "none"}
    assert ann.ask("GET", "/api/me", **nothing).json["name"] is None
    assert ann.ask("POST", "/api/tables", {}, **nothing).status == 401
    # With a name she is somebody else, whose token Eve does not have.
    made = ann.ask("POST", "/api/me", {"name": "Ann"}, **nothing).json
    assert ann.cookie != eve.cookie
    assert eve.ask("GET", "/api/me").json["name"] == "Eve"
    # A page that says nothing of sessions renames nobody either.
    other = Browser(server.base)
    other.cookie = eve.cookie
    assert other.ask("POST", "/api/me", {"name": "Ann"}).status == 200
    assert other.cookie != eve.cookie
    assert eve.ask("GET", "/api/me").json["name"] == "Eve"
    # Planted while she plays: her next request, and her next socket, are nobody's.
    table = ann.open_table(access="private")
    ann.cookie = eve.cookie
    own = {"X-Gongzhu-Session": made["session"]}
    assert ann.ask("GET", "/api/me", **own).json["name"] is None
    assert ann.ask("POST", "/api/me/recovery", **own).status == 401
    with ann.page(table, session=made["session"]) as page:
        page.until(lambda page: page.you is not None)
        assert page.you is not None
        assert page.you.name == ""


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


def test_a_recovery_code_is_good_once_and_gives_the_next_one(server: Server) -> None:
    first = Browser(server.base).introduce("Ann")
    code = first.ask("POST", "/api/me/recovery").json["code"]
    made = first.ask("GET", "/api/me/account").json["recovery"]
    assert made["active"] is True
    assert made["used"] is None
    second = Browser(server.base)
    recovered = second.ask("POST", "/api/me/recover", {"code": code}).json
    assert recovered["name"] == "Ann"
    assert Browser(server.base).ask("POST", "/api/me/recover", {"code": code}).status == 403
    used = first.ask("GET", "/api/me/account").json["recovery"]
    assert used["active"] is True
    assert used["used"] == used["made"] >= made["made"]
    third = Browser(server.base)
    assert third.ask("POST", "/api/me/recover", {"code": recovered["code"]}).status == 200


def test_a_code_that_many_use_at_once_lets_one_in(server: Server) -> None:
    code = Browser(server.base).introduce("Ann").ask("POST", "/api/me/recovery").json["code"]
    with ThreadPoolExecutor(8) as threads:
        tries = [
            threads.submit(Browser(server.base).ask, "POST", "/api/me/recover", {"code": code})
            for _ in range(8)
        ]
    assert sorted(one.result().status for one in tries) == [200] + 7 * [403]


def test_who_recovers_leaves_the_guest_before(server: Server) -> None:
    code = Browser(server.base).introduce("Ann").ask("POST", "/api/me/recovery").json["code"]
    other = Browser(server.base).introduce("Bob")
    before = other.cookie
    other.ask("POST", "/api/me/recover", {"code": code})
    assert other.ask("GET", "/api/me").json["name"] == "Ann"
    other.cookie = before
    assert other.ask("GET", "/api/me").json["name"] is None


FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"


def signed_in_twice(server: Server, name: str) -> tuple[Browser, Browser]:
    """A player on two devices."""
    first, second = Browser(server.base).introduce(name), Browser(server.base)
    code = first.ask("POST", "/api/me/recovery").json["code"]
    second.ask("POST", "/api/me/recover", {"code": code}, **{"User-Agent": FIREFOX})
    return first, second


def test_devices_are_listed_and_signed_out_one_by_one(server: Server) -> None:
    first, second = signed_in_twice(server, "Ann")
    listed = first.ask("GET", "/api/me/account").json["devices"]
    assert [(one["name"], one["here"]) for one in listed] == [
        ("Firefox, Android", False),
        ("", True),
    ]
    assert all(one["seen"] < one["expires"] and one["made"] for one in listed)
    table = first.open_table()
    with first.page(table) as one, second.page(table) as two:
        one.sync()
        two.sync()
        asked = {"device": listed[0]["device"]}
        left = first.ask("POST", "/api/me/devices/sign-out", asked).json["devices"]
        assert [one["here"] for one in left] == [True]
        assert two.until_goodbye().code == "closed"
        assert isinstance(one.do(Request("move", Sit(Seat(1)))), Done)
    assert second.ask("GET", "/api/me").json["name"] is None
    assert first.ask("POST", "/api/me/devices/sign-out", asked).json["code"] == "no_device"


def test_a_device_of_somebody_else_is_none_of_ones_own(server: Server) -> None:
    ann, bob = Browser(server.base).introduce("Ann"), Browser(server.base).introduce("Bob")
    device = ann.ask("GET", "/api/me/account").json["devices"][0]["device"]
    asked = bob.ask("POST", "/api/me/devices/sign-out", {"device": device})
    assert asked.json["code"] == "no_device"
    assert ann.ask("GET", "/api/me").json["name"] == "Ann"


def test_signing_out_ends_the_session_on_the_server(server: Server) -> None:
    browser = Browser(server.base).introduce("Ann")
    cookie, table = browser.cookie, browser.open_table()
    with browser.page(table) as page:
        page.sync()
        reply = browser.ask("POST", "/api/me/sign-out")
        assert reply.json["name"] is None
        assert "Max-Age=0" in reply.headers["set-cookie"]
        assert page.until_goodbye().code == "closed"
    browser.cookie = cookie
    assert browser.ask("GET", "/api/me").json["name"] is None
    assert browser.ask("GET", "/api/me/account").status == 401


def test_of_two_who_sign_each_other_out_at_once_one_stays(server: Server) -> None:
    for _ in range(5):
        pair = signed_in_twice(server, "Ann")
        with ThreadPoolExecutor(2) as threads:
            asked = [threads.submit(one.ask, "POST", "/api/me/sign-out-others") for one in pair]
        assert sorted(one.result().status for one in asked) == [200, 401]
        names = [one.ask("GET", "/api/me").json["name"] for one in pair]
        assert sorted(map(str, names)) == ["Ann", "None"]


def test_signing_out_the_others_voids_the_recovery_code(server: Server) -> None:
    first, second = signed_in_twice(server, "Ann")
    code = second.ask("POST", "/api/me/recovery").json["code"]
    assert first.ask("POST", "/api/me/sign-out-others").json["recovery"] is False
    assert second.ask("POST", "/api/me/recover", {"code": code}).status == 403
    assert second.ask("POST", "/api/me/recovery").status == 401


def test_a_device_that_was_signed_out_under_a_new_token_loses_its_sockets(server: Server) -> None:
    first = Browser(server.base).introduce("Ann")
    table = first.open_table()
    with first.page(table) as page:
        page.sync()
        first.ask("POST", "/api/me/sign-out-others")
        first.ask("POST", "/api/me/sign-out")
        assert page.until_goodbye().code == "closed"


def test_bots_are_listed_and_revoked(server: Server) -> None:
    ann, bob = Browser(server.base).introduce("Ann"), Browser(server.base).introduce("Bob")
    token = ann.ask("POST", "/api/bots", {"name": "Ducky"}).json["token"]
    (bot,) = ann.ask("GET", "/api/me/account").json["bots"]
    assert bot["name"] == "Ducky"
    assert bob.ask("GET", "/api/me/account").json["bots"] == []
    assert bob.ask("POST", "/api/bots/revoke", {"bot": bot["bot"]}).json["code"] == "no_bot"
    program = Browser(server.base, token=token)
    table = ann.open_table(access="public")
    with program.page(table) as page:
        page.sync()
        assert ann.ask("POST", "/api/bots/revoke", {"bot": bot["bot"]}).json["bots"] == []
        assert page.until_goodbye().code == "closed"
    assert program.ask("POST", "/api/tables", {}).status == 401


def test_a_bot_has_its_token_alone_and_makes_no_bots(server: Server) -> None:
    ann = Browser(server.base).introduce("Ann")
    token = ann.ask("POST", "/api/bots", {"name": "Ducky"}).json["token"]
    bot = Browser(server.base, token=token)
    code = ann.ask("POST", "/api/me/recovery").json["code"]
    for path, body in (
        ("/api/bots", {"name": "Duckling"}),
        ("/api/me/sign-out-others", None),
        ("/api/me/recovery", None),
        ("/api/me/proof/code", {"code": code}),
        ("/api/me/passkeys/options", None),
        ("/api/sign-in/provider", {"purpose": "link"}),
    ):
        reply = bot.ask("POST", path, body)
        assert (reply.status, reply.json["code"]) == (403, "not_for_bots"), path
        assert "set-cookie" not in reply.headers
    # Another account in the program's hands leaves it its token.
    assert bot.ask("POST", "/api/me/recover", {"code": code}).status == 200
    assert bot.ask("GET", "/api/me").json["name"] == "Ducky"
    assert len(ann.ask("GET", "/api/me/account").json["bots"]) == 1


def test_an_account_is_deleted_with_its_seats_and_bots(server: Server) -> None:
    ann, bob = signed_in_twice(server, "Ann")
    token = ann.ask("POST", "/api/bots", {"name": "Ducky"}).json["token"]
    watcher = Browser(server.base).introduce("Bob")
    table = ann.open_table(access="public", bots={"1": "steady", "2": "steady"})
    running = ann.open_table(
        access="public", bots={"1": "steady", "2": "steady", "3": "steady"}, start=True
    )
    with ann.page(running) as page, watcher.page(running) as other, watcher.page(table) as empty:
        page.play(lambda page: page.stage == "playing" and page.ask is not None)
        wrong = ann.ask("POST", "/api/me/delete", {"name": "Anna"})
        assert wrong.json["code"] == "other_name"
        assert ann.ask("POST", "/api/me/delete", {"name": "Ann"}).json["name"] is None
        assert page.until_goodbye().code == "closed"
        other.until(
            lambda seen: (
                seen.view is not None
                and seen.view.state.seats[0].name == "Former player"
                and seen.view.state.seats[0].left
            )
        )
        empty.until(lambda seen: seen.view is not None and seen.view.state.seats[0].kind == "open")
    assert bob.ask("GET", "/api/me").json["name"] is None
    assert Browser(server.base, token=token).ask("POST", "/api/tables", {}).status == 401


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
