"""Three to eight players at the fullest table, on every window: nothing lies over anything else."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.browser_player import BrowserPlayer
from tests.browser.full_table import OVERLAPS, WINDOWS, full_view
from tests.browser.scripted_table import ScriptedTable
from tests.support.serving import Server

TEXTS = ("100%", "150%", "200%")
_TEXT = "(size) => { document.documentElement.style.fontSize = size; }"
_PLACES = """() => ['[data-table]', '[data-plate]', '[data-pile]', '.corner']
  .flatMap((selector) => [...document.querySelectorAll(selector)])
  .map((each) => JSON.stringify(each.getBoundingClientRect())).join()"""


def until_it_stands(page: Page) -> None:
    """Wait until nothing on the table has moved for a while."""
    before, calm = "", 0
    while calm < 3:
        page.wait_for_timeout(80)
        now = page.evaluate(_PLACES)
        calm = calm + 1 if now == before else 0
        before = now


@pytest.mark.parametrize("seated", [True, False], ids=["seated", "watching"])
@pytest.mark.parametrize("players", range(3, 9))
def test_nothing_overlaps(browser: Browser, server: Server, players: int, seated: bool) -> None:
    person = BrowserPlayer(browser, server.base)
    page = person.page
    table = ScriptedTable(page, server.base)
    direction = "clockwise" if seated else "anticlockwise"
    view = full_view(players, direction=direction, seated=seated)
    hand = view["deal"]["own"]["hand"]
    if not seated:
        table.you = {"seat": None, "host": False}
    try:
        table.show(view, {"kind": "play", "cards": hand} if seated else None)
        wrong = {}
        for name, window in WINDOWS.items():
            page.set_viewport_size(window)
            for text in TEXTS:
                page.evaluate(_TEXT, text)
                until_it_stands(page)
                if found := page.evaluate(OVERLAPS):
                    wrong[f"{name}, {text}"] = found
        assert wrong == {}
        assert person.faults == []
    finally:
        person.close()
