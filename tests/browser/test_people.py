"""Who sits at the table with others can report and block; its host can do more.

The dialogs for that, and what the host of the server says to everybody, in both themes and
languages, and on small screens.
"""

import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser_player import DESKTOP, PHONE, BrowserPlayer
from tests.browser.conftest import ROOMY
from tests.browser.test_everyone import LANDSCAPE, SMALL, axe
from tests.browser.test_talk import come
from tests.support.serving import PROGRAM, Server

TABLE = {"preset": "gongzhu-hwa", "bots": {"2": "random", "3": "random"}}
"""A private table without exposing, so that cards are played at once."""
NOON = "The server restarts at noon, and comes back ten minutes later with everything as it was."

_COVERED = """() => {
  const over = '[data-plate], [role=toolbar] button';
  const boxes = (what) => [...document.querySelectorAll(what)]
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
  return boxes('header [aria-haspopup=dialog], .acts button').flatMap(([cover, box]) =>
    boxes(over).filter(([, other]) => other.left < box.right && box.left < other.right
      && other.top < box.bottom && box.top < other.bottom)
      .map(([covered]) => `${cover} over ${covered}`));
}"""
"""What the notice, or a button of the prompt, lies over: plates and cards."""
_LARGE_ENOUGH = """(button) => {
  const { width, height } = button.getBoundingClientRect();
  return Math.min(width, height) >= 44;
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own, since what its host says stays with everybody."""
    with Server(tmp_path_factory.mktemp("said") / "data", *ROOMY) as running:
        yield running


def two_at_a_table(browser: Browser, server: Server, **look: Any) -> tuple[Any, Any]:
    """The host, who looks at it in some way, and Bo on a phone; their game runs."""
    host = BrowserPlayer(browser, server.base, **look)
    guest = BrowserPlayer(browser, server.base, way="touch", size=PHONE)
    host.open_by_request("Ann", TABLE)
    come(guest, "Bo", host.page.url.removeprefix(server.base))
    guest.press("Take a seat")
    guest.press("I’m ready")
    return host, guest


def shown(person: BrowserPlayer) -> list[str]:
    """What axe finds in the dialog that opens now."""
    person.page.locator("dialog[open] h2").wait_for()
    return axe(person, "dialog[open]")


def test_the_host_looks_after_the_table(browser: Browser, server: Server) -> None:
    """By day, in English: a bot plays for somebody, who is then removed and let in again."""
    ann, bo = two_at_a_table(browser, server)
    try:
        ann.press("Start")
        ann.press("About Bo")
        assert shown(ann) == []
        ann.press("Let a bot play for Bo")
        expect(ann.page.get_by_text("A bot plays for Bo now.").first).to_be_visible()
        ann.press("About Bo")
        ann.press("Remove Bo from the table")
        assert shown(ann) == []
        ann.press("Remove")
        expect(bo.page.get_by_text("The host has removed you").first).to_be_visible()
        ann.press("Menu")
        ann.page.get_by_role("menuitem", name="Players", exact=True).click()
        assert shown(ann) == []
        ann.press("Let back in: Bo")
        expect(ann.page.get_by_role("button", name="Let back in: Bo")).to_have_count(0)
        assert ann.faults == bo.faults == []
    finally:
        ann.close()
        bo.close()


def test_a_player_is_reported_and_blocked(browser: Browser, server: Server) -> None:
    """By night, in Chinese, on a small phone."""
    look = {"locale": "zh-CN", "color_scheme": "dark", "size": SMALL, "way": "touch"}
    ann, bo = two_at_a_table(browser, server, **look)
    try:
        ann.press("开始")
        for opener, sure, done in (
            ("举报 Bo", "提交举报", "举报"),
            ("屏蔽 Bo", "屏蔽", "已屏蔽 Bo"),
        ):
            ann.press("关于 Bo")
            ann.press(opener)
            assert shown(ann) == []
            box = ann.page.locator("dialog[open]").bounding_box()
            assert box is not None
            assert (box["y"] >= 0, box["y"] + box["height"] <= 640) == (True, True)
            ann.press(sure)
            expect(ann.page.locator("dialog[open]")).to_have_count(0)
            expect(ann.page.get_by_text(done).first).to_be_visible()
        assert ann.faults == []
    finally:
        ann.close()
        bo.close()


def test_what_the_host_of_the_server_says_covers_nothing(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base)
    page = person.page
    try:
        person.listen()
        person.play_now("Ann", "gongzhu-pagat")
        page.locator("[role=toolbar] button").nth(12).wait_for()
        subprocess.run([PROGRAM, "admin", "say", "--data", str(server.data), NOON], check=True)
        notice = page.get_by_role("button", name=NOON)
        notice.wait_for()
        for size in (DESKTOP, PHONE, SMALL, LANDSCAPE):
            page.set_viewport_size(size)
            # Once the table has found its new form.
            page.wait_for_function(f"() => ({_COVERED})().length === 0")
            page.wait_for_function(_LARGE_ENOUGH, arg=notice.element_handle())
        expect(page.locator("[role=status]", has_text=NOON).first).to_be_attached()
        assert axe(person) == []
        notice.click()
        assert shown(person) == []
        expect(page.locator("dialog[open]").get_by_text(NOON)).to_be_visible()
        person.press("I have read it")
        expect(notice).to_have_count(0)
        # It stands in the lobby as well, for whoever has not read it.
        person.go("/")
        page.locator("h1").first.wait_for()
        expect(page.get_by_text(NOON)).to_have_count(0)
        page.evaluate("localStorage.removeItem('gongzhu.notice')")
        page.reload()
        expect(page.get_by_text(NOON)).to_be_visible()
        assert axe(person) == []
        assert person.faults == []
    finally:
        person.close()
