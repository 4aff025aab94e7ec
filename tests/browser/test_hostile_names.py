"""Names that mean harm: markup, letters from right to left, marks without end, words without end.
No script runs, nothing stands outside the page, and no line is turned around."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser as Chromium

from gongzhu.server.live.messages import Request
from gongzhu.table.commands import Ready, Sit
from tests.browser.browser_player import BrowserPlayer, play_beside
from tests.browser.hostile_names import NAMES, WORSE, harm, watch
from tests.support.page_client import Browser, Page
from tests.support.serving import Server

PICTURES = os.environ.get("GONGZHU_PICTURES", "")
"""A folder for pictures of every page that is visited, for somebody to look at."""
ONE_DEAL = {"preset": "hearts-denexa", "rules": {"limit": 1}, "access": "public"}
"""A game that its first deal ends."""


def picture(name: str) -> str:
    """Where pictures of a page go."""
    return f"{PICTURES}/{name}" if PICTURES else ""


def seated(server: Server, table: str, names: tuple[str, ...]) -> list[Page]:
    """People who take seats at a table."""
    pages = []
    for number, name in enumerate(names):
        page = Browser(server.base).introduce(name).page(table)
        page.sync()
        page.do(Request(f"sit{number}", Sit()))
        pages.append(page)
    return pages


@pytest.fixture
def visitor(browser: Chromium, server: Server) -> Iterator[BrowserPlayer]:
    """Somebody with a browser that notices harm."""
    person = BrowserPlayer(browser, server.base, seed=21)
    watch(person)
    yield person
    person.close()


def test_names_at_a_table(server: Server, visitor: BrowserPlayer) -> None:
    """In the lobby, at a table, on the sheet, and in the replay."""
    for place in range(4, len(NAMES), 4):
        host = Browser(server.base).introduce(NAMES[place])
        table = host.open_table(access="public", name=NAMES[place - 1])
        for page in seated(server, table, NAMES[place + 1 : place + 4]):
            page.close()
    visitor.go("/")
    visitor.page.get_by_text("__proto__").first.wait_for()
    assert harm(visitor, picture("lobby")) == []
    visitor.open_by_request(NAMES[0], {**ONE_DEAL, "name": NAMES[3]})
    table = visitor.page.url.rpartition("/")[2]
    pages = seated(server, table, NAMES[3:6])
    visitor.page.get_by_text("Z").first.wait_for()
    assert harm(visitor, picture("gathering")) == []
    players = [Thread(target=page.play, args=(Page.deal_over,)) for page in pages]
    for page in pages:
        page.do(Request("ready", Ready()))
    visitor.press("Start")
    for player in players:
        player.start()
    visitor.page.locator("[role=toolbar] button").first.wait_for()
    visitor.until_a_card_is_due()
    assert harm(visitor, picture("table")) == []
    play_beside(visitor)
    for player in players:
        player.join()
    assert harm(visitor, picture("sheet")) == []
    visitor.page.get_by_role("link", name="Replay", exact=True).click()
    visitor.page.wait_for_url("**/replay/*")
    visitor.page.keyboard.press("ArrowRight")
    assert harm(visitor, picture("replay")) == []
    for page in pages:
        page.close()


def test_names_in_a_file(server: Server, visitor: BrowserPlayer, tmp_path: Path) -> None:
    """Where nobody has looked at them before."""
    visitor.open_by_request("Ann", {**ONE_DEAL, "start": True})
    play_beside(visitor)
    link = visitor.page.get_by_role("link", name="Replay", exact=True).get_attribute("href")
    assert link is not None
    played = visitor.page.request.get(f"{server.base}/api/games/{link[8:]}.jsonl").body()
    record = json.loads(played)
    record["players"] = WORSE
    record["event"] = WORSE[0]
    record["comments"] = {"0": WORSE[1], "1": WORSE[2], "2": WORSE[3]}
    hostile = tmp_path / "hostile.jsonl"
    hostile.write_text(json.dumps(record) + "\n")
    visitor.go("/replay")
    visitor.page.locator("input[type=file]").set_input_files(hostile)
    visitor.page.get_by_role("button", name="To the beginning").wait_for()
    for step in range(3):
        assert harm(visitor, picture(f"file-{step}")) == []
        visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("End")
    assert harm(visitor, picture("file-end")) == []


def test_names_in_a_score_book(visitor: BrowserPlayer) -> None:
    """On this device alone."""
    visitor.go("/score")
    visitor.page.get_by_text("New scorebook").first.click()
    for place, name in enumerate((WORSE[1], NAMES[3], NAMES[7], NAMES[1])):
        visitor.page.get_by_role("textbox", name=f"Player {place + 1}").fill(name)
    assert harm(visitor, picture("new-book")) == []
    visitor.press("Start")
    visitor.page.get_by_role("button", name="Next deal").or_(
        visitor.page.get_by_text(NAMES[1])
    ).first.wait_for()
    assert harm(visitor, picture("book")) == []
