"""Takes pictures of the table with 3 to 8 players, in each window, into a folder:

    make pictures

For each number of players the middle of a deal, and the fullest table that there can be.
"""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.browser_player import CHROMIUM, FLAGS, BrowserPlayer
from tests.browser.full_table import WINDOWS, full_view
from tests.browser.scripted_table import ScriptedTable, View
from tests.support.serving import Server

SHARES = ("QH 8H 3H", "QS KH", "JD TH 7H", "", "AH 9H 5H 4H", "TC", "JH 6H 2H", "")
TOTALS = (-350, 120, -40, 0, -610, 80, -190, -5)


def usual_view(players: int) -> View:
    """The middle of a deal: some cards are captured, and the trick is half full."""
    view = full_view(players)
    deal = view["deal"]["public"]
    deal["captured"] = [share.split() for share in SHARES[:players]]
    deal["leader"] = players - players // 2
    deal["trick"] = deal["trick"][: players // 2]
    view["state"]["totals"][:] = TOTALS[:players]
    return view


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for players in range(3, 9):
            for kind, view in (("usual", usual_view(players)), ("full", full_view(players))):
                person = BrowserPlayer(browser, server.base)
                table = ScriptedTable(person.page, server.base)
                table.show(view, {"kind": "play", "cards": view["deal"]["own"]["hand"]})
                for name, window in WINDOWS.items():
                    person.page.set_viewport_size(window)
                    person.page.wait_for_timeout(600)
                    person.page.screenshot(path=out / f"{players}-{kind}-{name}.png")
                person.close()
        browser.close()


if __name__ == "__main__":
    main()
