"""Three to eight players at the fullest table, on every window: nothing lies over anything else."""

import pytest
from playwright.sync_api import Browser

from tests.browser.browser_player import BrowserPlayer
from tests.browser.full_table import OVERLAPS, WINDOWS, full_view
from tests.browser.scripted_table import ScriptedTable
from tests.support.serving import Server

TEXTS = ("100%", "200%")
_TEXT = "(size) => { document.documentElement.style.fontSize = size; }"
_FRAMES = """async () => {
  for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
}"""
GLIDE = 250
"""Milliseconds that the cards of a hand take to their new places."""


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
                page.evaluate(_FRAMES)
                page.wait_for_timeout(GLIDE)
                page.evaluate(_FRAMES)
                if found := page.evaluate(OVERLAPS):
                    wrong[f"{name}, {text}"] = found
        assert wrong == {}
        assert person.faults == []
    finally:
        person.close()
