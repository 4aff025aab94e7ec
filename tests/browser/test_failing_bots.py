"""A program of the host that fails: all at the table are told, and see it for a whole game."""

import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser_player import BrowserPlayer
from tests.support.serving import Server

TABLE: dict[str, Any] = {
    "preset": "gongzhu-hwa",
    "bots": {"1": "Dead", "2": "Dead", "3": "steady"},
    "start": True,
}


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("failing") / "data"
    with Server(data, "--processes", "1", "--bot", f"Dead={sys.executable} -c pass") as running:
        yield running


def test_that_another_bot_plays_for_a_dead_one_is_told_and_stays_in_sight(
    browser: Browser, server: Server
) -> None:
    person = BrowserPlayer(browser, server.base, seed=2)
    page = person.page
    try:
        person.open_by_request("Ann", TABLE)
        # Of several notes at a table the newest is shown.
        note = page.locator(".note", has_text="the bot has stopped running, so one of the server")
        while not (note.last.is_visible() or _own_turn(person)):
            person.wait_for_change()
        if not note.last.is_visible():  # her turn came before theirs
            assert person.step()
        note.last.wait_for()
        while not _own_turn(person):
            person.wait_for_change()
        # Nothing that is told stands in the way of playing on.
        assert person.step()
        failed = page.get_by_role("img", name=re.compile("The bot has failed"))
        expect(failed).to_have_count(2)
        # Who comes back is told all anew, and sees it too.
        page.reload()
        expect(failed).to_have_count(2)
        # The one that plays has none, though cards that it exposed or captured may lie there.
        nana = page.get_by_role("region", name="Nana")
        expect(nana.get_by_role("img", name=re.compile("The bot has failed"))).to_have_count(0)
        assert person.faults == []
    finally:
        person.close()


def _own_turn(person: BrowserPlayer) -> bool:
    return bool(person.look()["prompt"].startswith("Your turn"))
