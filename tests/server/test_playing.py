"""Tables over a real socket: whole games, reloads, resends, two tabs."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from gongzhu.cards import Card, Seat
from gongzhu.dealing import check_deals, read_evidence
from gongzhu.records import Verifier, scan_jsonl
from gongzhu.rules import DealBegan, Play
from gongzhu.server.live.messages import (
    Done,
    Hello,
    Ping,
    Pong,
    Refused,
    Request,
    Snapshot,
    Update,
    YouAre,
)
from gongzhu.table.commands import Leave, Ready, SeatBot, Sit, Start
from gongzhu.table.facts import Happened
from tests.support.page_client import Browser, Page
from tests.support.serving import Server

pytestmark = pytest.mark.rest

BOTS = {"1": "steady", "2": "steady", "3": "random"}
LONG = {"lower_limit": -9000}
"""Rules by which no single deal can end a game."""


def finished(page: Page) -> bool:
    return page.stage == "finished"


@pytest.mark.parametrize("preset", ["gongzhu-pagat", "hearts-denexa", "gongzhu-pagat-5"])
def test_a_game_with_bots_to_its_end(server: Server, preset: str) -> None:
    browser = Browser(server.base).introduce("Ann")
    rules = {"limit": 30} if preset.startswith("hearts") else {"lower_limit": -100}
    table = browser.open_table(preset=preset, rules=rules, bots=BOTS, start=True)
    with browser.page(table) as page:
        page.play(finished)
        assert page.view is not None
        game, count = page.view.state.game, page.view.state.fair.count
    records = browser.ask("GET", f"/api/games/{game}.jsonl").body
    verifier = Verifier()
    assert list(verifier.verify(scan_jsonl(records.splitlines()))) == []
    assert verifier.deals == count
    evidence = read_evidence(browser.ask("GET", f"/api/games/{game}.evidence.jsonl").body)
    assert check_deals(evidence) == ()
    assert all(deal.contributions[0].__class__.__name__ == "Revealed" for deal in evidence)
    sheet = browser.ask("GET", f"/api/tables/{table}/deals/{count}").json
    assert sheet["record"]["scores"] == [pile["points"] for pile in sheet["piles"]]
    replayed = browser.ask("POST", "/api/records", records).json
    assert [deal["record"] for deal in replayed["deals"]] == [
        deal["record"] for deal in browser.ask("GET", f"/api/games/{game}").json["deals"]
    ]
    assert browser.ask("GET", "/api/lobby").json["games"][0]["game"] == game


def test_four_people_gather_by_a_link_and_play_a_deal(server: Server) -> None:
    people = [Browser(server.base).introduce(name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    table = people[0].open_table()
    pages = [person.page(table) for person in people]
    for page in pages:
        page.sync()
    for page in pages[1:]:
        assert isinstance(page.do(Request("sit", Sit())), Done)
        page.until(lambda page: page.you is not None and page.you.seat is not None)
    for page in pages:
        assert isinstance(page.do(Request("ready", Ready())), Done)
    with ThreadPoolExecutor(4) as hands:
        list(hands.map(lambda page: page.play(Page.deal_over), pages))
    totals = {page.view.state.totals for page in pages if page.view is not None}
    assert len(totals) == 1
    for page in pages:
        page.close()


def begun(server: Server, name: str = "Ann") -> tuple[Browser, str, Page]:
    """A game with bots, when the first card is to be played by its person."""
    browser = Browser(server.base).introduce(name)
    table = browser.open_table(preset="gongzhu-pagat", rules=LONG, bots=BOTS, start=True)
    page = browser.page(table)
    page.play(lambda page: page.ask is not None and page.ask.kind == "play")
    return browser, table, page


def test_a_reload_finds_the_same_table(server: Server) -> None:
    browser, table, page = begun(server)
    with page, browser.page(table) as reloaded:
        reloaded.sync()
        page.until(lambda page: page.seq >= reloaded.seq)
        assert reloaded.view == page.view
        assert reloaded.ask == page.ask


def test_what_was_missed_is_told_again_without_a_snapshot(server: Server) -> None:
    browser, table, page = begun(server)
    assert page.ask is not None
    page.close()
    with browser.page(table) as other:
        other.sync()
        other.do(Request("while-away", Play(Card(other.ask.cards[0] if other.ask else ""))))
        other.until(lambda other: other.ask is not None)
        page.again(page.seq)
        page.until(lambda page: page.seq == other.seq)
        assert not any(isinstance(message, Snapshot) for message in page.heard[-10:-1][-5:])
        assert page.view == other.view
    page.close()


def test_a_number_from_the_future_is_answered_by_a_snapshot(server: Server) -> None:
    browser, table, page = begun(server)
    page.close()
    with browser.page(table, since=page.seq + 1000) as again:
        assert isinstance(again.hear(), Snapshot)


def test_a_move_sent_twice_is_done_once(server: Server) -> None:
    browser, table, page = begun(server)
    assert page.ask is not None
    move = Request("only-once", Play(Card(page.ask.cards[0])))
    first = page.do(move)
    assert isinstance(first, Done)
    page.answers.clear()
    assert page.do(move) == first
    page.close()
    with browser.page(table) as again:
        again.sync()
        assert again.do(move) == first


def test_a_move_that_comes_late_is_not_made_in_another_position(server: Server) -> None:
    _, _, page = begun(server)
    with page:
        assert page.ask is not None
        known = page.seq
        done = page.do(Request("in-time", Play(Card(page.ask.cards[0])), known))
        assert isinstance(done, Done)
        page.until(lambda page: page.seq >= done.seq and page.ask is not None)
        late = page.do(Request("late", Play(Card(page.ask.cards[0])), known))
        assert isinstance(late, Refused)
        assert late.code == "stale"
        assert isinstance(page.do(Request("anew", Play(Card(page.ask.cards[0])))), Done)


def test_what_the_rules_forbid_is_refused_in_the_language_of_hello(server: Server) -> None:
    _, _, page = begun(server)
    with page:
        assert page.view is not None
        assert page.view.deal is not None
        assert page.view.deal.own is not None
        held = set(page.view.deal.own.hand)
        other = next(card for card in Card if card not in held)
        english = page.do(Request("a", Play(other)))
        page.send(Hello(lang="zh"))
        chinese = page.do(Request("b", Play(other)))
        assert isinstance(english, Refused)
        assert isinstance(chinese, Refused)
        assert english.code == chinese.code == "not_in_hand"
        assert english.text != chinese.text


def test_two_tabs_show_one_seat_and_know_of_each_other(server: Server) -> None:
    browser, table, page = begun(server)
    with page, browser.page(table) as tab:
        tab.sync()
        assert tab.you is not None
        assert tab.you.devices == 2
        page.until(lambda page: page.you is not None and page.you.devices == 2)
        assert tab.ask is not None
        tab.do(Request("from-the-tab", Play(Card(tab.ask.cards[0]))))
        page.until(lambda page: page.seq >= tab.seq)
        tab.close()
        page.until(lambda page: page.you is not None and page.you.devices == 1)


def test_a_host_sets_the_table_and_others_may_not(server: Server) -> None:
    host, guest = (Browser(server.base).introduce(name) for name in ("Ann", "Bob"))
    table = host.open_table(name="  Friday   night ")
    with host.page(table) as mine, guest.page(table) as theirs:
        mine.sync()
        theirs.sync()
        assert mine.view is not None
        assert mine.view.state.settings.name == "Friday night"
        refused = theirs.do(Request("bot", SeatBot(Seat(1), "steady")))
        assert isinstance(refused, Refused)
        assert isinstance(mine.do(Request("bot", SeatBot(Seat(1), "genius"))), Refused)
        assert isinstance(mine.do(Request("bot2", SeatBot(Seat(1), "steady"))), Done)
        assert isinstance(theirs.do(Request("sit", Sit(Seat(2)))), Done)
        theirs.until(lambda page: page.you is not None and page.you.seat == 2)
        assert theirs.do(Request("leave", Leave())) != refused
        theirs.until(lambda page: page.you is not None and page.you.seat is None)
        assert isinstance(mine.do(Request("start", Start("random"))), Done)
        # Whoever has the link of a private table watches it.
        with guest.page(table) as again:
            again.sync()
            assert again.view is not None
            assert again.view.seat is None


def test_a_public_table_is_listed_and_may_be_watched_without_seeing_the_deal(
    server: Server,
) -> None:
    host = Browser(server.base).introduce("Ann")
    table = host.open_table(name="To be watched", access="public", bots=BOTS, start=True)
    stranger = Browser(server.base)
    listed = stranger.ask("GET", "/api/tables?search=watched").json["tables"]
    assert table in [item["table"] for item in listed]
    with host.page(table) as page, stranger.page(table) as watcher:
        watcher.sync()
        page.play(Page.deal_over)
        watcher.until(lambda watcher: watcher.seq >= page.seq)
        updates = [message for message in watcher.heard if isinstance(message, Update)]
        told = {type(fact).__name__ for update in updates for fact in update.facts}
        assert told >= {"DealScored", "Happened"}
        began = next(
            fact.event
            for update in updates
            for fact in update.facts
            if isinstance(fact, Happened) and isinstance(fact.event, DealBegan)
        )
        assert began.hands == (None,) * 4
        refused = watcher.do(Request("sit", Sit()))
        assert isinstance(refused, Refused)
        assert refused.code == "nobody"


def test_a_ping_is_answered_at_once(server: Server) -> None:
    _, _, page = begun(server)
    with page:
        page.send(Ping(7))
        while not isinstance(message := page.hear(), Pong):
            pass
        assert message.n == 7


def test_a_bots_account_plays_over_the_same_socket(server: Server) -> None:
    host = Browser(server.base).introduce("Ann")
    table = host.open_table(bots={"2": "steady", "3": "steady"})
    made = host.ask("POST", "/api/bots", {"name": "Deep Pig"}).json
    program = Browser(server.base, token=made["token"])
    with host.page(table) as page, program.page(table) as bot:
        bot.sync()
        assert isinstance(bot.do(Request("sit", Sit())), Done)
        bot.until(lambda bot: bot.you is not None and bot.you.seat == 1)
        assert bot.view is not None
        assert bot.view.state.seats[1].program
        page.sync()
        assert isinstance(page.do(Request("ready", Ready())), Done)
        assert isinstance(bot.do(Request("ready", Ready())), Done)
        page.until(lambda page: page.stage == "calling")
        assert any(isinstance(message, YouAre | Snapshot) for message in bot.heard)


def test_a_deal_is_shown_when_it_is_over_to_those_who_have_the_link(server: Server) -> None:
    browser, table, page = begun(server)
    stranger = Browser(server.base).introduce("Eve")
    with page:
        path = f"/api/tables/{table}/deals/1"
        assert browser.ask("GET", path).json["code"] == "no_deal"
        page.play(Page.deal_over)
        assert browser.ask("GET", path).status == 200
        assert stranger.ask("GET", path).status == 200
        assert isinstance(page.do(Request("leave", Leave())), Done)
        assert browser.ask("GET", path).status == 200
