"""The deal of the day in a browser: begun, gone on with, given up; and how master played it."""

import pytest
from playwright.sync_api import Browser, expect

from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.records import write_jsonl
from gongzhu.rules import PRESETS
from tests.browser.browser_player import PHONE, BrowserPlayer, play_deal
from tests.browser.test_everyone import axe
from tests.support.serving import Server


@pytest.mark.parametrize("lang", ["en"])
def test_the_deal_of_the_day_is_begun_gone_on_with_and_given_up(
    browser: Browser, server: Server, lang: str
) -> None:
    person = BrowserPlayer(browser, server.base)
    page = person.page
    try:
        person.go("/daily")
        page.get_by_role("heading", name="Deal of the day").wait_for()
        deal = page.locator("[data-game=hearts]")
        expect(deal).to_contain_text("Nobody has finished it yet")
        assert axe(person) == []
        deal.get_by_role("button", name="Play").click()
        # Three cards are to be passed; there are no hints, and nobody is invited.
        page.locator("[role=toolbar] button[data-card]").first.wait_for()
        expect(page.get_by_role("heading", name="Deal of the day")).to_be_visible()
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
        person.go("/daily")
        deal.get_by_role("button", name="Continue").click()
        page.locator("[role=toolbar] button[data-card]").first.wait_for()
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("menuitem", name="Invite")).to_have_count(0)
        page.get_by_role("menuitem", name="Leave").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("counts as not finished")
        dialog.get_by_role("button", name="Leave").click()
        page.wait_for_url("**/")
        person.go("/daily")
        expect(deal).to_contain_text("Not finished")
        expect(deal.get_by_role("button")).to_have_count(0)
    finally:
        person.close()


def test_the_own_score_is_told_first(browser: Browser, server: Server) -> None:
    """The same figure at the end of the deal and beside master's on the page of the day."""
    person = BrowserPlayer(browser, server.base, size=PHONE, way="touch", seed=1)
    page = person.page
    try:
        person.go("/daily")
        deal = page.locator("[data-game=gongzhu]")
        deal.get_by_role("button", name="Play").click()
        play_deal([person])
        score = page.locator("[data-ceremony]").inner_text().removeprefix("Your score: ")
        assert score == page.locator(".end li", has_text="You").locator(".total").inner_text()
        assert axe(person) == []
        page.get_by_role("button", name="Compare").or_(
            page.get_by_role("link", name="Compare")
        ).click()
        expect(deal.locator(".own dd")).to_have_text(score)
        assert person.faults == []
    finally:
        person.close()


def test_masters_play_is_watched_and_reviewed(browser: Browser, server: Server) -> None:
    rules = PRESETS["hearts-denexa"].rules
    played = play_deals(
        SelfPlayConfig(rules=rules, preset="hearts-denexa", levels=("random",), seed="master")
    )
    record = "".join(write_jsonl([next(played)]))
    person = BrowserPlayer(browser, server.base, way="touch")
    page = person.page
    try:
        page.route("**/hearts.master.jsonl*", lambda route: route.fulfill(body=record))
        person.go("/daily/2026-11-20/hearts")
        expect(page.get_by_role("heading", name="master").first).to_contain_text("20 November")
        expect(page.locator("main")).to_contain_text("Strong 1")
        page.keyboard.press("ArrowRight")
        assert axe(person) == []
        page.get_by_role("button", name="Review").first.click()
        page.wait_for_url("**/review")
        assert person.faults == []
    finally:
        person.close()
