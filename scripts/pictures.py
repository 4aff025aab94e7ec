"""Takes pictures of every state in six windows, and lays those of a state side by side:

    make pictures
    make pictures ONLY="hint play-5" LOCALE=zh-CN LOOK=dark

Each state becomes one sheet, `STATE.png`; the single pictures lie in a folder of its name.
"""

import argparse
import base64
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from gongzhu.puzzles.puzzle import shipped
from tests.browser import table_states as states
from tests.browser.browser_player import CHROMIUM, FLAGS, BrowserPlayer, play_beside
from tests.browser.full_table import SETTLED, WINDOWS, full_view
from tests.browser.scripted_table import ScriptedTable
from tests.support.serving import Server

Show = Callable[[BrowserPlayer], Callable[[], None] | None]
"""Brings a state about; what it returns is done before each picture."""
ONE_DEAL = {"preset": "gongzhu-pagat", "rules": {"lower_limit": -1}, "start": True}
HEIGHT = 420
"""Pixels of a picture on a sheet."""


def scripted(show: Callable[[ScriptedTable], Callable[[], None] | None]) -> Show:
    """A state of a table whose server is a script."""
    return lambda person: show(ScriptedTable(person.page, person.base))


def page(path: str) -> Show:
    """A page that needs nothing else."""

    def show(person: BrowserPlayer) -> None:
        person.go(path)
        person.page.locator("h1").first.wait_for()
        person.page.wait_for_load_state("networkidle")

    return show


def table(options: dict[str, Any], *, deal: bool = True) -> Show:
    """A real table, where a deal has been played if one is begun."""

    def show(person: BrowserPlayer) -> None:
        person.open_by_request("Ann", options)
        person.page.locator("[data-seat]").first.wait_for()
        if deal:
            play_beside(person)
        person.page.wait_for_load_state("networkidle")

    return show


def after_a_game(page: str) -> Show:
    """The page that a game of one deal leads to."""

    def show(person: BrowserPlayer) -> None:
        table(ONE_DEAL)(person)
        person.page.locator(f".after a[href^='/{page}/']").click()
        if page == "review":
            progress = person.page.get_by_role("progressbar").first
            progress.wait_for()
            progress.wait_for(state="detached", timeout=200_000)
        person.page.wait_for_load_state("networkidle")

    return show


def all_states() -> dict[str, Show]:
    """Every state by name."""
    found: dict[str, Show] = {
        "lobby": page("/"),
        "rules": page("/rules"),
        "learn": page("/learn"),
        "score": page("/score#new"),
        "puzzles": page("/puzzles"),
        "puzzle": page(f"/puzzles/{shipped('gongzhu')[0].id}"),
        "gathering": table({"preset": "gongzhu-pagat"}, deal=False),
        "passing": scripted(states.passing),
        "received": scripted(states.received),
        "exposing": scripted(states.exposing),
        "scored": table({"preset": "gongzhu-pagat", "start": True}),
        "scored-5": table({"preset": "gongzhu-pagat-5", "start": True}),
        "scored-hearts": table({"preset": "hearts-denexa", "start": True}),
        "finished": table(ONE_DEAL),
        "watching": scripted(states.watching),
        "replay": after_a_game("replay"),
        "review": after_a_game("review"),
    }
    for players in range(3, 9):
        for name, view in (("play", states.usual_view), ("full", full_view)):
            found[f"{name}-{players}"] = scripted(
                lambda table, view=view, players=players: states.play(table, view(players))
            )
    for name, show in (
        ("trick", states.trick_full),
        ("hint", states.hint),
        ("bubbles", states.bubbles),
        ("last", states.last_trick),
    ):
        for players in (4, 8):
            found[f"{name}-{players}"] = scripted(
                lambda table, show=show, players=players: show(table, states.usual_view(players))
            )
    return found


def sheet(browser: Browser, pictures: dict[str, bytes], out: Path) -> None:
    """Lay pictures of all windows side by side, each under its name."""
    shown = "".join(
        f"<figure><img height={HEIGHT} src='data:image/png;base64,"
        f"{base64.b64encode(picture).decode()}'><figcaption>{name}</figcaption></figure>"
        for name, picture in pictures.items()
    )
    style = "body{margin:8px;width:1600px;font:14px sans-serif;background:#999}figure{margin:4px}"
    layout = "body{display:flex;flex-wrap:wrap}"
    paper = browser.new_page(viewport={"width": 1616, "height": 400})
    paper.set_content(f"<style>{style}{layout}</style>{shown}")
    paper.screenshot(path=out, full_page=True)
    paper.close()


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="*", help="names of states, or how they begin")
    parser.add_argument("--locale", default="en-GB")
    parser.add_argument("--look", default="light", choices=("light", "dark"))
    given = parser.parse_args()
    wanted = {
        name: show
        for name, show in all_states().items()
        if not given.only or any(name.startswith(each) for each in given.only)
    }
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        come = partial(
            BrowserPlayer, browser, server.base, locale=given.locale, color_scheme=given.look
        )
        for name, show in wanted.items():
            person = come()
            again = show(person)
            pictures = {}
            (given.out / name).mkdir(parents=True, exist_ok=True)
            for size, window in WINDOWS.items():
                person.page.set_viewport_size(window)
                person.page.evaluate(SETTLED)
                if again:
                    again()
                pictures[size] = person.page.screenshot(path=given.out / name / f"{size}.png")
            sheet(browser, pictures, given.out / f"{name}.png")
            person.close()
            print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
