"""When a game is over: the ceremony, the replay and its link, the check of its deals; and the pages
that need no game at all."""

import json
import re
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.browser_player import PHONE, BrowserPlayer, play_beside
from tests.browser.test_everyone import axe
from tests.support.serving import Server

ONE_DEAL = {"preset": "hearts-denexa", "rules": {"limit": 1}, "start": True}
"""A game that its first deal ends."""


def a_short_game(person: BrowserPlayer) -> None:
    """Have a game of one deal played, from the lobby's own requests to the ceremony."""
    person.open_by_request("Ann", ONE_DEAL)
    play_beside(person)
    assert person.game_over()


def test_a_finished_game_is_replayed_and_checked(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, seed=10)
    try:
        a_short_game(person)
        page = person.page
        page.get_by_role("link", name="Replay", exact=True).click()
        page.wait_for_url("**/replay/*")
        page.get_by_role("button", name="To the beginning").wait_for()
        page.keyboard.press("End")
        page.get_by_role("heading", name="Result of the deal").wait_for()
        page.keyboard.press("Home")
        page.get_by_role("heading", name="Result of the deal").wait_for(state="detached")
        before = page.url
        for _ in range(8):
            page.keyboard.press("ArrowRight")
        page.wait_for_function("(before) => location.href !== before", arg=before)
        link = page.url
        # Anyone with the link sees the same place, with no seat and no name here.
        stranger = BrowserPlayer(browser, server.base, size=PHONE)
        stranger.page.goto(link)
        stranger.page.get_by_role("heading", name="Deal 1").or_(
            stranger.page.get_by_text("Trick", exact=False)
        ).locator("visible=true").first.wait_for()
        assert stranger.page.url == link
        # On a phone all hands are seen above the buttons.
        stranger.page.wait_for_function("""() => {
          const boxOf = (part) => document.querySelector(part).getBoundingClientRect();
          return boxOf('.board').top >= 0 && boxOf('.hand').bottom <= boxOf('.controls').top;
        }""")
        assert stranger.faults == []
        stranger.close()
        assert person.faults == []
    finally:
        person.close()


def test_my_games_are_listed_counted_and_taken_away(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, seed=12)
    try:
        a_short_game(person)
        page = person.page
        person.go("/")
        page.get_by_role("link", name="All my games").click()
        page.wait_for_url("**/games")
        page.get_by_role("heading", name="With whom").wait_for()
        page.get_by_role("row", name=re.compile("^steady bot 1 ")).wait_for()
        game = page.get_by_role("link", name=re.compile(r"^(Won|Last|[23] of 4) .*Ann \d+"))
        game.wait_for()
        assert axe(person) == []
        with page.expect_download() as download:
            page.get_by_role("link", name="JSONL").click()
        record = json.loads(download.value.path().read_text("utf-8"))
        assert record["players"][0] == "Ann"
        game.click()
        page.wait_for_url("**/replay/*")
        assert person.faults == []
    finally:
        person.close()


def test_evidence_is_checked_without_a_network(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    person = BrowserPlayer(browser, server.base, seed=11, service_workers="allow")
    try:
        a_short_game(person)
        link = person.page.get_by_role("link", name="Replay", exact=True).get_attribute("href")
        assert link is not None
        game = link.removeprefix("/replay/")
        evidence = person.page.request.get(f"{server.base}/api/games/{game}.evidence.jsonl").body()
        good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
        good.write_bytes(evidence)
        told = json.loads(evidence)
        told["hands"][0], told["hands"][1] = told["hands"][1], told["hands"][0]
        bad.write_text(json.dumps(told))
        person.go("/verify")
        person.page.locator("input[type=file]").wait_for(state="attached")
        person.context.set_offline(True)
        person.page.locator("input[type=file]").set_input_files(good)
        person.page.get_by_text("Everything matches").first.wait_for()
        person.page.locator("input[type=file]").first.set_input_files(bad)
        person.page.get_by_text("Everything matches").wait_for(state="detached")
        person.page.get_by_text(re.compile("not match")).first.wait_for()
    finally:
        person.close()


def test_the_scorekeeper_adds_up_and_keeps_it(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, way="touch")
    try:
        page = person.page
        person.go("/score")
        page.get_by_role("link", name="New scorebook").or_(
            page.get_by_role("button", name="New scorebook")
        ).first.tap()
        for seat, name in enumerate(("Ann", "Bo", "Cleo", "Dan"), start=1):
            page.get_by_role("textbox", name=f"Player {seat}").fill(name)
        person.press("Start")
        page.wait_for_url("**#book=*")
        piles = page.locator("button[data-pile]")
        page.get_by_role("button", name="queen of spades, not taken yet").tap()
        piles.filter(has_text="Ann").tap()
        page.get_by_role("button", name="queen of spades, taken by Ann").wait_for()
        page.get_by_role("button", name="jack of diamonds, not taken yet").tap()
        piles.filter(has_text="Bo").tap()
        person.press("All hearts")
        piles.filter(has_text="Cleo").tap()
        piles.filter(has_text="Dan").tap()
        person.press("Save the deal")
        page.get_by_text("−100").first.wait_for()
        page.reload()
        page.get_by_text("+200").or_(page.get_by_text("200")).first.wait_for()
        assert person.faults == []
    finally:
        person.close()
