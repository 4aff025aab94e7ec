"""Whole games of two people at two addresses of this machine, one in English and one in Chinese,
one on a desktop and one on a phone; every phase is photographed at every size."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from gongzhu.server.edge.hosts import own_addresses
from tests.browser.browser_player import DESKTOP, PHONE, BrowserPlayer, Way
from tests.support.serving import Server

pytestmark = pytest.mark.long

SIZES = ((1280, 800), (1920, 1080), (390, 844), (360, 640), (640, 360), (820, 1180))
STEPS = 60 * 60 * 20
"""Looks at the page, at most: a game takes a few thousand."""


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that listens at every address of this machine."""
    options = ("--host", "0.0.0.0", "--processes", "1")
    with Server(tmp_path_factory.mktemp("two") / "data", *options) as running:
        yield running


class Camera:
    """Photographs each phase once, at every size, into `$SHOTS` or a temporary folder."""

    def __init__(self, folder: Path, rules: str) -> None:
        self._folder = Path(os.environ.get("SHOTS", folder))
        self._rules = rules
        self.taken: set[tuple[str, str]] = set()

    def look(self, person: BrowserPlayer, lang: str, phase: str) -> None:
        """Take the pictures of a phase, if there are none yet, and see that nothing hangs over."""
        if (lang, phase) in self.taken:
            return
        self.taken.add((lang, phase))
        page, was = person.page, person.page.viewport_size
        assert was is not None
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(600)
            name = f"{self._rules}-{phase}-{width}x{height}-{lang}.png"
            page.screenshot(path=self._folder / name)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        page.set_viewport_size(was)
        page.wait_for_timeout(250)


def phase_of(person: BrowserPlayer) -> str:
    """The phase that a player's page shows, by what it offers."""
    seen = person.look()
    if person.game_over():
        return "end"
    if person.between():
        return "between"
    names = [card["name"] for card in seen["cards"]]
    if any(", not marked" in name for name in names):
        return "passing"
    if any(", not exposed" in name for name in names):
        return "exposing"
    if any(", can be played" in name for name in names):
        return {13: "first", 7: "middle", 2: "late"}.get(len(names), "")
    return ""


@pytest.mark.parametrize(
    ("rules", "ways"),
    [("gongzhu-pagat", ("keyboard", "touch")), ("hearts-denexa", ("touch", "keyboard"))],
)
def test_a_whole_game_at_two_addresses(
    browser: Browser,
    everywhere: Server,
    tmp_path: Path,
    rules: str,
    ways: tuple[Way, Way],
) -> None:
    langs = ("en", "zh")
    address = own_addresses()[0]
    place = f"[{address}]" if ":" in address else address
    sizes: dict[Way, ViewportSize] = {"keyboard": DESKTOP, "touch": PHONE, "mouse": DESKTOP}
    locales = {"en": "en-GB", "zh": "zh-CN"}
    bases = (everywhere.base, f"http://{place}:{everywhere.port}")
    ann, ming = people = [
        BrowserPlayer(
            browser,
            base,
            way=way,
            size=sizes[way],
            seed=at,
            locale=locales[lang],
            color_scheme="dark" if lang == "zh" else "light",
        )
        for at, (base, way, lang) in enumerate(zip(bases, ways, langs, strict=True))
    ]
    camera = Camera(tmp_path, rules)
    try:
        ann.open_by_request("Ann", {"preset": rules, "bots": {"2": "steady", "3": "steady"}})
        link = ann.page.locator("[data-invite]").inner_text()
        assert link.startswith(bases[1])
        ming.page.goto(link)
        ming.page.get_by_role("button", name="入座", exact=True).first.click()
        ming.page.get_by_role("textbox").first.fill("小明")
        ming.page.get_by_role("button", name="进入牌桌", exact=True).click()
        ming.page.get_by_role("button", name="我准备好了", exact=True).wait_for()
        for person, lang in zip(people, langs, strict=True):
            camera.look(person, lang, "gathering")
        ming.page.get_by_role("button", name="我准备好了", exact=True).click()
        ann.press("Start")
        for _ in range(STEPS):
            phases = [phase_of(person) for person in people]
            for person, lang, phase in zip(people, langs, phases, strict=True):
                if phase:
                    camera.look(person, lang, phase)
            if phases == ["end", "end"]:
                break
            if phases == ["between", "between"]:
                for person in people:
                    person.press("Next deal")
                for person in people:
                    person.page.wait_for_function(
                        "() => ![...document.querySelectorAll('h2')].some("
                        "  (one) => /is over|打完了/.test(one.textContent))"
                    )
            elif sum(person.step() for person in people) == 0:
                ann.wait_for_change()
        assert [phase_of(person) for person in people] == ["end", "end"]
        # Chromium finds a header useless that is only for secure pages.
        faults = [one for person in people for one in person.faults]
        assert [one for one in faults if "Cross-Origin-Opener-Policy" not in one] == []
    finally:
        for person in people:
            person.close()
