"""A table is watched without its hands, and a deal that is over step by step."""

from playwright.sync_api import Browser

from tests.browser.browser_player import PHONE, BrowserPlayer, play_beside
from tests.support.serving import Server

PUBLIC = {"preset": "gongzhu-denexa", "access": "public", "name": "Fishbowl", "start": True}


_HANDS_SEEN = """() => {
  const dialog = document.querySelector('dialog[open]');
  const end = dialog.querySelector('.controls').getBoundingClientRect().top;
  return [...dialog.querySelectorAll('.fan, .hand')].filter((hand) =>
    hand.getBoundingClientRect().top + 20 < end).length === 4;
}"""


def test_on_a_low_screen_everybody_is_seen(browser: Browser, server: Server) -> None:
    player = BrowserPlayer(browser, server.base, seed=12)
    watcher = BrowserPlayer(browser, server.base, size={"width": 640, "height": 360})
    page = watcher.page
    try:
        player.open_by_request("Ann", PUBLIC | {"name": "Aquarium"})
        player.page.locator("[role=toolbar] button").nth(12).wait_for()
        page.goto(player.page.url)
        page.get_by_role("heading", name="You are watching").wait_for()
        lowest = max(
            plate["y"] + plate["height"]
            for plate in (each.bounding_box() for each in page.locator("[data-plate]").all())
            if plate
        )
        assert lowest <= 360
        play_beside(player)
        page.get_by_role("button", name="Step through this deal").click()
        page.locator("dialog :is(.fan, .hand)").nth(3).wait_for()
        page.wait_for_function(_HANDS_SEEN)
    finally:
        player.close()
        watcher.close()


def test_a_stranger_watches_and_steps_through_what_is_over(
    browser: Browser, server: Server
) -> None:
    player = BrowserPlayer(browser, server.base, seed=12)
    watcher = BrowserPlayer(browser, server.base, size=PHONE)
    try:
        player.open_by_request("Ann", PUBLIC)
        player.page.locator("[role=toolbar] button").nth(12).wait_for()
        watcher.go("/")
        watcher.page.get_by_text("Fishbowl").wait_for()
        watcher.page.goto(player.page.url)
        page = watcher.page
        page.get_by_role("heading", name="You are watching").wait_for()
        assert page.locator("[role=toolbar] button").count() == 0
        play_beside(player)
        page.get_by_role("button", name="Step through this deal").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="To the beginning").wait_for()
        shown = dialog.inner_text()
        assert "Ann" in shown
        assert watcher.faults == player.faults == []
    finally:
        player.close()
        watcher.close()
