"""A game that is over, and its review: from the table to a mistake, and back by a link."""

import re
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect
from typer.testing import CliRunner

from gongzhu.bots.search.config import REVIEWS
from gongzhu.cli.main import app
from gongzhu.records import write_jsonl
from gongzhu.review import deal_review
from tests.browser.browser_player import DESKTOP, PHONE, BrowserPlayer
from tests.browser.test_after_the_game import a_short_game
from tests.browser.test_everyone import axe
from tests.support.recorded import some_records
from tests.support.serving import Server

REVIEWING = 200_000
"""Milliseconds for a review of a game of one deal, also on a machine that has much else to do."""
HOSTILE = "</script><b>", "<!--<script>", "\u202eevil", "{{1+1}}"


@pytest.fixture(scope="module")
def review_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The review of a deal of players with nasty names, written into a page."""
    folder = tmp_path_factory.mktemp("review")
    record, *_ = some_records("hearts-denexa")
    records, out = folder / "deal.jsonl", folder / "review.html"
    records.write_text("".join(write_jsonl([replace(record, players=HOSTILE)])), "utf-8")
    words = ["review", str(records), "--html", str(out), "--lang", "en"]
    # The page is looked at, and not the judgement.
    hasty = replace(REVIEWS, rollouts=400, rollouts_before_play=400)
    with patch.object(deal_review, "REVIEWS", hasty):
        assert CliRunner().invoke(app, words).exit_code == 0
    # What is there already is not lost.
    again = CliRunner().invoke(app, words)
    assert again.exit_code == 2
    assert "--force" in again.stderr
    assert CliRunner().invoke(app, [*words, "--json"]).exit_code == 2
    return out


def test_a_game_is_reviewed_as_soon_as_it_is_over(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, size=DESKTOP, seed=21)
    page = person.page
    try:
        a_short_game(person)
        page.get_by_role("link", name="Review", exact=True).click()
        page.wait_for_url("**/review/*")
        mistakes = page.get_by_role("list", name="Mistakes").get_by_role("button")
        page.get_by_role("progressbar").wait_for(state="detached", timeout=REVIEWING)
        mistakes.first.wait_for()
        assert axe(person) == []

        # The next mistake, with the verdict and what was better.
        page.keyboard.press("Home")
        page.wait_for_url("**/review/*ply=0*")
        page.keyboard.press("n")
        verdict = page.get_by_role("region", name="Verdict")
        expect(verdict.get_by_text(re.compile("Blunder|Mistake|Inaccuracy")).first).to_be_visible()
        expect(verdict.get_by_role("heading", name=re.compile("was better|Better"))).to_be_visible()
        page.wait_for_url(re.compile(r"/review/.*\?deal=1&ply=\d+&seat=\d"))
        link = page.url

        # The same place by its link, and a step on from it.
        title = verdict.get_by_role("heading").text_content() or ""
        page.reload()
        expect(verdict.get_by_role("heading")).to_have_text(title)
        page.keyboard.press("ArrowRight")
        page.wait_for_function("(before) => location.href !== before", arg=link)
        page.keyboard.press("ArrowLeft")
        expect(verdict.get_by_role("heading")).to_have_text(title)

        # Those of one player alone, and nobody else's cards with one's own eyes.
        before = mistakes.count()
        page.get_by_text("Filter", exact=True).click()
        page.get_by_label("Player", exact=True).select_option("Ann")
        assert mistakes.count() <= before
        hands = page.locator(".place [data-mini]")
        assert hands.count() > 0
        page.keyboard.press("End")
        page.keyboard.press("Home")
        page.keyboard.press("e")
        expect(page.locator(".place .back").first).to_be_attached()
        expect(hands).to_have_count(0)
        assert person.faults == []
    finally:
        person.close()


def test_a_review_of_a_game_that_is_not_there_is_refused(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, size=PHONE)
    try:
        person.go("/review/nothing")
        person.page.get_by_role("alert").get_by_role("heading").wait_for()
    finally:
        person.close()


def test_a_review_in_a_file_needs_no_server(browser: Browser, review_file: Path) -> None:
    page = browser.new_page(viewport=DESKTOP)
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    try:
        page.goto(review_file.as_uri())
        page.get_by_role("heading", name="Review of deal 1").wait_for()
        page.keyboard.press("n")
        expect(page.get_by_role("region", name="Verdict").get_by_role("heading")).to_be_visible()
        expect(page.get_by_text("</script><b>", exact=True).first).to_be_visible()
        assert page.locator("b:empty").count() == 0
        # Nothing stands below it: on a wide screen its parts scroll, not the page.
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
        page.get_by_role("button", name="中文").click()
        page.get_by_role("heading", name="第 1 副复盘").wait_for()
        assert asked == [review_file.as_uri()]
        assert said == []
    finally:
        page.close()
