"""Two servers on one database: each table is played at one of them, and goes on at the other when
that one is gone."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gongzhu.cards import Seat
from gongzhu.server.live.messages import Done, Request
from gongzhu.table.commands import Close, Leave, SeatBot, Sit, Start
from tests.support.page_client import Browser, Page
from tests.support.postgres import Postgres
from tests.support.serving import Server
from tests.support.several_servers import come_again, entries, two_servers, until


@pytest.fixture
def servers(database: Postgres, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with two_servers(database, tmp_path) as both:
        yield both


def listed(browser: Browser) -> list[str]:
    lobby = browser.ask("GET", "/api/lobby").json
    return [table["table"] for table in lobby["public"]]


def test_a_table_is_played_at_one_server_and_outlives_it(
    servers: tuple[Server, Server], database: Postgres
) -> None:
    one, two = servers
    ann, bob = Browser(one.base).introduce("Ann"), Browser(two.base).introduce("Bob")
    table = ann.open_table(name="Friday", access="public")
    with ann.page(table) as hers:
        hers.sync()
        # A server hears of the tables of the other, and who is there.
        until(lambda: table in listed(bob))
        # Whoever comes to the wrong one is told the right one, where the session is good too.
        with bob.page(table) as wrong:
            moved = wrong.until_goodbye()
            assert (moved.code, moved.again, moved.server) == ("moved", True, "one")
        bob.url = one.base
        with bob.page(table) as at_one:
            at_one.sync()
            assert isinstance(at_one.do(Request("sit", Sit(Seat(1)))), Done)
            assert isinstance(hers.do(Request("bot", SeatBot(Seat(2), "steady"))), Done)
            # So is the end of a session.
            signed_out = Browser(two.base)
            signed_out.cookie = ann.cookie
            assert signed_out.ask("POST", "/api/me/sign-out").status == 200
            assert hers.until_goodbye().code == "closed"
            # The server is stopped in the midst of a command, for longer than it may be silent.
            bob.url = two.base
            at_one.send(Request("late", Sit(Seat(3))))
            os.kill(one.pid, signal.SIGSTOP)
            began = time.monotonic()
            try:
                at_two = bob.page(table, at_one.seq)
                come_again(at_two)
                away = time.monotonic() - began
                assert isinstance(at_two.do(Request("late", Sit(Seat(3)))), Done)
                seq = at_two.seq
                os.kill(one.pid, signal.SIGCONT)
                # The one that was stopped serves nobody any more, and the table goes on.
                assert at_one.until_goodbye().code == "moved"
                assert isinstance(at_two.do(Request("last", Sit(Seat(1)))), Done)
                assert at_two.seq > seq
                at_two.close()
            finally:
                os.kill(one.pid, signal.SIGCONT)
    assert [entry.get("id") for entry in entries(database, table)].count("late") == 1
    # The rest is for a busy machine.
    assert away < 30
    # It takes part again.
    bob.url = one.base
    with bob.page(bob.open_table()) as again:
        again.sync()
        assert isinstance(again.do(Request("again", Sit(Seat(3)))), Done)


def test_a_server_answers_for_a_table_that_the_other_one_has(
    servers: tuple[Server, Server],
) -> None:
    one, two = servers
    ann, bob = Browser(one.base).introduce("Ann"), Browser(one.base).introduce("Bob")
    table = ann.open_table(bots=dict.fromkeys("23", "random"), level="random")
    there = Browser(two.base)
    there.cookie = ann.cookie
    path = f"/api/tables/{table}"
    with ann.page(table) as hers, bob.page(table) as his:
        hers.sync()
        assert isinstance(his.do(Request("sit", Sit(Seat(1)))), Done)
        until(lambda: there.ask("GET", f"{path}/invitation").status == 200)
        invited = there.ask("GET", f"{path}/invitation").json
        assert invited["number_on"]
        assert there.ask("GET", f"{path}/invitation.svg").status == 200
        switched = there.ask("POST", f"{path}/number", {"on": False})
        assert (switched.status, switched.json["number_on"]) == (200, False)
        until(lambda: not ann.ask("GET", f"{path}/invitation").json["number_on"])
        report = {"seat": 1, "name": "Bob", "reason": "stalling"}
        assert there.ask("POST", f"{path}/report", report).status == 201
        assert there.ask("POST", f"{path}/report", {**report, "seat": 0}).status == 409
        blocked = there.ask("POST", f"{path}/block", {"seat": 1, "name": "Bob"})
        assert [player["name"] for player in blocked.json["players"]] == ["Bob"]
        assert isinstance(his.do(Request("leave", Leave())), Done)
        assert isinstance(hers.do(Request("start", Start("random"))), Done)
        hers.play(Page.deal_over)
        sheet = there.ask("GET", f"{path}/deals/1")
        assert (sheet.status, sheet.body) == (200, ann.ask("GET", f"{path}/deals/1").body)
        assert there.ask("GET", f"{path}/deals/2").status == 404
        stranger = Browser(two.base).introduce("Eve")
        assert stranger.ask("GET", f"{path}/deals/1").status == 200
        # Nobody at the table noticed any of it.
        assert isinstance(hers.do(Request("close", Close())), Done)


def test_a_tournament_is_led_by_both_servers_and_outlives_one(
    servers: tuple[Server, Server],
) -> None:
    one, two = servers
    ann, bob = Browser(one.base).introduce("Ann"), Browser(two.base).introduce("Bob")
    founded = {"name": "Friday", "preset": "gongzhu-pagat", "public": True}
    club = ann.ask("POST", "/api/clubs", founded).json
    path = f"/api/clubs/{club['club']}"
    assert bob.ask("POST", f"{path}/join", {}).status == 200
    asked = {"name": "Cup", "rules": club["rules"][0]["number"], "rounds": 1, "level": "random"}
    planned = ann.ask("POST", f"{path}/tournaments", asked)
    assert planned.status == 201, planned.body
    cup = f"/api/tournaments/{planned.json['tournament']}"

    def do(who: Browser, kind: str) -> None:
        done = who.ask("POST", f"{cup}/do", {"do": {"type": kind}})
        assert done.status == 200, done.body

    do(ann, "enter")
    do(bob, "enter")

    def both_there() -> bool:
        """Whoever is at a page of one server is there at the other one, too."""
        here, there = (who.ask("GET", cup).json["entrants"] for who in (ann, bob))
        return here == there and [each["present"] for each in here] == [True, True]

    until(both_there)
    do(ann, "begin")
    do(bob, "withdraw")
    do(ann, "withdraw")
    until(lambda: bob.ask("GET", cup).json["round"] == 1)
    one.end(signal.SIGKILL)
    until(lambda: bob.ask("GET", cup).json["stage"] == "ended")
    page = bob.ask("GET", cup).json
    assert [len(page["boards"]), page["playing"]] == [1, 0]
    assert [row["boards"] for row in page["standings"]] == [1] * 8
    board = bob.ask("GET", f"{cup}/boards/1").json
    assert len({table["game"] for table in board["tables"]}) == 2
