"""A hint in a real game: the reason first, then what every choice comes to."""

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from gongzhu.bots.reasons import find_hint
from gongzhu.cards import Seat
from gongzhu.rules import MoonShot
from gongzhu.server.live.audience import snapshot
from gongzhu.server.live.connection import encode
from gongzhu.server.live.hints import given
from gongzhu.server.live.messages import You
from gongzhu.table import Table, evolve
from gongzhu.view import view_of
from tests.browser.browser_player import PATIENCE, BrowserPlayer, Way
from tests.support.serving import Server
from tests.table.golden_tables import happened, moon


def hint_for(page: Page, ask: Callable[[], None]) -> Locator:
    """Ask for a hint until there is one; its panel. A server that is too busy for one gives none,
    and the page then takes the panel away."""
    panel = page.get_by_role("region", name="Hint")
    until = time.monotonic() + PATIENCE / 1000
    while not panel.locator("[data-hint]").is_visible():
        assert time.monotonic() < until, "no hint comes"
        if panel.count() == 0:
            ask()
        page.wait_for_timeout(50)
    return panel


@pytest.mark.parametrize(
    ("way", "rules"),
    [
        ("touch", "gongzhu-pagat"),
        pytest.param("keyboard", "hearts-denexa", marks=pytest.mark.long),
    ],
)
def test_a_hint_is_asked_for_read_and_followed(
    browser: Browser, server: Server, way: Way, rules: str
) -> None:
    person = BrowserPlayer(browser, server.base, way=way, seed=2)
    page = person.page
    try:
        person.listen()
        person.play_now("Ann", rules)
        button = page.get_by_role("button", name="Hint", exact=True)
        while not re.match("Your turn", person.look()["prompt"]):
            if not person.step():
                person.wait_for_change()
        button.wait_for()
        panel = hint_for(
            page, lambda: page.keyboard.press("i") if way == "keyboard" else button.tap()
        )
        sentence = panel.locator("[data-hint]")
        told = sentence.inner_text()
        assert re.search(r"[2-9JQKA0][♠♥♦♣]", told) or told.startswith(("Whatever", "It makes")), (
            told
        )
        assert told.endswith(".")
        person.hear(told)
        choices = panel.locator("summary")
        legal = page.locator("[role=toolbar] button[aria-label*='can be played']")
        if legal.count() > 4:
            panel.get_by_role("button", name="choices").click()
        expect(choices).to_have_count(legal.count())
        _agrees_with_itself(panel)
        # Each choice opens to its chances, by seat.
        if way == "keyboard":
            choices.first.focus()
            page.keyboard.press("Enter")
        else:
            choices.first.tap()
        table = panel.locator("details[open] table")
        expect(table.locator("tbody tr")).to_have_count(4)
        expect(table.locator("tbody th").first).to_have_text("You")
        expect(table.locator("tbody td").first).to_have_text(re.compile(r"^[<>]?\d+%$"))
        # The hand is free beside it, and what is played takes the hint away.
        person.step()
        expect(sentence).to_have_count(0)
        assert person.faults == []
    finally:
        person.close()


@pytest.mark.parametrize(
    "rules", ["hearts-denexa", pytest.param("gongzhu-pagat", marks=pytest.mark.long)]
)
def test_before_the_first_card_there_is_a_hint_where_there_is_a_choice(
    browser: Browser, server: Server, rules: str
) -> None:
    person = BrowserPlayer(browser, server.base, seed=5)
    page = person.page
    try:
        person.play_now("Ann", rules)
        asked = page.locator("[data-prompt]")
        asked.filter(has_text=re.compile("Choose|Expose|no key card")).wait_for()
        if "no key card" in asked.inner_text():
            expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
            return
        panel = hint_for(page, lambda: person.press("Hint"))
        _agrees_with_itself(panel)
        # Whatever falls behind has a sentence that says so.
        panel.locator("summary").last.click()
        expect(panel.locator("details[open] .against")).to_have_text(re.compile(r"\.$"))
        assert person.faults == []
    finally:
        person.close()


def _agrees_with_itself(panel: Locator) -> None:
    """The rows of a hint are ordered by their figures, and colours and bars say the same."""
    rows = panel.locator("summary").evaluate_all(
        """(rows) => rows.map((row) => {
          const bar = row.querySelector('.track span');
          const share = bar.getBoundingClientRect().width / bar.parentElement.clientWidth;
          return [row.querySelector('.figure b').textContent, bar.classList[0], share];
        })"""
    )
    assert rows[0][:2] == ["0", "best"]
    order = ["best", "equal", "open", "worse"]
    behind = [abs(float(re.sub("[^0-9.]", "", figure) or 0)) for figure, _, _ in rows]
    assert behind == sorted(behind)
    assert [share for *_, share in rows] == sorted(share for *_, share in rows)
    standings = [order.index(standing) for _, standing, _ in rows]
    assert standings == sorted(standings)
    for figure, standing, _ in rows[1:]:
        assert (figure == "about the same") == (standing == "equal")
        assert figure == "about the same" or figure.startswith("−")


def test_whoever_shot_the_moon_is_given_a_hint_over_the_question(
    browser: Browser, server: Server
) -> None:
    """A moon is shot too seldom to wait for one: the table's part is played by the test."""
    table = _shot()
    assert table.deal is not None
    found = find_hint(view_of(table.deal, Seat(0)), "en")

    def play_the_table(socket: WebSocketRoute) -> None:
        def hear(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["type"] == "hello":
                you = You("Ann", Seat(0), True, 1)
                socket.send(snapshot(table, Seat(0), you, 0).decode())
            elif message["type"] == "request" and message["do"]["type"] == "hint":
                socket.send(encode(given(message["id"], found)).decode())

        socket.on_message(hear)

    person = BrowserPlayer(browser, server.base)
    page = person.page
    try:
        page.route_web_socket(re.compile("/socket"), play_the_table)
        person.go("/t/shot")
        question = page.get_by_role("dialog", name="You have shot the moon!")
        question.get_by_role("button", name="Hint").click()
        dialog = page.get_by_role("dialog", name="Hint")
        expect(dialog.locator("[data-hint]")).to_have_text(found.sentence)
        expect(dialog.locator("summary")).to_have_count(2)
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(question).to_be_visible()
    finally:
        person.close()


def _shot() -> Table:
    """A table whose one person has shot the moon, and is to choose."""
    table: Table | None = None
    for entry in moon().log:
        table = evolve(table, entry)
        if happened(entry, MoonShot):
            return table
    raise AssertionError("nobody has")


def test_where_people_play_there_is_no_hint(browser: Browser, server: Server) -> None:
    host = BrowserPlayer(browser, server.base, seed=3)
    guest = BrowserPlayer(browser, server.base, seed=4)
    try:
        url = host.open_table("Ann", "gongzhu-hwa")
        guest.sit_down(url, "Bo")
        guest.press("I’m ready")
        host.press("Start with bots in the open seats")
        prompt = re.compile("Your turn|Waiting for")
        for person in (host, guest):
            expect(person.page.locator("[data-prompt]")).to_have_text(prompt)
        people = (host, guest)
        while not (asked := [who for who in people if who.look()["prompt"].startswith("Your")]):
            host.wait_for_change()
        page = asked[0].page
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
        page.keyboard.press("i")
        expect(page.get_by_role("region", name="Hint")).to_have_count(0)
    finally:
        host.close()
        guest.close()
