"""A club in browsers: founded, joined by its link, its table; and tournaments to their end."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from gongzhu.scorebook import encode_book
from tests.browser.browser_player import PHONE, BrowserPlayer
from tests.browser.test_everyone import axe
from tests.support.scorebooks import book, entry
from tests.support.serving import Server

STEPS = 6
"""Things to press from the lobby to a running tournament, at most."""
SECONDS = 60

_PLAYS_BY_ITSELF = """() => {
  const may = (one) => one.checkVisibility() && !one.disabled;
  setInterval(() => {
    const buttons = [...document.querySelectorAll('button, a.button')].filter(may);
    const named = (pattern) => buttons.find((one) => pattern.test(one.textContent.trim()));
    const card = buttons.find((one) => one.dataset.card && /can be played/.test(one.ariaLabel));
    (named(/^Expose nothing$/) ?? card ?? named(/^(Play|Continue) /) ?? named(/^To the standings$/))
      ?.click();
  }, 100);
}"""
"""A person who exposes nothing and plays the first card that may be played."""


def found_a_club(person: BrowserPlayer, name: str) -> str:
    """Somebody new founds a club, from the lobby on; the path of its page."""
    person.go("/")
    person.page.get_by_role("link", name=re.compile("^Clubs and tournaments")).click()
    person.page.get_by_role("textbox", name="Name of the club").fill(name)
    person.press("Start the club")
    person.page.get_by_role("heading", name=name, level=1).wait_for()
    return person.page.url.removeprefix(person.base)


def join_by_link(person: BrowserPlayer, link: str, name: str) -> None:
    """Somebody new follows an invitation, and gives a name."""
    person.go(link[link.index("/clubs/") :])
    person.page.get_by_role("textbox", name="Your name").fill(name)
    person.press("Join this club")
    person.page.get_by_role("button", name="Sit down").wait_for()


def play_by_itself(person: BrowserPlayer) -> None:
    """Have the pages that this person opens from now on play by themselves, without pauses."""
    person.page.evaluate("localStorage.setItem('gongzhu.settings', '{\"timing\": \"instant\"}')")
    person.context.add_init_script(f"({_PLAYS_BY_ITSELF})()")
    person.page.reload()


def end_of(page: Page, minutes: float) -> None:
    """Wait until a tournament's page says that it is over."""
    page.locator("[data-stage=ended]").wait_for(timeout=minutes * 60_000)


def test_a_club_is_founded_joined_and_played_in(browser: Browser, server: Server) -> None:
    owner = BrowserPlayer(browser, server.base)
    guest = BrowserPlayer(browser, server.base, size=PHONE, way="touch")
    page = owner.page
    try:
        path = found_a_club(owner, "Friday pigs")
        assert axe(owner) == []
        link = page.locator("[data-invite]").inner_text()
        join_by_link(guest, link, "Bo")
        expect(guest.page.get_by_text("2 members")).to_be_visible()
        assert axe(guest) == []

        # The next evening, and who comes.
        owner.press("Set a date")
        page.get_by_role("textbox", name="Note").fill("Bring biscuits")
        owner.press("Save")
        page.get_by_text("Bring biscuits").wait_for()
        guest.go(path)
        guest.page.get_by_role("radio", name="Yes").tap()
        guest.page.get_by_text("1 comes: Bo").wait_for()

        # Both find the same table, and sit at it.
        owner.press("Sit down")
        page.wait_for_url("**/t/*")
        guest.press("Sit down")
        guest.page.get_by_role("button", name="I’m ready").wait_for()
        assert guest.page.url == page.url
        expect(page.get_by_text("Bo", exact=True).first).to_be_visible()

        # Who helps may set the date; who is no member sees only that the club is there.
        owner.go(path)
        page.get_by_role("button", name="Actions for Bo").click()
        page.get_by_role("menuitem", name="Make a helper").click()
        page.get_by_text("Helper", exact=True).wait_for()
        guest.go(path)
        guest.page.get_by_role("button", name="Change").wait_for()
        guest.press("My settings")
        guest.press("Leave the club")
        guest.page.get_by_role("dialog", name="Leave the club").get_by_role(
            "button", name="Leave the club"
        ).tap()
        guest.page.wait_for_url("**/clubs")
        guest.go(path)
        guest.page.get_by_text("Only members can see this club").wait_for()
        expect(guest.page.get_by_text("Bring biscuits")).to_have_count(0)
        assert owner.faults == guest.faults == []
    finally:
        owner.close()
        guest.close()


def test_who_joined_by_the_number_and_helps_adds_a_scorebook(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    owner = BrowserPlayer(browser, server.base)
    helper = BrowserPlayer(browser, server.base, size=PHONE, way="touch")
    page = helper.page
    try:
        path = found_a_club(owner, "Real pigs")
        number = owner.page.locator("[data-number]").inner_text()
        helper.go("/clubs")
        page.get_by_role("textbox", name="Your name").fill("Bo")
        page.get_by_role("textbox", name="Club number or link").fill("1234")
        helper.press("Join")
        page.get_by_text("Type the club number, or paste the invitation link.").wait_for()
        page.get_by_role("textbox", name="Club number or link").fill(number)
        helper.press("Join")
        page.get_by_role("heading", name="Real pigs", level=1).wait_for()

        owner.press("New season")
        owner.page.get_by_role("textbox", name="Name of the season").fill("Winter")
        owner.press("Save")
        owner.page.get_by_role("button", name="Actions for Bo").click()
        owner.page.get_by_role("menuitem", name="Make a helper").click()
        owner.page.get_by_text("Helper", exact=True).wait_for()

        helper.go(path)
        page.get_by_role("link", name=re.compile("^Winter")).tap()
        kept = tmp_path / "tuesday.json"
        for content, told in (
            (b"[scores]", "This file is not a scorebook"),
            (encode_book(book("gongzhu-pagat", entry("QS TC", "JD", "", ""))), "小王"),
        ):
            kept.write_bytes(content)
            page.locator("input[type=file]").set_input_files(kept)
            page.get_by_text(told).first.wait_for()
        expect(page.locator("table tbody tr")).to_have_count(4)
        expect(page.locator("table").get_by_text("real table")).to_have_count(4)
        assert axe(helper) == []
        assert owner.faults == helper.faults == []
    finally:
        owner.close()
        helper.close()


def test_the_pages_of_a_club_please_axe(browser: Browser, server: Server) -> None:
    """Clubs, ratings, a season, and each dialog of the club's page."""
    person = BrowserPlayer(browser, server.base, size=PHONE, way="touch", color_scheme="dark")
    page = person.page
    try:
        path = found_a_club(person, "Pigs by night")
        for button in ("Club settings", "Set a date", "New tournament", "Add rules", "New season"):
            person.press(button)
            page.locator("dialog[open] h2").wait_for()
            page.wait_for_load_state("networkidle")
            assert axe(person, "dialog[open]") == [], button
            if button == "New season":
                page.get_by_role("textbox", name="Name of the season").fill("Winter")
                person.press("Save")
            else:
                page.keyboard.press("Escape")
            page.locator("dialog[open]").wait_for(state="detached")
        page.get_by_role("link", name=re.compile("^Winter")).tap()
        page.get_by_text("No game of the club has ended in this season yet").wait_for()
        assert axe(person) == []
        for other in ("/clubs", f"{path}/ratings"):
            person.go(other)
            page.locator("h1").wait_for()
            page.wait_for_load_state("networkidle")
            assert axe(person) == [], other
        assert person.faults == []
    finally:
        person.close()


def plan_tournament(host: BrowserPlayer, deals: int, players: int = 8) -> None:
    """From the club's page to a tournament that waits for players, the host among them."""
    host.press("New tournament")
    host.page.get_by_text("More settings").click()
    for label, number in (("Deals", deals), ("Fewest players", players)):
        field = host.page.get_by_role("spinbutton", name=label)
        field.fill(str(number))
        field.blur()
    host.page.get_by_role("combobox", name="Bots").select_option("random")
    host.press("Create")
    host.page.get_by_role("button", name="Begin").wait_for()


def test_a_new_host_has_a_tournament_running_in_a_minute(browser: Browser, server: Server) -> None:
    """Somebody whom the server does not know, in six steps at most."""
    host = BrowserPlayer(browser, server.base)
    page = host.page
    try:
        host.go("/")
        page.get_by_role("button", name="Play now").wait_for()
        began, steps = time.monotonic(), 0
        for role, name in (
            ("link", re.compile("^Clubs and tournaments")),
            ("textbox", "Name of the club"),
            ("button", "Start the club"),
            ("button", "New tournament"),
            ("button", "Create"),
            ("button", "Begin"),
        ):
            one = page.get_by_role(role, name=name)  # type: ignore[arg-type]
            if role == "textbox":
                one.fill("Thursday")
            else:
                one.click()
            steps += 1
        page.locator("[role=toolbar] button[data-card]").first.wait_for()
        assert steps <= STEPS
        assert time.monotonic() - began < SECONDS
        assert host.faults == []
    finally:
        host.close()


def test_a_tournament_of_eight_is_played_to_its_end(browser: Browser, server: Server) -> None:
    host = BrowserPlayer(browser, server.base)
    guest = BrowserPlayer(browser, server.base, size=PHONE)
    page = host.page
    try:
        path = found_a_club(host, "Two and six")
        join_by_link(guest, page.locator("[data-invite]").inner_text(), "Bo")
        plan_tournament(host, 2)
        assert axe(host) == []
        guest.go(path)
        guest.page.get_by_role("link", name=re.compile("Enter")).click()
        guest.press("Enter")
        guest.page.get_by_text("You are in.").wait_for()
        page.get_by_text("2 players").wait_for()
        host.press("Begin")

        # At the table: no hint, no invitation, and the bar says which deal it is.
        page.locator("[role=toolbar] button[data-card]").first.wait_for()
        page.get_by_text("Deal 1 of 2").first.wait_for()
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("menuitem", name="Invite")).to_have_count(0)
        page.get_by_role("menuitem", name="Leave").click()
        expect(page.get_by_role("dialog")).to_contain_text("A bot plays on for you")
        page.keyboard.press("Escape")

        for person in (host, guest):
            play_by_itself(person)
        for person in (host, guest):
            end_of(person.page, 4)
            expect(person.page.get_by_text("was not fair")).to_have_count(0)
            expect(person.page.locator("table tbody tr")).to_have_count(8)
            expect(person.page.locator("tr.you")).to_have_count(1)
            assert axe(person) == []
        page.get_by_role("button", name=re.compile("^Deal 1")).click()
        expect(page.locator("ol li.you")).to_have_count(1)
        expect(page.locator("ol li")).to_have_count(2)
        assert axe(host) == []
        host.press("Check the deals")
        page.get_by_text("Fair: the cards were fixed").wait_for()
        page.get_by_role("link", name="Replay").first.click()
        page.wait_for_url("**/replay/*")
        assert host.faults == guest.faults == []
    finally:
        host.close()
        guest.close()


@pytest.mark.long
@pytest.mark.timeout(900)
def test_sixteen_play_eight_deals(browser: Browser, server: Server) -> None:
    """Four people in browsers and twelve bots, from the first deal to the result."""
    people = [BrowserPlayer(browser, server.base, seed=seed) for seed in range(4)]
    host, *guests = people
    try:
        path = found_a_club(host, "Sixteen")
        link = host.page.locator("[data-invite]").inner_text()
        for guest, name in zip(guests, ("Bo", "Cleo", "Dan"), strict=True):
            join_by_link(guest, link, name)
        plan_tournament(host, 8, 16)
        for guest in guests:
            guest.go(path)
            guest.page.get_by_role("link", name=re.compile("Enter")).click()
            guest.press("Enter")
        for person in people:
            play_by_itself(person)
        host.page.get_by_text("4 players").wait_for()
        host.press("Begin")
        for person in people:
            end_of(person.page, 10)
            expect(person.page.locator("table tbody tr")).to_have_count(16)
            expect(person.page.get_by_role("button", name=re.compile("^Deal "))).to_have_count(8)
            expect(person.page.locator("tr.you")).to_have_count(1)
        assert all(person.faults == [] for person in people)
    finally:
        for person in people:
            person.close()
