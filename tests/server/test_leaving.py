"""Unfinished games in the lobby: whoever leaves one there, or ends it, does so for good."""

from typing import Any

import msgspec
import pytest

from gongzhu.server.live.messages import Done, Request
from gongzhu.table.commands import Leave, Ready, Sit
from tests.server.test_lobby import House, house
from tests.support.page_client import Browser, Page
from tests.support.serving import Server
from tests.support.stores import in_loop

BOTS = {"1": "random", "2": "random", "3": "random"}
LONG: dict[str, Any] = {"preset": "gongzhu-pagat", "rules": {"lower_limit": -9000}}
"""A game that no single deal can end."""


def mine(browser: Browser) -> list[str]:
    """The tables that somebody is shown as one's own, in the lobby and among one's games."""
    listed: list[str] = [item["table"] for item in browser.ask("GET", "/api/lobby").json["mine"]]
    running = browser.ask("GET", "/api/me/games").json["running"]
    assert [item["table"] for item in running] == listed
    return listed


def leave(browser: Browser, table: str) -> dict[str, Any]:
    """Leave a table by the lobby."""
    answer = browser.ask("POST", f"/api/tables/{table}/leave")
    assert answer.status == 200, answer.body
    told: dict[str, Any] = answer.json
    return told


def test_a_game_among_bots_ends_and_what_counted_stays(server: Server) -> None:
    ann = Browser(server.base).introduce("Ann")
    kept = ann.open_table(**LONG, bots=BOTS, start=True)
    table = ann.open_table(**LONG, bots=BOTS, start=True)
    with ann.page(table) as page:
        page.play(Page.deal_over)
        assert page.view is not None
        game = page.view.state.game
    assert mine(ann) == [table, kept]
    # Asked twice, as by a page that lost the answer.
    assert leave(ann, table) == leave(ann, table) == {"closed": True}
    assert mine(ann) == [kept]
    with ann.page(table) as page:
        assert page.until_goodbye().code == "unknown"
    found = ann.ask("GET", "/api/me/games").json
    assert [(one["game"], one["winners"], one["places"]) for one in found["games"]] == [
        (game, [], [])
    ]
    assert ann.ask("GET", "/api/me/statistics").json["reports"][0]["whole"]["deals"] == 1
    assert len(ann.ask("GET", f"/api/games/{game}").json["deals"]) == 1


def test_who_leaves_others_has_the_game_listed_no_more_and_may_come_back(server: Server) -> None:
    ann, bob = (Browser(server.base).introduce(name) for name in ("Ann", "Bob"))
    table = ann.open_table(**LONG, bots={"2": "random", "3": "random"})
    with ann.page(table) as hers, bob.page(table) as his:
        his.sync()
        assert isinstance(his.do(Request("sit", Sit())), Done)
        for page in (hers, his):
            page.sync()
            assert isinstance(page.do(Request("ready", Ready())), Done)
        hers.until(lambda page: page.stage == "playing")
        assert leave(ann, table) == leave(ann, table) == {"closed": False}
        hers.until(lambda page: page.you is not None and page.you.left)
        assert (mine(ann), mine(bob)) == ([], [table])
        his.until(lambda page: page.view is not None and page.view.state.seats[0].left)
        assert isinstance(hers.do(Request("back", Sit())), Done)
        assert mine(ann) == [table]
        # By the command of the socket it is the same.
        assert isinstance(hers.do(Request("leave", Leave())), Done)
        assert mine(ann) == []
        # Nobody but he is seated any more.
        assert leave(bob, table) == {"closed": True}
        assert mine(bob) == []


def test_who_has_left_by_the_socket_between_deals_ends_the_game_and_keeps_it(
    server: Server,
) -> None:
    ann = Browser(server.base).introduce("Ann")
    table = ann.open_table(**LONG, bots=BOTS, start=True)
    with ann.page(table) as page:
        page.play(Page.deal_over)
        assert isinstance(page.do(Request("leave", Leave())), Done)
        assert page.view is not None
        game = page.view.state.game
    assert leave(ann, table) == {"closed": True}
    assert [one["game"] for one in ann.ask("GET", "/api/me/games").json["games"]] == [game]
    assert ann.ask("GET", "/api/me/statistics").json["reports"][0]["whole"]["deals"] == 1


def test_the_last_one_between_deals_keeps_the_game(server: Server) -> None:
    ann, bob = (Browser(server.base).introduce(name) for name in ("Ann", "Bob"))
    table = ann.open_table(**LONG, bots={"2": "random", "3": "random"})
    with ann.page(table) as hers, bob.page(table) as his:
        his.sync()
        assert isinstance(his.do(Request("sit", Sit())), Done)
        for page in (hers, his):
            page.sync()
            assert isinstance(page.do(Request("ready", Ready())), Done)
        his.until(lambda page: page.stage == "playing")
        assert leave(ann, table) == {"closed": False}
        his.play(Page.deal_over)
    assert leave(bob, table) == {"closed": True}
    games = [browser.ask("GET", "/api/me/games").json["games"] for browser in (ann, bob)]
    assert [len(found) for found in games] == [0, 1]


@in_loop
@pytest.mark.parametrize("who", ["nobody", "Eve"])
async def test_nobody_else_ends_a_game(who: str) -> None:
    async with house() as there:
        ann = await there.guest("Ann", "10.0.0.1")
        table = await there.table(ann, "10.0.0.1")
        eve = "" if who == "nobody" else await there.guest(who, "10.0.0.2")
        told = await asked_to_leave(there, table, eve)
        assert told[0] == (401 if who == "nobody" else 200)
        assert told[1].get("closed", False) is False
        assert table in there.context.tables.listed
        assert await asked_to_leave(there, table, ann) == (200, {"closed": True})
        assert table not in there.context.tables.listed
        assert await asked_to_leave(there, "nowhere", ann) == (200, {"closed": True})


async def asked_to_leave(there: House, table: str, cookie: str) -> tuple[int, dict[str, Any]]:
    answer = await there.ask("POST", f"/api/tables/{table}/leave", None, cookie)
    return answer.status, msgspec.json.decode(answer.body)
