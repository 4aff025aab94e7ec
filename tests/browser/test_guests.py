"""Friends who come late, people who watch, cards taken back, and games given up."""

import json
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, TimeoutError, WebSocket, expect

from tests.browser.browser_player import PHONE, BrowserPlayer, next_deal, play_beside
from tests.support.serving import Server

TABLE = {"preset": "gongzhu-denexa", "rules": {"lower_limit": -9000}, "start": True}
"""A game that no single deal can end."""


def _frames(person: BrowserPlayer) -> list[dict[str, Any]]:
    """All that the server sends to this page from now on."""
    frames: list[dict[str, Any]] = []

    def follow(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(json.loads(frame)))

    person.page.on("websocket", follow)
    return frames


def _hands(frames: list[dict[str, Any]]) -> list[Any]:
    """The cards of hands in these messages."""
    found = []
    for frame in frames:
        deal = frame["table"]["deal"] if frame["type"] == "snapshot" else None
        if deal is not None:
            found.append(deal["own"])
        for fact in frame.get("facts", ()):
            event = fact.get("event", {})
            assert event.get("type") not in ("pass_chosen", "exposure_chosen")
            found += event.get("hands", ()) if event.get("type") == "deal_began" else ()
    return [hand for hand in found if hand is not None]


def test_a_late_friend_watches_knocks_and_is_seated_after_the_deal(
    browser: Browser, server: Server
) -> None:
    host, friend = BrowserPlayer(browser, server.base), BrowserPlayer(browser, server.base)
    host.listen()
    frames = _frames(friend)
    host.open_by_request("Ann", TABLE)
    host.until_a_card_is_due()
    page = friend.page
    page.goto(host.page.url)
    page.get_by_role("heading", name="You are watching").wait_for()
    played = page.locator("[data-trick] li").first
    for _ in range(5):
        host.step()
        # A trick that the host has won is gone again until they lead.
        with suppress(TimeoutError):
            played.wait_for(timeout=5_000)
            break
        host.until_a_card_is_due()
    else:
        raise AssertionError("the friend sees no card")
    assert page.locator("[role=toolbar] button").count() == 0
    assert any(frame["type"] == "snapshot" for frame in frames)
    assert _hands(frames) == []
    friend.press("Take a bot’s seat")
    page.get_by_role("textbox", name="Name").fill("Bea")
    friend.press("Go to the table")
    page.get_by_text("You get a bot’s seat after this deal.").wait_for()
    host.hear("Bea wants to join, and gets a bot’s seat after this deal.")
    host.page.get_by_role("button", name="Waiting to join: Bea").wait_for()
    play_beside(host)
    page.get_by_role("button", name="Next deal").wait_for()
    expect(host.page.get_by_role("button", name="Waiting to join: Bea")).to_have_count(0)
    next_deal([host, friend])
    friend.page.locator("[role=toolbar] button").nth(12).wait_for()
    assert host.faults == friend.faults == []
    host.close()
    friend.close()


def test_the_host_turns_a_late_friend_away(browser: Browser, server: Server) -> None:
    host, friend = (
        BrowserPlayer(browser, server.base, way="touch"),
        BrowserPlayer(browser, server.base, size=PHONE),
    )
    host.open_by_request("Ann", TABLE)
    host.until_a_card_is_due()
    friend.page.goto(host.page.url)
    friend.press("Take a bot’s seat")
    friend.page.get_by_role("textbox", name="Name").fill("Bea")
    friend.press("Go to the table")
    host.press("Waiting to join: Bea")
    host.press("Turn Bea away")
    friend.page.get_by_text("The host has removed you").wait_for()
    host.page.get_by_role("button", name="Let back in: Bea").wait_for()
    assert host.faults == friend.faults == []
    host.close()
    friend.close()


def test_a_card_is_taken_back_and_another_played(browser: Browser, server: Server) -> None:
    player = BrowserPlayer(browser, server.base, way="keyboard")
    player.open_by_request("Ann", TABLE)
    player.until_a_card_is_due()
    before = [card["card"] for card in player.look()["cards"]]
    player.step()
    player.until_a_card_is_due()
    player.page.keyboard.press("u")
    player.page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    player.page.locator("header").get_by_text("Practice").wait_for()
    player.until_a_card_is_due()
    assert [card["card"] for card in player.look()["cards"]] == before
    player.step()
    player.page.locator("[role=toolbar] button").nth(12).wait_for(state="detached")
    player.page.keyboard.press("u")
    player.page.locator("[role=toolbar] button").nth(12).wait_for()
    play_beside(player)
    assert player.faults == []
    player.close()


def test_a_game_among_bots_is_given_up(browser: Browser, server: Server) -> None:
    player = BrowserPlayer(browser, server.base)
    player.open_by_request("Ann", TABLE)
    player.until_a_card_is_due()
    player.press("Menu")
    player.page.get_by_role("menuitem", name="Give up the game").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Give up the game").click()
    player.page.get_by_text("You are the pig!").wait_for()
    assert player.faults == []
    player.close()
