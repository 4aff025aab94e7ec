"""A person in a real browser: sees what the page shows, and plays by mouse, finger or keyboard.

Nothing here knows the rules. What may be done is read off the page by its accessible names, as
somebody would who looks at it or has it read aloud.
"""

import re
import time
from random import Random
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Position,
    TimeoutError,
    ViewportSize,
    expect,
)

from tests.support.page_client import Browser as Client

CHROMIUM = "/usr/bin/chromium-headless-shell"
"""The same engine as Chromium, without the windows, which cost a quarter of the processor."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without a GPU it would draw a whole tile again for each change within it.
    "--disable-zero-copy",
)
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PATIENCE = 60_000
"""Milliseconds for anything that a page does, on a machine that has much else to do."""
expect.set_options(timeout=PATIENCE)

GLANCE = 3_000
"""Milliseconds after which a card that was just seen is looked for again."""
CORNER: Position = {"x": 14, "y": 24}
"""Where a card of a fan is touched: its index, which no other card lies on."""

REST = 0.52
"""Seconds after a tap in which the page takes no other at its spot: a little over its 500 ms."""

Way = Literal["mouse", "keyboard", "touch"]

_USUAL = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
_SETTINGS = '{"timing": "instant", "sound": false, "goOn": "never"}'

_CHANGED = """() => new Promise((resolve) => {
  const observer = new MutationObserver(resolve);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  setTimeout(() => { observer.disconnect(); resolve(); }, 100);
})"""

_TAKEN = """(card) => {
  const button = document.querySelector(`[role=toolbar] button[data-card='${card}']`);
  if (!button) return 'done';
  if (/on its way|正在出/.test(button.ariaLabel)) return 'sent';
  const undone = [/can be played|not marked|not exposed/, /可以出|未选|不亮/];
  return undone.some((one) => one.test(button.ariaLabel)) ? 'waits' : 'done';
}"""

_SEEN = """() => {
  const shown = (element) => element.checkVisibility() && !element.disabled;
  const buttons = [...document.querySelectorAll('button')].filter(shown);
  const cards = buttons.filter((button) => button.dataset.card !== undefined);
  const prompt = document.querySelector('[data-prompt]');
  return {
    prompt: prompt?.textContent.trim() ?? '',
    cards: cards.map((button) => ({ card: button.dataset.card, name: button.ariaLabel })),
    buttons: buttons.filter((button) => button.dataset.card === undefined)
      .map((button) => button.textContent.trim()),
    game: [...document.querySelectorAll('h2')].find((heading) => heading.checkVisibility())
      ?.textContent.trim() ?? '',
  };
}"""


_IN_ENGLISH = (
    ("，已点起，可以出", ", raised, can be played"),
    ("，可以出", ", can be played"),
    ("，未选", ", not marked"),
    ("，正在出", ", on its way"),
    ("，不亮", ", not exposed"),
    (r"^传 (\d) 张$", r"Pass \1"),
    (r"^亮 (\d) 张$", r"Expose \1 cards"),
    ("^不亮牌$", "Expose nothing"),
    ("^继续$", "Continue"),
    ("^对手各算 26 分$", "26 for each opponent"),
    ("^下一副$", "Next deal"),
    (r"^第 \d+ 副打完了", "Deal is over"),
    ("^这一局打完了", "The game is over"),
)
"""What a Chinese page says, as an English one says it."""

_OPEN = """async ([name, table]) => {
  const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
  const me = await (await post('/api/me', { name })).json();
  localStorage.setItem('gongzhu.session', me.session);
  return (await post('/api/tables', table)).json();
}"""

_LISTENER = """
window.said = [];
document.addEventListener('DOMContentLoaded', () => {
  const listen = () => {
    for (const region of document.querySelectorAll('[data-live]')) {
      const text = region.textContent.trim();
      if (text && said.at(-1) !== text) said.push(text);
    }
  };
  const observed = { subtree: true, childList: true, characterData: true };
  new MutationObserver(listen).observe(document.body, observed);
});
"""


class BrowserPlayer:
    """Somebody with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        way: Way = "mouse",
        size: ViewportSize | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        """`options` are those of a new browser context, such as `locale` or `color_scheme`. A page
        without a network asks for the service worker, which first fetches every file there is:
        `service_workers="allow"`."""
        self.way = way
        self.base = base
        self.faults: list[str] = []
        """What the page complained of in its console."""
        self.context: BrowserContext = browser.new_context(
            viewport=size or (PHONE if way == "touch" else DESKTOP),
            has_touch=way == "touch",
            **_USUAL | options,
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(
            "localStorage.getItem('gongzhu.settings') ??"
            f" localStorage.setItem('gongzhu.settings', '{_SETTINGS}')"
        )
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)
        self._rng = Random(seed)
        self._played = 0.0
        self._labels: dict[str, str] = {}
        """The buttons of a Chinese page by what an English one calls them."""

    def _heard(self, message: Any) -> None:
        # A server that is down for a moment, or a network that is off, is part of some tests.
        if message.type == "error" and not re.search("ERR_|WebSocket|50[0-9]", message.text):
            self.faults.append(message.text)

    def close(self) -> None:
        """Leave."""
        self.context.close()

    # --- what is read aloud --------------------------------------------------------------------

    def listen(self) -> None:
        """Keep what pages opened from now on say to screen readers."""
        self.page.add_init_script(_LISTENER)

    def said(self) -> list[str]:
        """What the page has said so far."""
        return list(self.page.evaluate("said"))

    def hear(self, text: str) -> None:
        """Wait until the page has said a text, whatever it said after it."""
        patience = time.monotonic() + PATIENCE / 1000
        while text not in self.said():
            assert time.monotonic() < patience, f"never said: {text}"
            self.wait_for_change()

    # --- where to go ---------------------------------------------------------------------------

    def go(self, path: str) -> None:
        """Open a page of the server."""
        self.page.goto(self.base + path)

    def press(self, name: str | re.Pattern[str]) -> None:
        """Push the button of this name."""
        button = self._button(name).first
        if self.way == "touch":
            button.tap()
        elif self.way == "mouse":
            button.click()
        else:
            self.walk_to(button)
            self.page.keyboard.press("Enter")

    def _button(self, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        shown = self._labels.get(name, name) if isinstance(name, str) else name
        return self.page.get_by_role("button", name=shown, exact=exact)

    def walk_to(self, target: Any, most: int = 120) -> None:
        """Press Tab until the focus is on the target."""
        target.wait_for()
        for _ in range(most):
            if target.evaluate("(element) => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached by keyboard")

    def play_now(self, name: str, rules: str | None = None) -> str:
        """From the lobby to a running game against bots; the table's address."""
        self.go("/")
        field = self.page.get_by_role("textbox", name="Your name").first
        if self.way == "keyboard":
            self.walk_to(field)
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(name)
        else:
            field.fill(name)
        if rules is not None:
            self.page.get_by_role("combobox", name="Rules").first.select_option(rules)
        self.press(re.compile("Play now"))
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def open_table(self, name: str, rules: str) -> str:
        """From the lobby to a table with open seats; its address, which is the invitation."""
        self.go("/")
        self.page.get_by_role("textbox", name="Your name").first.fill(name)
        self.page.get_by_role("combobox", name="Rules").first.select_option(rules)
        self.press("New table")
        self.press("Open the table")
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def open_by_request(self, name: str, table: dict[str, Any]) -> None:
        """Open a table that the lobby's form has no quick way to, and go there."""
        self.go("/")
        opened = self.page.evaluate(_OPEN, [name, table])
        self.go(opened["path"])

    def sit_down(self, url: str, name: str) -> None:
        """Follow an invitation, as somebody whom the server does not know yet."""
        self.page.goto(url)
        self.press("Take a seat")
        self.page.get_by_role("textbox", name="Name").fill(name)
        self.press("Go to the table")
        self.page.get_by_role("button", name="I’m ready", exact=True).wait_for()

    # --- at the table --------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        """What the page shows now."""
        seen: dict[str, Any] = self.page.evaluate(_SEEN)
        self._labels = {_in_english(label): label for label in seen["buttons"]}
        return {
            "prompt": seen["prompt"],
            "cards": [one | {"name": _in_english(one["name"])} for one in seen["cards"]],
            "buttons": list(self._labels),
            "game": _in_english(seen["game"]),
        }

    def wait_for_change(self) -> None:
        """Wait until something changes on the page, at most a tenth of a second: what was looked
        at may have changed just before."""
        self.page.evaluate(_CHANGED)

    def step(self) -> bool:
        """Do the next thing that the page asks for; False where it asks nothing."""
        return self._act(self.look())

    def _act(self, seen: dict[str, Any]) -> bool:
        playable = _playable(seen)
        unmarked = [card["card"] for card in seen["cards"] if ", not marked" in card["name"]]
        if playable:
            self.choose(self._rng.choice(playable))
        elif unmarked and _named("Pass", seen):
            self._confirm(_named("Pass", seen))
        elif len(unmarked) > len(seen["cards"]) - 3 and unmarked:
            self.choose(self._rng.choice(unmarked))
        elif "Expose nothing" in seen["buttons"]:
            unexposed = [card["card"] for card in seen["cards"] if ", not exposed" in card["name"]]
            if unexposed and self._rng.random() < 0.5:
                self.choose(unexposed[0])
            else:
                self._confirm("Expose nothing")
        elif exposing := _named("Expose", seen):
            self._confirm(exposing)
        elif "Continue" in seen["buttons"]:
            self._confirm("Continue")
        elif moon := [name for name in seen["buttons"] if "26 points" in name]:
            self.press(moon[0])
        else:
            return False
        return True

    def until_a_card_is_due(self) -> None:
        """Do what the page asks for until a card can be played, at most for `PATIENCE`."""
        until = time.monotonic() + PATIENCE / 1000
        while not _playable(seen := self.look()):
            assert time.monotonic() < until, f"no card can be played: {seen}"
            if not self._act(seen):
                self.wait_for_change()

    def choose(self, card: str) -> None:
        """Click a card of the hand, tap it until it is played, or go to it by its letters and press
        Enter."""
        until = time.monotonic() + PATIENCE / 1000
        self._touch(card)
        while not self._taken(card):
            # Cards had just moved, and the page took no tap for a moment.
            assert time.monotonic() < until, f"{card} cannot be chosen: {self.look()}"
            self._touch(card)
        self._played = time.monotonic()

    def _touch(self, card: str) -> None:
        button = self.page.locator(f"[role=toolbar] button[data-card='{card}']")
        self.page.wait_for_timeout(max(0.0, self._played + REST - time.monotonic()) * 1000)
        try:
            if self.way == "keyboard":
                self.page.keyboard.type(card.lower())
                self.page.keyboard.press("Enter")
            elif self.way == "touch":
                button.tap(position=CORNER, timeout=GLANCE)
                if any(one["card"] == card for one in self.look()["cards"] if _raised(one)):
                    button.tap(position=CORNER, timeout=GLANCE)
            else:
                button.click(position=CORNER, timeout=GLANCE)
            self._played = time.monotonic()
        except TimeoutError:
            pass  # It was on its way, or is gone: the page plays a forced last card by itself.

    def _taken(self, card: str) -> bool:
        """Whether the page has taken the choice in: the card is gone, or its name differs."""
        if self.page.evaluate(_TAKEN, card) == "waits":
            return False
        self.page.wait_for_function(f"(card) => ({_TAKEN})(card) === 'done'", arg=card)
        return True

    def _confirm(self, name: str) -> None:
        button = self._button(name)
        self.press(name)
        button.wait_for(state="detached")

    def between(self) -> bool:
        """Whether the score sheet of a deal is shown."""
        return bool(self.look()["game"].startswith("Deal"))

    def game_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.look()["game"].startswith("The game"))


def _in_english(text: str) -> str:
    for chinese, english in _IN_ENGLISH:
        text = re.sub(chinese, english, text)
    return text


def _named(verb: str, seen: dict[str, Any]) -> str:
    """The button that does this with a number of cards, such as "Pass 3"; empty: there is none."""
    return next((name for name in seen["buttons"] if re.fullmatch(rf"{verb} \d.*", name)), "")


def _raised(card: dict[str, Any]) -> bool:
    """Whether the page shows a card of the hand raised, to be played by the next tap."""
    return ", raised" in card["name"]


def _playable(seen: dict[str, Any]) -> list[str]:
    """The cards that the page offers to play."""
    return [card["card"] for card in seen["cards"] if ", can be played" in card["name"]]


def next_deal(people: list[BrowserPlayer]) -> None:
    """All are ready, and the sheet is gone from every table."""
    for person in people:
        person.look()
        person.press("Next deal")
    for person in people:
        person.page.locator("h2", has_text=re.compile("is over|打完了")).wait_for(state="detached")


def play_beside(person: BrowserPlayer) -> None:
    """Have a program play the deal for this person, at the same table and much quicker than by
    hand, where the deal is not what a test is about. The page makes its numbers itself."""
    client, page = Client(person.base), person.page
    client.cookie = "; ".join(f"{one['name']}={one['value']}" for one in person.context.cookies())
    session = page.evaluate("localStorage.getItem('gongzhu.session')")
    with client.page(page.url.rpartition("/")[2], session=session) as beside:
        while not beside.deal_over():
            beside.answer()
            beside.hear()
    page.locator("h2", has_text=re.compile("is over|打完了")).first.wait_for()


def play_deal(people: list[BrowserPlayer], seconds: float = 240) -> None:
    """All play, in turn as they are asked, until the score sheet is before everybody."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        acted = [person.step() for person in people]
        if not any(acted):
            if all(person.between() or person.game_over() for person in people):
                return
            people[0].wait_for_change()
    shown = [person.look() for person in people]
    raise AssertionError(f"the deal has not ended in {seconds} seconds: {shown}")
