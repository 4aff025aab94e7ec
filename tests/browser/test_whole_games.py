"""Whole games in real browsers: alone among bots, and four friends on a bad day."""

import subprocess
import sys
import time
from pathlib import Path
from signal import SIGKILL

import pytest
from playwright.sync_api import Browser

from gongzhu.dealing import read_evidence
from gongzhu.records import read_jsonl
from tests.browser.browser_player import BrowserPlayer, Way, next_deal, play_deal
from tests.support.serving import Server, free_port

pytestmark = pytest.mark.long

PROGRAM = Path(sys.executable).with_name("gongzhu")
OFFLINE = 20.0
"""Seconds without a network."""
MOST_DEALS = 60


def to_the_end(people: list[BrowserPlayer], deals: int = MOST_DEALS) -> int:
    """Play until the game is over; how many deals that took."""
    for number in range(1, deals + 1):
        play_deal(people)
        if people[0].game_over():
            return number
        next_deal(people)
    raise AssertionError(f"the game is not over after {deals} deals")


def check_the_game(person: BrowserPlayer, deals: int, tmp_path: Path) -> None:
    """The game's own files: the record verifies, and so does the evidence of every deal."""
    person.page.get_by_role("link", name="Replay", exact=True).wait_for()
    link = person.page.get_by_role("link", name="Replay", exact=True).get_attribute("href")
    assert link is not None
    game = link.removeprefix("/replay/")
    files = {}
    for ending in (".jsonl", ".evidence.jsonl"):
        answer = person.page.request.get(f"{person.base}/api/games/{game}{ending}")
        assert answer.ok
        files[ending] = tmp_path / f"game{ending}"
        files[ending].write_bytes(answer.body())
    records = list(read_jsonl(files[".jsonl"].read_text("utf-8")))
    evidence = read_evidence(files[".evidence.jsonl"].read_bytes())
    assert len(records) == len(evidence) == deals
    assert [one.dealer_seed for one in evidence] == [record.dealer_seed for record in records]
    assert [one.hands for one in evidence] == [record.hands for record in records]
    for command, name in (("verify", ".jsonl"), ("verify-deal", ".evidence.jsonl")):
        done = subprocess.run([PROGRAM, command, files[name]], capture_output=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("way", "rules"),
    [("mouse", "gongzhu-pagat"), ("keyboard", "hearts-denexa"), ("touch", "gongzhu-pagat")],
)
def test_a_whole_game_against_bots(
    browser: Browser, server: Server, way: Way, rules: str, tmp_path: Path
) -> None:
    person = BrowserPlayer(browser, server.base, way=way, seed=2)
    try:
        person.play_now("Ann", rules)
        deals = to_the_end([person])
        check_the_game(person, deals, tmp_path)
        assert person.faults == []
    finally:
        person.close()


@pytest.mark.parametrize("rules", ["gongzhu-pagat", "hearts-denexa"])
def test_four_friends_lose_nothing(browser: Browser, tmp_path: Path, rules: str) -> None:
    """One reloads, one is offline for twenty seconds, and the server is killed in between."""
    server = Server(tmp_path / "data", port=free_port())
    server.start()
    ways: list[Way] = ["mouse", "touch", "keyboard", "mouse"]
    people = [BrowserPlayer(browser, server.base, way=way, seed=at) for at, way in enumerate(ways)]
    names = ["Ann", "Bo", "Cleo", "Dan"]
    try:
        url = people[0].open_table(names[0], rules)
        for person, name in zip(people[1:], names[1:], strict=True):
            person.sit_down(url, name)
            person.press("I’m ready")
        people[0].press("Start")

        play_some(people, 12)
        people[1].page.reload()
        play_some(people, 12)

        people[2].context.set_offline(True)
        until = time.monotonic() + OFFLINE
        while time.monotonic() < until:
            if not any(person.step() for person in people if person is not people[2]):
                people[0].page.wait_for_timeout(100)
        people[2].context.set_offline(False)
        play_some(people, 8)

        server.end(SIGKILL)
        people[0].page.wait_for_timeout(1000)
        server.start()

        deals = to_the_end(people)
        for person in people:
            check_the_game(person, deals, tmp_path)
            assert person.faults == []
    finally:
        for person in people:
            person.close()
        server.end()


def play_some(people: list[BrowserPlayer], choices: int) -> None:
    """That many choices, whoever is asked."""
    made = 0
    until = time.monotonic() + 60
    while made < choices and time.monotonic() < until:
        acted = sum(person.step() for person in people)
        made += acted
        if not acted:
            if all(person.between() for person in people):
                next_deal(people)
            people[0].wait_for_change()
    assert made >= choices
