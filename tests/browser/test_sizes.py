"""Large text and low screens: nothing is cut off, and no page is wider than its window."""

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.browser_player import CORNER, PHONE, REST, BrowserPlayer
from tests.browser.test_everyone import PAGES
from tests.browser.test_talk import TABLE, come
from tests.support.serving import Server

WIDE = (*PAGES, "/score#new", "/puzzles", "/daily", "/review", "/no-such-page")
LOW: tuple[ViewportSize, ...] = (
    {"width": 844, "height": 390},
    {"width": 740, "height": 360},
    {"width": 640, "height": 360},
)
DEAL = {
    "preset": "gongzhu-pagat",
    "bots": {"1": "steady", "2": "steady", "3": "steady"},
    "start": True,
}
_LARGE = """(size) => addEventListener('DOMContentLoaded', () => {
  document.documentElement.style.fontSize = size;
})"""

_WIDTH = """(size) => {
  const page = document.documentElement;
  page.style.fontSize = size;
  return page.scrollWidth;
}"""

_TEXTS_OF_PLATES = """() => [...document.querySelectorAll('[data-plate]')].flatMap((plate) => {
  const { top, bottom } = plate.getBoundingClientRect();
  const texts = [...plate.querySelectorAll('.name, .sub, .total, .now')];
  const flag = plate.querySelector('.flag')?.getBoundingClientRect().bottom ?? top;
  return texts.filter((text) => text.checkVisibility()).flatMap((text) => {
    const box = text.getBoundingClientRect();
    // A letter is lower than its line.
    const air = box.height / 5;
    const wrong = box.top + air < Math.min(flag, top + 8) || box.bottom - air > bottom;
    return wrong ? [`${text.className} ${text.textContent.trim()}`] : [];
  });
})"""

_JUMPS = """
window.jumps = 0;
new PerformanceObserver((list) => {
  for (const jump of list.getEntries()) jumps += jump.value;
}).observe({ type: 'layout-shift', buffered: true });
"""


def read_large(person: BrowserPlayer, size: str) -> None:
    """Give pages opened from now on the text size that somebody has chosen in the browser."""
    person.context.add_init_script(f"({_LARGE})('{size}')")


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_no_page_is_wider_than_its_window(browser: Browser, server: Server, locale: str) -> None:
    person = BrowserPlayer(browser, server.base, size=PHONE, locale=locale)
    page = person.page
    read_large(person, "200%")
    try:
        wide = []
        for path in WIDE:
            person.go(path)
            page.locator("h1").first.wait_for()
            page.wait_for_load_state("networkidle")
            for size in ("200%", "150%"):
                width = page.evaluate(_WIDTH, size)
                if width > PHONE["width"]:
                    wide.append((path, size, width))
        assert wide == []
    finally:
        person.close()


def test_the_lobby_comes_whole(browser: Browser, server: Server) -> None:
    """Nothing moves away under a finger when the rules and the tables arrive."""
    person = BrowserPlayer(browser, server.base, size=PHONE)
    person.context.add_init_script(_JUMPS)
    try:
        person.go("/")
        person.page.get_by_role("heading", name="Public tables").wait_for()
        person.page.wait_for_load_state("networkidle")
        assert person.page.evaluate("jumps") < 0.1
    finally:
        person.close()


@pytest.mark.parametrize("size", ["150%", "200%"])
def test_a_deal_is_begun_with_large_text(browser: Browser, server: Server, size: str) -> None:
    """Names stand on their plates, no flag covers them, and what is asked can be pressed."""
    person = BrowserPlayer(browser, server.base, size=PHONE, seed=2)
    read_large(person, size)
    try:
        person.open_by_request("Ann", DEAL)
        person.page.locator("[role=toolbar] button").first.wait_for()
        person.until_a_card_is_due()
        expect(person.page.locator(".flag.turn")).to_be_visible()
        assert person.page.evaluate(_TEXTS_OF_PLATES) == []
        assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        person.step()
        assert person.faults == []
    finally:
        person.close()


_LONGEST = {
    "en-GB": "You may not discard a heart, Q♠, J♦ or 10♣ on the first trick while you hold "
    "anything else.",
    "zh-CN": "你亮了 10♣，而梅花是第一次领出：请出别的梅花。",
}
_COVERED = """(text) => {
  const box = (element) => element.getBoundingClientRect();
  const told = document.querySelector('[data-prompt].refusal');
  told.textContent = text;
  const words = document.createRange();
  words.selectNodeContents(told);
  const note = box(words);
  return [...document.querySelectorAll('[data-plate]')].map(box).filter((plate) =>
    plate.left < note.right && note.left < plate.right &&
    plate.top < note.bottom && note.top < plate.bottom).length;
}"""


@pytest.mark.parametrize("size", [PHONE, LOW[2]], ids=["phone", "low"])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_refusal_leaves_the_plates_free(
    browser: Browser, server: Server, size: ViewportSize, locale: str
) -> None:
    """As the longest of those that say why a card may not be played."""
    person = BrowserPlayer(browser, server.base, size=size, locale=locale, seed=2)
    page = person.page
    veiled = page.locator("[role=toolbar] button[data-card]:not([aria-label*='can be played'])")
    veiled = veiled.and_(page.locator("button:not([aria-label*='可以出'])"))
    try:
        person.open_by_request("Ann", DEAL)
        page.locator("[role=toolbar] button").first.wait_for()
        person.until_a_card_is_due()
        while veiled.count() == 0:
            person.step()
            person.until_a_card_is_due()
        page.wait_for_timeout(REST * 1000)
        veiled.first.click(position=CORNER, force=True)
        page.locator("[data-prompt].refusal").wait_for()
        assert page.locator(".note").count() == 0
        assert page.evaluate(_COVERED, _LONGEST[locale]) == 0
    finally:
        person.close()


def scrolls(sheet: Locator) -> bool:
    """True if a sheet with more in it than fits scrolls to its end, within its own edge."""
    return bool(
        sheet.evaluate("""(sheet) => {
          const body = sheet.querySelector('.body');
          const ends = body.getBoundingClientRect().bottom <= sheet.getBoundingClientRect().bottom;
          return ends && body.scrollHeight > body.clientHeight;
        }""")
    )


def test_a_sheet_on_a_low_screen_scrolls(browser: Browser, server: Server) -> None:
    ann = BrowserPlayer(browser, server.base, size=LOW[0])
    bob = BrowserPlayer(browser, server.base)
    page = ann.page
    sheet = page.locator("dialog.side[open]")
    try:
        ann.open_by_request("Ann", TABLE)
        come(bob, "Bob", page.url.removeprefix(server.base))
        bob.press("Take a seat")
        bob.press("I’m ready")
        ann.press("Start")
        page.locator("[role=toolbar] button").first.wait_for()
        # More deals than fit.
        tall = "(body) => { body.firstElementChild.style.minHeight = '40rem'; }"
        for size in LOW:
            page.set_viewport_size(size)
            ann.press("Say something")
            sheet.get_by_role("button", name="Cry").wait_for()
            assert scrolls(sheet), size
            ann.press("Close")
            ann.press("Menu")
            page.get_by_role("menuitem", name="Scores").click()
            expect(sheet).to_be_visible()
            sheet.locator(".body").evaluate(tall)
            assert scrolls(sheet), size
            ann.press("Close")
        assert ann.faults == []
    finally:
        ann.close()
        bob.close()
