"""The sense of touch: what sounds, what moves, and what neither may do."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import gongzhu
from tests.browser.browser_player import BrowserPlayer
from tests.browser.full_table import WINDOWS
from tests.browser.scripted_table import ScriptedTable, View, happened, view_in_play
from tests.support.serving import Server

_RENDER = """async ([url, name]) => {
  const { play } = await import(url);
  const rate = 48000;
  const context = new OfflineAudioContext(1, 3 * rate, rate);
  play(context, name, 100);
  const samples = (await context.startRendering()).getChannelData(0);
  // Loudness after ITU-R BS.1770: two filters like an ear, the loudest window of 400 ms.
  const filter = (input, [b0, b1, b2], [a1, a2]) => {
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    return input.map((x) => {
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      [x2, x1, y2, y1] = [x1, x, y1, y];
      return y;
    });
  };
  const head = [1.53512485958697, -2.69169618940638, 1.19839281085285];
  const heard = filter(
    filter(Float64Array.from(samples), head, [-1.69065929318241, 0.73248077421585]),
    [1, -2, 1], [-1.99004745483398, 0.99007225036621]);
  let loudest = 0;
  for (let at = 0; at + 0.4 * rate <= heard.length; at += 0.1 * rate) {
    const window = heard.subarray(at, at + 0.4 * rate);
    loudest = Math.max(loudest, window.reduce((sum, y) => sum + y * y, 0) / window.length);
  }
  return {
    loudness: 10 * Math.log10(loudest) - 0.691,
    peak: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    seconds: samples.findLastIndex((sample) => Math.abs(sample) > 0.001) / rate,
  };
}"""

# What Playwright evaluates counts as a touch of the page, and is none.
_RECORDER = """
Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } });
window.sounds = { contexts: 0, starts: 0 };
window.AudioContext = class extends AudioContext {
  constructor(...options) { super(...options); sounds.contexts += 1; }
};
for (const type of [OscillatorNode, AudioBufferSourceNode]) {
  const { start } = type.prototype;
  type.prototype.start = function (...args) { sounds.starts += 1; return start.apply(this, args); };
}
window.moves = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, timing) {
  moves.push(frames);
  return animate.call(this, frames, timing);
};
"""

SOUNDS = [
    *("card", "slide", "turn", "riffle", "stamp", "paper", "pop"),
    *("pig", "drum", "bell", "coin", "rise"),
]
LONGEST = {"card": 0.3, "slide": 0.4, "turn": 0.4, "riffle": 0.9, "rise": 2.0}
"""Seconds; every other sound is over within one."""


def player() -> str:
    """The address of the module that plays the sounds."""
    manifest = Path(gongzhu.__file__).parent / "server/static/.vite/manifest.json"
    return "/" + str(json.loads(manifest.read_text())["src/sound/player.ts"]["file"])


def test_every_sound_is_soft_short_and_unclipped(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    try:
        page.goto(server.base)
        for name in SOUNDS:
            heard = page.evaluate(_RENDER, [player(), name])
            assert -32 < heard["loudness"] < -18, (name, heard)
            assert heard["peak"] < 0.95, (name, heard)
            assert 0.05 < heard["seconds"] < LONGEST.get(name, 1.0), (name, heard)
    finally:
        page.close()


def scripted(
    browser: Browser, server: Server, timing: str, **options: Any
) -> tuple[BrowserPlayer, ScriptedTable]:
    """A person at a table of whose sounds and motions a list is kept."""
    person = BrowserPlayer(browser, server.base, **options)
    stored = json.dumps({"timing": timing, "preselect": False, "playing": "tap"})
    person.context.add_init_script(f"localStorage.setItem('gongzhu.settings', '{stored}')")
    person.page.add_init_script(_RECORDER)
    return person, ScriptedTable(person.page, server.base)


def pig_about_to_fall(seat: int = 1) -> View:
    """A trick with the exposed pig lies there; who leads it takes it."""
    return view_in_play(
        "gongzhu-exposing",
        captured=[[], [], [], []],
        trick=["2S", "QS", "4S", "5S"],
        leader=seat,
        exposed=[{"seat": 2, "card": "QS", "mode": "open"}],
    )


def ask_to_play(view: View) -> dict[str, Any]:
    """Any card of the hand may be led."""
    return {"kind": "play", "cards": view["deal"]["own"]["hand"]}


def test_nothing_sounds_before_the_first_touch(browser: Browser, server: Server) -> None:
    person, table = scripted(browser, server, "instant")
    try:
        table.show(pig_about_to_fall())
        page = person.page
        table.tell(happened("trick_taken", seat=1))
        page.locator("[data-thing=figure]").wait_for()
        assert page.evaluate("sounds") == {"contexts": 0, "starts": 0}
        page.locator("[data-table]").click(position={"x": 200, "y": 200})
        page.evaluate("async (url) => void (await import(url))", player())
        page.wait_for_function("sounds.contexts === 1 && sounds.starts === 0")
        table.tell(happened("card_played", seat=1, card="8C", was_down=False))
        page.wait_for_function("sounds.starts > 0")
    finally:
        person.close()


def test_moments_move_and_hold_nobody_up(browser: Browser, server: Server) -> None:
    person, table = scripted(browser, server, "slow", reduced_motion="no-preference")
    try:
        view = pig_about_to_fall(seat=0)
        table.show(view)
        page = person.page
        table.tell(happened("trick_taken", seat=0), ask=ask_to_play(view))
        page.locator("[data-thing=figure]").wait_for()
        expect(page.locator("[data-thing=figure]")).to_have_text("−200 ×2")
        moving = page.evaluate("document.getAnimations().length")
        assert moving > 0
        moves = page.evaluate("moves")
        allowed = {"transform", "translate", "rotate", "scale", "opacity", "offset", "easing"}
        assert {key for frames in moves for frame in frames for key in frame} <= allowed
        assert any("transform" in frame for frames in moves for frame in frames)
        # The card is on its way at once, and all motion is over.
        card = view["deal"]["own"]["hand"][0]
        page.locator(f"[role=toolbar] button[data-card='{card}']").click(
            position={"x": 14, "y": 24}
        )
        page.locator("[data-thing]").first.wait_for(state="detached")
        assert table.until_asked(1, "play") == [{"type": "play", "card": card}]
        assert person.faults == []
    finally:
        person.close()


_TRANSITIONS = """() => [...new Set(
  [...document.querySelectorAll('*')].map((each) => getComputedStyle(each).transitionProperty),
)]"""


@pytest.mark.parametrize("timing", ["instant", "normal"])
def test_nothing_moves_for_those_who_do_not_want_it(
    browser: Browser, server: Server, timing: str
) -> None:
    wish = "reduce" if timing == "normal" else "no-preference"
    person, table = scripted(browser, server, timing, reduced_motion=wish)
    try:
        table.show(pig_about_to_fall())
        page = person.page
        table.tell(
            happened("trick_taken", seat=1),
            happened("card_played", seat=1, card="8C", was_down=False),
        )
        page.locator("[data-thing=figure]").wait_for()
        page.locator("[data-trick] [data-card='8C']").wait_for()
        still = [
            len({json.dumps({**frame, "opacity": 0, "offset": 0}) for frame in frames if frame})
            for frames in page.evaluate("moves")
        ]
        assert set(still) == {1}
        assert wish != "reduce" or page.evaluate(_TRANSITIONS) == ["none"]
    finally:
        person.close()


_OVER_THE_PROMPT = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('[data-prompt]'));
  const lines = [...words.getClientRects()];
  const found = new Set();
  for (const thing of document.querySelectorAll('[data-thing]'))
    for (const motion of thing.getAnimations()) {
      motion.pause();
      for (let share = 0; share < 1; share += 0.02) {
        motion.currentTime = share * motion.effect.getComputedTiming().endTime;
        const box = thing.getBoundingClientRect();
        if (lines.some((line) => line.left < box.right && box.left < line.right &&
            line.top < box.bottom - 1 && box.top + 1 < line.bottom))
          found.add(`${thing.dataset.thing} at ${share.toFixed(2)}`);
      }
    }
  return [...found];
}"""


@pytest.mark.parametrize("window", ["360x640", "390x844", "844x390", "1280x800"])
def test_what_one_captures_leaves_the_prompt_free(
    browser: Browser, server: Server, window: str
) -> None:
    """The pig and the doubler come out large, and one is to read meanwhile what one is asked."""
    person, table = scripted(
        browser, server, "slow", reduced_motion="no-preference", size=WINDOWS[window]
    )
    try:
        view = pig_about_to_fall(seat=0)
        view["deal"]["public"]["trick"] = ["QS", "2S", "TC", "5S"]
        table.show(view)
        table.tell(happened("trick_taken", seat=0), ask=ask_to_play(view))
        person.page.locator("[data-thing=figure]").first.wait_for()
        person.page.locator("[data-prompt].mine").wait_for()
        assert person.page.evaluate(_OVER_THE_PROMPT) == []
    finally:
        person.close()
