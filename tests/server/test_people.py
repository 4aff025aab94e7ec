"""Reports and blocks: whom a player does not want to meet, and what the host is told."""

from typing import Any, TypeVar

from gongzhu.cards import Seat
from gongzhu.server.live.messages import Done, Hello, Lines, Refused, Request, Said, Say
from gongzhu.table.commands import Sit
from tests.support.page_client import Browser, Page
from tests.support.serving import Server

Told = TypeVar("Told", Lines, Said)


def at_a_table(server: Server) -> tuple[Browser, Browser, str]:
    """Ann and her public table, at which Bo sits."""
    ann, bo = (Browser(server.base).introduce(name) for name in ("Ann", "Bo"))
    table = ann.open_table(access="public")
    with bo.page(table) as page:
        page.sync()
        page.do(Request("sit", Sit(Seat(1))))
    return ann, bo, table


def block(browser: Browser, table: str, seat: int, name: str) -> Any:
    return browser.ask("POST", f"/api/tables/{table}/block", {"seat": seat, "name": name})


def test_a_report_names_who_sits_there_and_ten_a_day_are_kept(server: Server) -> None:
    ann, _, table = at_a_table(server)
    path, told = f"/api/tables/{table}/report", {"seat": 1, "name": "Bo", "reason": "abuse"}
    assert ann.ask("POST", path, {**told, "name": "Cleo"}).json["code"] == "not_there"
    assert ann.ask("POST", path, {**told, "seat": 2}).json["code"] == "not_there"
    assert ann.ask("POST", path, {**told, "reason": "ugly"}).status == 422
    assert ann.ask("POST", path, {**told, "text": "x" * 201}).json["code"] == "text_long"
    assert Browser(server.base).ask("POST", path, told).status == 401
    statuses = [ann.ask("POST", path, {**told, "text": "He swears."}).status for _ in range(11)]
    assert statuses == [201] * 10 + [429]


def test_who_is_blocked_takes_no_seat_at_a_table_of_who_blocks(server: Server) -> None:
    ann, bo, table = at_a_table(server)
    (row,) = block(ann, table, 1, "Bo").json["players"]
    assert row["name"] == "Bo"
    assert block(ann, table, 1, "Bo").json["players"] == [row]
    assert block(ann, table, 0, "Ann").json["code"] == "yourself"
    other = ann.open_table(access="public")
    with bo.page(other) as page:
        page.sync()
        refused = page.do(Request("sit", Sit()))
        assert isinstance(refused, Refused)
        assert refused.code == "not_wanted"
    assert ann.ask("POST", "/api/me/unblock", {"number": row["number"]}).json == {"players": []}
    with bo.page(other) as page:
        page.sync()
        assert isinstance(page.do(Request("again", Sit())), Done)


def test_public_tables_of_who_is_blocked_are_in_no_lobby_of_who_blocks(server: Server) -> None:
    ann, bo, table = at_a_table(server)
    block(bo, table, 0, "Ann")
    theirs = ann.open_table(access="public")

    def listed(browser: Browser) -> set[str]:
        return {each["table"] for each in browser.ask("GET", "/api/lobby").json["public"]}

    assert theirs not in listed(bo)
    assert theirs in listed(Browser(server.base))


def listening(page: Page) -> Lines:
    """What was said before, told to somebody who listens from now on."""
    page.send(Hello(talk=True))
    return told(page, Lines)


def told(page: Page, kind: type[Told]) -> Told:
    """The next message of a kind."""
    while not isinstance(message := page.hear(), kind):
        pass
    return message


def test_who_is_blocked_is_not_heard(server: Server) -> None:
    ann, bo, table = at_a_table(server)
    with ann.page(table) as hers, bo.page(table) as his:
        listening(hers)
        listening(his)
        his.send(Request("one", Say("hello")))
        assert told(hers, Said).line.phrase == "hello"
        block(ann, table, 1, "Bo")
        assert told(hers, Lines).lines == ()
        hers.send(Request("mine", Say("thanks")))
        assert told(his, Said).line.phrase == "hello"
        assert told(his, Said).line.phrase == "thanks"
    with ann.page(table) as again:
        assert [line.phrase for line in listening(again).lines] == ["thanks"]
