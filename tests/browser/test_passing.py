"""Passing in Hearts: what one gives lies face down, what one gets is shown with its giver, and no
word is said of a choice that has not been made."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browser_player import CORNER, PHONE, REST, BrowserPlayer, Way
from tests.browser.scripted_table import ScriptedTable, View, happened, view_before_play
from tests.browser.test_everyone import axe
from tests.support.serving import Server

GOT = ["QS", "AC", "3S"]
"""None of them is dealt to the player."""

_IN_SLOTS = """() => {
  const slots = [...document.querySelectorAll('.slot')].map((slot) => slot.getBoundingClientRect());
  const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 4;
  return [...document.querySelectorAll('[role=toolbar] button[data-card]')]
    .filter((card) => slots.some((slot) => near(slot, card.getBoundingClientRect())))
    .map((card) => [card.dataset.card, card.querySelector('.back') !== null]).sort();
}"""


def before_passing() -> tuple[View, list[str], dict[str, Any]]:
    """A deal whose cards are to be passed, the player's hand, and what is asked."""
    view = view_before_play("hearts-passing", "passing")
    hand = view["deal"]["own"]["hand"]
    assert not set(GOT) & set(hand)
    return view, hand, {"kind": "pass", "cards": hand, "count": 3}


def at_a_table(browser: Browser, server: Server, **options: Any) -> tuple[BrowserPlayer, Any]:
    person = BrowserPlayer(browser, server.base, **options)
    person.listen()
    return person, ScriptedTable(person.page, server.base)


def passed(three: list[str]) -> list[dict[str, Any]]:
    """What is told when the player and one other have passed."""
    choices = [{"type": "chose", "seat": seat} for seat in (0, 2)]
    return [happened("pass_chosen", seat=0, cards=three), *choices]


def exchanged(view: View, three: list[str]) -> list[dict[str, Any]]:
    """What is told when everybody has."""
    passing = view["deal"]["public"]["passing"]
    cards: list[list[str]] = [three, [], [], []]
    cards[-passing % 4] = GOT
    given = happened("cards_passed", passing=passing, cards=cards)
    return [{"type": "chose", "seat": 1}, {"type": "chose", "seat": 3}, given]


def wait_for_slots(page: Page, wanted: list[list[Any]]) -> None:
    """Wait until these cards lie in the slots, each with whether it lies face down."""
    turned = f"wanted => JSON.stringify(({_IN_SLOTS})()) === JSON.stringify(wanted)"
    page.wait_for_function(turned, arg=wanted)


def tap(person: BrowserPlayer, card: str) -> None:
    person.page.locator(f"[role=toolbar] [data-card='{card}']").first.click(position=CORNER)


def test_a_fourth_card_is_told_of_and_changes_nothing(browser: Browser, server: Server) -> None:
    view, hand, ask = before_passing()
    person, table = at_a_table(browser, server)
    try:
        table.show(view, ask)
        marked = person.page.locator("[role=toolbar] button[aria-pressed=true]")
        for card in hand[:4]:
            tap(person, card)
        expect(person.page.locator("[data-prompt]")).to_have_text(
            "3 chosen: tap one to take it back"
        )
        person.hear("3 chosen: tap one to take it back")
        chosen = marked.evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
        assert sorted(chosen) == sorted(hand[:3])
        person.press("Pass 3")
        assert [one["cards"] for one in table.until_asked(1)] == [hand[:3]]
    finally:
        person.close()


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_passed_cards_lie_face_down_until_all_have_passed(
    browser: Browser, server: Server, way: Way
) -> None:
    view, hand, ask = before_passing()
    three = [hand[1], hand[4], hand[11]]
    person, table = at_a_table(browser, server, way=way)
    page = person.page
    try:
        table.show(view, ask)
        for card in three:
            tap(person, card)
        table.tell(*passed(three))
        expect(page.get_by_text("Face down: tap to look")).to_be_visible()
        wait_for_slots(page, [[card, True] for card in sorted(three)])
        assert axe(person) == []
        # All three are shown by one tap, and hidden by another.
        given = page.locator(f"[role=toolbar] [data-card='{three[0]}']").first
        expect(given).to_have_accessible_name(re.compile(", passed to Bo$"))
        for down in (False, True):
            page.wait_for_timeout(REST * 1000)
            given.click(position=CORNER)
            wait_for_slots(page, [[card, down] for card in sorted(three)])
        # Nor are they in the hand again when the page is loaded anew.
        view["deal"]["own"]["passed"] = three
        view["deal"]["chosen"] = [True, False, True, False]
        table.show(view)
        wait_for_slots(page, [[card, True] for card in sorted(three)])
        page.keyboard.press("Tab")
        given.focus()
        wait_for_slots(page, sorted([card, card != three[0]] for card in three))
        table.tell(*exchanged(view, three))
        given.wait_for(state="detached")
        expect(page.locator("[role=toolbar] button")).to_have_count(13)
        assert person.faults == []
    finally:
        person.close()


@pytest.mark.parametrize("on", ["button", "felt", "own card"])
def test_what_was_received_is_shown_with_its_giver_until_one_taps_on(
    browser: Browser, server: Server, on: str
) -> None:
    view, hand, _ = before_passing()
    three = [card for card in hand if not card.endswith("C")][:3]
    view["deal"]["own"]["passed"] = three
    view["deal"]["chosen"] = [True, False, True, False]
    person, table = at_a_table(browser, server, size=PHONE)
    page = person.page
    strip = page.get_by_role("region", name="From Nana")
    try:
        table.show(view)
        table.tell(*exchanged(view, three))
        expect(strip.locator("[data-mini]")).to_have_count(3)
        # Play goes on below it, and one's own turn is told.
        play = [card for card in hand if card.endswith("C") and card not in three]
        began = happened("play_began", leader=3)
        led = happened("card_played", seat=3, card="2C", was_down=False)
        table.tell(began, led, ask={"kind": "play", "cards": play})
        expect(page.locator("[data-prompt]")).to_have_text("Your turn: follow clubs")
        expect(strip).to_be_visible()
        for card in GOT:
            name = page.locator(f"[role=toolbar] [data-card='{card}']").first
            expect(name).to_have_attribute("aria-label", re.compile("from Nana"))
        assert axe(person) == []
        page.wait_for_timeout(REST * 1000)
        if on == "button":
            strip.get_by_role("button", name="Got it").click()
        elif on == "felt":
            page.locator("[data-table]").click(position={"x": 195, "y": 150})
        else:
            tap(person, play[0])
            assert [one["card"] for one in table.until_asked(1)] == [play[0]]
        strip.wait_for(state="detached")
        expect(page.locator("[aria-label*='from Nana']")).to_have_count(0)
        assert person.faults == []
    finally:
        person.close()


KEY_CARDS = {"QS", "JD", "TC", "AH"}
_PROMPTS = """
window.prompts = [];
const look = () => {
  const prompt = document.querySelector('[data-prompt]');
  const text = prompt?.textContent.trim();
  const asked = prompt?.classList.contains('mine');
  if (prompt && prompts.at(-1)?.[0] !== text) prompts.push([text, asked]);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


@pytest.mark.parametrize("rules", ["gongzhu-pagat", "hearts-denexa"])
def test_no_frame_of_a_deal_tells_of_a_choice_before_it_is_made(
    browser: Browser, server: Server, rules: str
) -> None:
    person = BrowserPlayer(browser, server.base, reduced_motion="no-preference")
    person.context.add_init_script(_PROMPTS)
    settings = json.dumps({"timing": "normal", "sound": False})
    person.context.add_init_script(f"localStorage.setItem('gongzhu.settings', '{settings}')")
    try:
        person.play_now("Ann", rules)
        person.page.locator("[data-prompt].mine").wait_for()
        seen = person.page.evaluate("prompts")
        held = person.page.locator("[role=toolbar] [data-card]").evaluate_all(
            "all => all.map(one => one.dataset.card)"
        )
        told = {text for text, asked in seen if not asked}
        if rules == "gongzhu-pagat" and not KEY_CARDS & set(held):
            # Nothing is asked then until others have led.
            told = {text for text in told if not re.fullmatch(r"Waiting for \w+…", text)}
        # Before anything is asked, cards are dealt, and that is all.
        assert told <= {"", "Dealing…"}
        assert any(asked for _, asked in seen)
        assert person.faults == []
    finally:
        person.close()
