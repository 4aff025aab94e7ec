"""Everyone can use it: nothing for axe to find, large targets, both languages, spoken play."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, FilePayload, Page, ViewportSize

from gongzhu.scorebook import encode_book
from tests.browser.browser_player import DESKTOP, PHONE, REST, BrowserPlayer, play_beside, play_deal
from tests.support.scorebooks import book, entry
from tests.support.serving import Server

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = (
    *("/", "/n", "/games", "/score", "/replay", "/verify", "/rules", "/learn", "/account"),
    *("/learn/how-to-play", "/learn/strategy#queen_under", "/learn/gongzhu", "/learn/hearts"),
    "/privacy",
)
MISSING = ("/no-such-page", "/t/no-such-table")
OURS = replace(
    book("gongzhu-pagat", entry("QS TC AH KH QH JH TH 9H 8H", "", "", "JD")), forfeit="钻桌子"
)
"""A scorebook that one more such deal makes end."""
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"size": PHONE, "color_scheme": "light", "locale": "en-GB"},
    "dark": {"size": DESKTOP, "color_scheme": "dark", "locale": "zh-CN"},
}
LONG = pytest.mark.long
HALVES = PAGES[::2], (*PAGES[1::2], *MISSING)
SMALL: ViewportSize = {"width": 360, "height": 640}
LANDSCAPE: ViewportSize = {"width": 640, "height": 360}

_TARGETS = """(least) => {
  const seen = [];
  for (const button of document.querySelectorAll('[role=toolbar] button[data-card]')) {
    const box = button.getBoundingClientRect();
    const at = (x, y) => button.contains(document.elementFromPoint(x, y));
    const wide = (y) => {
      let best = 0, run = 0;
      for (let x = box.left + 0.5; x < box.right; x += 1) {
        run = at(x, y) ? run + 1 : 0;
        best = Math.max(best, run);
      }
      return best;
    };
    let tall = 0;
    for (let y = box.top + 0.5; y < Math.min(box.bottom, innerHeight); y += 1) {
      if (wide(y) >= least) tall += 1;
    }
    seen.push({ card: button.dataset.card, tall });
  }
  return seen;
}"""

_RUN_AXE = """async (part) => {
  // What fades in has little contrast meanwhile.
  const ends = ({ effect }) => effect.getComputedTiming().endTime < Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map(({ finished }) => finished));
  return axe.run(part);
}"""


def axe(person: BrowserPlayer, part: str = "html") -> list[str]:
    """What axe-core finds on the page as it is, or in a part of it."""
    return axe_in(person.page, part)


def axe_in(page: Page, part: str = "html") -> list[str]:
    """The same, on a page that is nobody's."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(_RUN_AXE, part)
    return [
        f"{one['id']}: {one['help']}: {node['html'][:120]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(
    ("look", "half"),
    [
        ("light", 0),
        pytest.param("dark", 1, marks=LONG),
        pytest.param("light", 1, marks=LONG),
        pytest.param("dark", 0, marks=LONG),
    ],
)
def test_axe_finds_nothing_on_the_pages(
    browser: Browser, server: Server, look: str, half: int
) -> None:
    person = BrowserPlayer(browser, server.base, **LOOKS[look])
    try:
        for path in HALVES[half]:
            if path == MISSING[0]:
                assert person.faults == []
            person.go(path)
            person.page.locator("h1").first.wait_for()
            person.page.wait_for_load_state("networkidle")
            assert axe(person) == [], path
    finally:
        person.close()


@pytest.mark.parametrize("look", ["light", pytest.param("dark", marks=LONG)])
def test_axe_finds_nothing_in_the_lobbys_dialogs(
    browser: Browser, server: Server, look: str
) -> None:
    """Settings, a new table, joining by number, and a recovery code out of the menu of the name."""
    person = BrowserPlayer(browser, server.base, **LOOKS[look])
    page = person.page
    tools, others = page.locator("header .tools button"), page.locator(".others button")
    try:
        for opener in (tools.last, others.first, others.last):
            person.go("/")
            opener.click()
            page.locator("dialog[open] h2").wait_for()
            assert axe(person) == []
        person.go("/")
        tools.first.click()
        page.get_by_role("menuitem").first.click()
        page.locator("dialog[open] h2").wait_for()
        assert axe(person) == []
        assert person.faults == []
    finally:
        person.close()


@pytest.mark.parametrize("look", ["dark", pytest.param("light", marks=LONG)])
def test_axe_finds_nothing_in_the_scorekeepers_dialogs(
    browser: Browser, server: Server, look: str
) -> None:
    """Cards that nobody has, a game over, the sums of a deal, sharing, names, forfeit, deleting."""
    person = BrowserPlayer(browser, server.base, **LOOKS[look])
    page = person.page
    opened, menu = page.locator("dialog[open]"), page.locator(".bar .menu > button")

    def look_at_the_dialog() -> None:
        opened.locator("h2").wait_for()
        page.wait_for_function("() => document.getAnimations().length === 0")
        assert axe(person, "dialog[open]") == [], opened.locator("h2").text_content()

    try:
        person.go("/score")
        file = FilePayload(name="ours.json", mimeType="application/json", buffer=encode_book(OURS))
        page.locator("input[type=file]").set_input_files(file)
        for card in ("QS", "TC", "AH", "KH", "QH", "JH", "TH", "9H", "8H"):
            page.locator(f".pool > button:has([data-card='{card}'])").click()
        page.locator("[data-pile='0']").click()
        page.locator(".sums > button").last.click()
        look_at_the_dialog()
        opened.locator("button").last.click()
        look_at_the_dialog()
        page.keyboard.press("Escape")
        page.locator("tbody button").first.click()
        look_at_the_dialog()
        page.keyboard.press("Escape")
        page.locator(".bar > button:last-of-type").last.click()
        look_at_the_dialog()
        page.keyboard.press("Escape")
        for item in (1, 2):
            menu.click()
            page.get_by_role("menuitem").nth(item).click()
            look_at_the_dialog()
            page.keyboard.press("Escape")
        page.locator(".bar > button").first.click()
        page.locator("li button").last.click()
        look_at_the_dialog()
        assert person.faults == []
    finally:
        person.close()


@pytest.mark.parametrize("look", ["light", pytest.param("dark", marks=LONG)])
def test_axe_finds_nothing_at_the_table(browser: Browser, server: Server, look: str) -> None:
    person = BrowserPlayer(browser, server.base, **LOOKS[look] | {"locale": "en-GB"}, seed=4)
    try:
        person.open_table("Ann", "gongzhu-pagat")
        person.page.get_by_role("heading", name="Who is playing?").wait_for()
        assert axe(person) == []
        person.press("Start with bots in the open seats")
        person.page.locator("[role=toolbar] button").first.wait_for()
        assert axe(person) == []
        person.until_a_card_is_due()
        assert axe(person) == []
        for item in ("Rules", "Invite friends", "Help", "Settings", "Talk at this table"):
            person.press("Menu")
            person.page.get_by_role("menuitem", name=item, exact=True).click()
            person.page.locator("dialog[open] h2").first.wait_for()
            assert axe(person, "dialog[open]") == [], item
            person.page.keyboard.press("Escape")
        play_beside(person)
        person.page.get_by_text("The hands as dealt").wait_for()
        # A figure that fades away over the felt has no contrast of its own.
        person.page.wait_for_function(
            "() => document.getAnimations().every("
            "  (one) => one.effect.getTiming().iterations !== 1)"
        )
        assert axe(person) == []
        assert person.faults == []
    finally:
        person.close()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(PHONE, id="phone", marks=LONG),
        pytest.param(SMALL, id="small"),
        pytest.param(LANDSCAPE, id="landscape", marks=LONG),
    ],
)
def test_every_card_is_large_enough_to_touch(
    browser: Browser, server: Server, size: ViewportSize
) -> None:
    """44 by 44 pixels of each card lie open, thirteen cards in the hand."""
    person = BrowserPlayer(browser, server.base, way="touch", size=size)
    try:
        person.play_now("Ann", "hearts-denexa")
        person.page.locator("[role=toolbar] button").nth(12).wait_for()
        person.page.wait_for_timeout(400)  # the cards glide to their places
        targets = person.page.evaluate(_TARGETS, 44)
        assert len(targets) == 13
        assert [one for one in targets if one["tall"] < 44] == []
        assert person.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    finally:
        person.close()


def test_what_happens_is_said(browser: Browser, server: Server) -> None:
    """The live region tells plays, tricks and whose turn it is."""
    person = BrowserPlayer(browser, server.base, way="keyboard", seed=5)
    try:
        person.listen()
        person.play_now("Ann", "hearts-denexa")
        play_deal([person])
        said = " ".join(person.said())
        # Whoever shoots the moon leaves no trick to anybody else.
        assert re.search("takes? the trick", said)
        for wanted in ("plays", "Your turn", "of clubs"):
            assert wanted in said, said[:2000]
    finally:
        person.close()


def test_the_keyboard_is_put_on_a_card_that_may_be_played(browser: Browser, server: Server) -> None:
    """Once in the hand, Enter alone plays on: at every turn such a card has the focus. None of them
    stands ready, so that a first Enter chooses it, and a second one plays it."""
    person = BrowserPlayer(browser, server.base, way="keyboard", seed=6)
    page = person.page
    try:
        person.play_now("Ann", "gongzhu-pagat")
        person.until_a_card_is_due()
        page.keyboard.press("n")
        page.keyboard.press("Escape")
        cards = page.locator("[role=toolbar] button")
        focused = "[role=toolbar] button:focus[aria-label*='{}']"
        for left in range(13, 8, -1):
            page.locator(focused.format(", can be played")).wait_for()
            page.wait_for_timeout(REST * 1000)
            assert page.locator(focused.format(", raised")).count() == 0
            page.keyboard.press("Enter")
            page.locator(focused.format(", raised")).wait_for()
            assert cards.count() == left
            page.keyboard.press("Enter")
            page.wait_for_function(
                "(left) => document.querySelectorAll('[role=toolbar] button').length < left",
                arg=left,
            )
        assert cards.count() == 8
        assert person.faults == []
    finally:
        person.close()
