"""What happens to pages every evening: reloads, second tabs, lost networks, a server that dies."""

import time
from pathlib import Path
from signal import SIGKILL

from playwright.sync_api import Browser, expect

from tests.browser.browser_player import PATIENCE, BrowserPlayer, play_beside
from tests.support.serving import Server, free_port


def hand(person: BrowserPlayer) -> list[str]:
    """The cards that the page shows as one's own."""
    return [card["card"] for card in person.look()["cards"]]


def play_cards(person: BrowserPlayer, count: int) -> None:
    """Play until so many cards have left the hand."""
    person.page.locator("[role=toolbar] button").first.wait_for()
    left = len(hand(person)) - count
    until = time.monotonic() + PATIENCE / 1000
    while len(hand(person)) > left:
        assert time.monotonic() < until, f"no {count} cards were played: {person.look()}"
        if not person.step():
            person.wait_for_change()


def test_a_reload_changes_nothing(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, seed=6, service_workers="allow")
    try:
        person.play_now("Ann", "hearts-denexa")
        play_cards(person, 3)
        before = hand(person)
        person.page.reload()
        expect(person.page.locator("[role=toolbar] button")).to_have_count(len(before))
        assert hand(person) == before
        play_beside(person)
        person.page.get_by_text("Fair deal, checked").wait_for()
        assert person.faults == []
    finally:
        person.close()


def test_two_tabs_show_one_game(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, seed=7)
    try:
        url = person.play_now("Ann", "gongzhu-denexa")
        play_cards(person, 2)
        first = person.page
        first.get_by_text("on 2 devices").wait_for(state="detached")
        person.page = person.context.new_page()
        person.page.goto(url)
        play_cards(person, 3)
        now = hand(person)
        person.page, second = first, person.page
        expect(first.locator("[role=toolbar] button")).to_have_count(len(now))
        assert hand(person) == now
        second.close()
        play_cards(person, 2)
    finally:
        person.close()


def test_a_lost_network_comes_back(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, seed=8)
    try:
        person.play_now("Ann", "gongzhu-denexa")
        play_cards(person, 2)
        person.context.set_offline(True)
        person.page.wait_for_timeout(500)
        person.context.set_offline(False)
        play_cards(person, 3)
        assert person.faults == []
    finally:
        person.close()


def test_a_server_that_is_killed_comes_back(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--processes", "1", port=free_port())
    server.start()
    person = BrowserPlayer(browser, server.base, seed=9)
    try:
        person.play_now("Ann", "hearts-denexa")
        play_cards(person, 4)
        before = hand(person)
        server.end(SIGKILL)
        person.page.get_by_text("Connection lost").wait_for()
        server.start()
        person.page.get_by_text("Connection lost").wait_for(state="detached")
        assert hand(person) == before
        play_beside(person)
        person.page.get_by_text("Fair deal, checked").wait_for()
    finally:
        person.close()
        server.end()
