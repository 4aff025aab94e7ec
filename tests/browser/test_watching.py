"""A public table is watched one deal behind, and a deal that is over step by step."""

from playwright.sync_api import Browser

from tests.browser.browser_player import PHONE, BrowserPlayer, play_deal
from tests.support.serving import Server

PUBLIC = {"preset": "gongzhu-denexa", "access": "public", "name": "Fishbowl", "start": True}


def test_a_stranger_watches_one_deal_behind(browser: Browser, server: Server) -> None:
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
        assert page.locator("[data-card]").count() == 0
        play_deal([player])
        page.get_by_role("button", name="Step through this deal").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="To the beginning").wait_for()
        shown = dialog.inner_text()
        assert "Ann" in shown
        assert watcher.faults == player.faults == []
    finally:
        player.close()
        watcher.close()
