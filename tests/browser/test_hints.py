"""A hint in a real game: the reason first, then what every choice comes to."""

import re

import pytest
from playwright.sync_api import Browser, expect

from support.person import Person, Way
from support.serving import Server

HINT = 60_000
"""Milliseconds: a machine that tests much at once, and kernels that nobody has compiled yet."""


@pytest.mark.parametrize(
    ("way", "rules"), [("touch", "gongzhu-pagat"), ("keyboard", "hearts-denexa")]
)
def test_a_hint_is_asked_for_read_and_followed(
    browser: Browser, server: Server, way: Way, rules: str
) -> None:
    person = Person(browser, server.base, way=way, seed=2)
    page = person.page
    try:
        person.play_now("Ann", rules)
        button = page.get_by_role("button", name="Hint", exact=True)
        while not re.match("Your turn", person.look()["prompt"]):
            if not person.step():
                page.wait_for_timeout(20)
        button.wait_for()
        if way == "keyboard":
            page.keyboard.press("i")
        else:
            button.tap()
        dialog = page.get_by_role("dialog", name="Hint")
        sentence = dialog.locator("[data-hint]")
        sentence.wait_for(timeout=HINT)
        told = sentence.inner_text()
        assert re.search(r"[2-9JQKA0][♠♥♦♣]", told) or told.startswith("Whatever"), told
        assert told.endswith(".")
        # It is read out, from inside of the dialog.
        expect(dialog.locator("[data-live=polite]")).to_have_text(told)
        choices = dialog.locator("summary")
        legal = page.locator("[role=toolbar] button[aria-label*='may be played']")
        assert choices.count() == legal.count()
        # Each choice opens to its chances, by seat.
        if way == "keyboard":
            choices.first.focus()
            page.keyboard.press("Enter")
        else:
            choices.first.tap()
        table = dialog.locator("details[open] table")
        expect(table.locator("tbody tr")).to_have_count(4)
        expect(table.locator("tbody th").first).to_have_text("You")
        expect(table.locator("tbody td").first).to_have_text(re.compile(r"^[<>]?\d+%$"))
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        person.step()
        assert person.faults == []
    finally:
        person.close()


def test_where_people_play_there_is_no_hint(browser: Browser, server: Server) -> None:
    host = Person(browser, server.base, seed=3)
    guest = Person(browser, server.base, seed=4)
    try:
        url = host.open_table("Ann", "gongzhu-hwa")
        guest.sit_down(url, "Bo")
        guest.press("I am ready")
        host.press("Start with bots in the open seats")
        prompt = re.compile("Your turn|Waiting for")
        for person in (host, guest):
            expect(person.page.locator("[data-prompt]")).to_have_text(prompt)
        people = (host, guest)
        while not (asked := [who for who in people if who.look()["prompt"].startswith("Your")]):
            host.page.wait_for_timeout(20)
        page = asked[0].page
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
        page.keyboard.press("i")
        expect(page.get_by_role("dialog", name="Hint")).to_have_count(0)
    finally:
        host.close()
        guest.close()
