"""Takes the pictures of the README anew, after `make test`:

    .venv/bin/python -m scripts.picture

A deal in the middle of play, in both languages, by the real server in a real browser.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.browser_player import CHROMIUM, CORNER, FLAGS, REST, BrowserPlayer
from tests.support.serving import Server

ROOT = Path(__file__).parents[1]

PICTURES = {"en-GB": "browser.jpg", "zh-CN": "browser.zh.jpg"}
TRICKS = 7


def play(page: Page, tricks: int) -> None:
    """Choose whatever comes first until so many cards are played and it is one's turn."""
    asked = page.locator("[data-prompt].mine")
    cards = page.locator("[role=toolbar] button[data-card]")
    while True:
        asked.wait_for()
        if cards.count() <= 13 - tricks:
            return
        held = cards.count()
        button = page.locator(".acts .primary:enabled")
        if button.count():
            button.first.click()
        else:
            page.locator("[role=toolbar] button:not([aria-disabled])").last.click(position=CORNER)
            page.wait_for_function(
                "(held) => document.querySelectorAll('[role=toolbar] button').length < held",
                arg=held,
            )
        page.wait_for_timeout(REST * 1000)


def main() -> None:
    """Take the pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for locale, name in PICTURES.items():
            person = BrowserPlayer(
                browser, server.base, locale=locale, size={"width": 1280, "height": 800}
            )
            person.go("/")
            person.page.locator("button[type=submit]").first.click()
            person.page.wait_for_url("**/t/*")
            play(person.page, TRICKS)
            person.page.mouse.move(470, 300)
            person.page.wait_for_timeout(500)
            person.page.screenshot(path=ROOT / "docs" / "images" / name, type="jpeg", quality=88)
            person.close()
        browser.close()


if __name__ == "__main__":
    main()
