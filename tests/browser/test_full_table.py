"""Three to eight players at the fullest table, on every window: nothing lies over anything else."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser import table_states as states
from tests.browser.browser_player import BrowserPlayer
from tests.browser.full_table import CUT_NAMES, OVERLAPS, SETTLED, WINDOWS, full_view
from tests.browser.scripted_table import ScriptedTable
from tests.support.serving import Server

TEXTS = ("100%", "200%")
_TEXT = """(size) => {
  document.documentElement.style.fontSize = size;
  dispatchEvent(new Event('resize'));
}"""
_LARGE = """localStorage.setItem('gongzhu.settings', JSON.stringify(
  { timing: 'instant', sound: false, cards: 'large' }))"""
OFTEN = (4, 8)
"""Numbers of players that `make test-rest` tries in every way; `make long` tries the others."""
SHORT = 4
"""A name of so many letters is seen whole on every plate that has more than a face."""
PHONES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 640, "height": 360},
    {"width": 844, "height": 390},
)


@pytest.mark.parametrize(
    ("players", "kind"),
    [
        pytest.param(
            players, kind, marks=() if kind == "seated" or players in OFTEN else pytest.mark.long
        )
        for players in range(3, 9)
        for kind in ("seated", "watching", "large")
    ],
)
def test_nothing_overlaps(browser: Browser, server: Server, players: int, kind: str) -> None:
    person = BrowserPlayer(browser, server.base)
    page = person.page
    table = ScriptedTable(page, server.base)
    seated = kind != "watching"
    direction = "clockwise" if seated else "anticlockwise"
    view = full_view(players, direction=direction, seated=seated)
    if not seated:
        table.you = {"seat": None, "host": False}
    if kind == "large":
        person.context.add_init_script(_LARGE)
    try:
        table.show(view, states.play_ask(view) if seated else None)
        wrong = {}
        for name, window in WINDOWS.items():
            page.set_viewport_size(window)
            for text in TEXTS:
                page.evaluate(_TEXT, text)
                page.evaluate(SETTLED)
                found = page.evaluate(OVERLAPS)
                if text == "100%":
                    found += [f"cut: {each}" for each in page.evaluate(CUT_NAMES, SHORT)]
                if found:
                    wrong[f"{name}, {text}"] = found
        assert wrong == {}
        assert person.faults == []
    finally:
        person.close()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_hint_fits_a_phone(browser: Browser, server: Server, locale: str) -> None:
    """The sentence, the advice and the choices are seen without scrolling, and the hand below."""
    person = BrowserPlayer(browser, server.base, locale=locale)
    page = person.page
    try:
        states.hint(ScriptedTable(page, server.base), states.usual_view(4), locale[:2])
        wrong = {}
        for window in PHONES:
            page.set_viewport_size(window)
            page.evaluate(SETTLED)
            hidden, gap = page.locator("section.over").evaluate("""(over) => {
              const hand = document.querySelector('[role=toolbar]').getBoundingClientRect();
              const { top, bottom } = over.getBoundingClientRect();
              return [over.scrollHeight - over.clientHeight, Math.min(top, hand.top - bottom)];
            }""")
            if hidden > 0 or gap < 0:
                wrong[f"{window['width']}x{window['height']}"] = (hidden, gap)
        assert wrong == {}
    finally:
        person.close()


def test_ones_own_words_stand_beside_ones_plate(browser: Browser, server: Server) -> None:
    """Never over it, also where a longer prompt moves it."""
    person = BrowserPlayer(browser, server.base)
    page = person.page
    over = """() => {
      const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect();
      const [bubble, plate] = [boxOf("[data-bubble='0']"), boxOf("[data-plate='0']")];
      if (!bubble) return 'gone';
      const apart = bubble.bottom <= plate.top || bubble.top >= plate.bottom ||
        bubble.right <= plate.left || bubble.left >= plate.right;
      return apart ? '' : 'over the plate';
    }"""
    try:
        say = states.bubbles(ScriptedTable(page, server.base), states.usual_view(4))
        wrong = {}
        for name, window in WINDOWS.items():
            page.set_viewport_size(window)
            page.evaluate(SETTLED)
            say()
            page.evaluate("""() => new Promise((resolve) => {
              document.querySelector('[data-prompt]').textContent = 'Two lines of it. '.repeat(5);
              requestAnimationFrame(() => requestAnimationFrame(resolve));
            })""")
            if found := page.evaluate(over):
                wrong[name] = found
        assert wrong == {}
    finally:
        person.close()


def test_the_trick_before_is_seen_whole(browser: Browser, server: Server) -> None:
    """Its caption stands free of cards and crown."""
    person = BrowserPlayer(browser, server.base)
    page = person.page
    covered = """() => {
      const words = document.createRange();
      words.selectNodeContents(document.querySelector('.before > p'));
      const caption = words.getBoundingClientRect();
      return [...document.querySelectorAll('.before li, .before .crown')]
        .map((part) => part.getBoundingClientRect())
        .filter((part) => part.left < caption.right && caption.left < part.right)
        .filter((part) => part.top < caption.bottom - 4 && caption.top + 4 < part.bottom).length;
    }"""
    try:
        wrong = {}
        for players in (4, 8):
            states.last_trick(ScriptedTable(page, server.base), states.usual_view(players))
            for name, window in WINDOWS.items():
                page.set_viewport_size(window)
                page.evaluate(SETTLED)
                if found := page.evaluate(covered):
                    wrong[f"{players} players, {name}"] = found
        assert wrong == {}
    finally:
        person.close()


@pytest.mark.parametrize("state", [states.passing, states.received, states.exposing])
def test_what_is_chosen_leaves_the_plates_free(
    browser: Browser, server: Server, state: Callable[[ScriptedTable], None]
) -> None:
    """No tray lies over a name or a score, also with all key cards in it."""
    person = BrowserPlayer(browser, server.base)
    page = person.page
    covered = """() => {
      const boxOf = (each) => each.getBoundingClientRect();
      const seen = (each) => each.checkVisibility();
      const plates = [...document.querySelectorAll('[data-plate]')].filter(seen);
      const parts = [...document.querySelectorAll('.tray :is(button, h2, p, .slot, [data-card])')];
      return plates.filter((plate) => parts.filter(seen).map(boxOf).some((part) =>
        part.left < boxOf(plate).right - 1 && boxOf(plate).left + 1 < part.right &&
        part.top < boxOf(plate).bottom - 1 && boxOf(plate).top + 1 < part.bottom,
      )).map((plate) => plate.ariaLabel);
    }"""
    try:
        state(ScriptedTable(page, server.base))
        wrong = {}
        for name, window in WINDOWS.items():
            page.set_viewport_size(window)
            page.evaluate(SETTLED)
            if found := page.evaluate(covered):
                wrong[name] = found
        assert wrong == {}
    finally:
        person.close()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_long_title_loses_its_last_part(browser: Browser, server: Server, locale: str) -> None:
    """Nothing in the bar over a table is cut off in the middle."""
    person = BrowserPlayer(browser, server.base, locale=locale)
    page = person.page
    cut = """() => [...document.querySelectorAll('header :is(h1, p)')].flatMap((line) => {
      const { bottom, width } = line.getBoundingClientRect();
      if (width < 2) return []; // Heard alone, on a low screen.
      const parts = [...line.children].map((part) => [part, part.getBoundingClientRect()]);
      const seen = parts.filter(([, box]) => box.top < bottom - 2);
      return seen
        .filter(([part, box]) => part.scrollWidth > part.clientWidth || box.bottom > bottom + 2)
        .map(([part]) => part.textContent);
    })"""
    try:
        ScriptedTable(page, server.base).show(full_view(5))
        wrong = {}
        for name, window in WINDOWS.items():
            page.set_viewport_size(window)
            page.evaluate(SETTLED)
            if found := page.evaluate(cut):
                wrong[name] = found
        assert wrong == {}
        assert person.faults == []
    finally:
        person.close()
