"""Double clicks and double taps on a hand, and what they did, judged by what was to be seen.

The page is asked for nothing but its looks: which cards lie on the felt and in the hand, and which
of these look and read as playable. Whose turn that means, and what is legal then, is worked out
here from the cards that lie there and from the facts that the server has sent.
"""

import json
from bisect import bisect_right
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.browser.browser_player import BrowserPlayer

DOUBLE = 500.0
"""Milliseconds in which a second click at the same spot plays no other card."""
AFTERWARDS = 250
"""Milliseconds for which the page is left alone after the second click, at least."""

WATCH = """
window.seen = [];
window.wire = [];
const look = () => {
  const hand = {};
  for (const button of document.querySelectorAll('[role=toolbar] button[data-card]')) {
    const inner = [...button.children, ...[...button.children].flatMap((one) => [...one.children])];
    const veil = (one) => getComputedStyle(one, '::after').content !== 'none';
    hand[button.dataset.card] = [inner.some(veil), button.ariaLabel];
  }
  const felt = document.querySelectorAll('ol[aria-label="The trick"] li:not([inert]) [data-card]');
  const now = { hand, trick: [...felt].map((card) => card.dataset.card) };
  const text = JSON.stringify(now);
  if (seen.at(-1)?.text !== text) seen.push({ at: performance.now(), text, frames: 0 });
  seen.at(-1).frames += 1;
};
const everyFrame = () => { look(); requestAnimationFrame(everyFrame); };
requestAnimationFrame(everyFrame);
document.addEventListener('click', (event) => {
  look();
  const card = event.target.closest?.('[role=toolbar] button')?.dataset.card ?? null;
  wire.push({ at: performance.now(), click: card, stamp: event.timeStamp });
}, true);
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => wire.push({ at: performance.now(), got: data }));
  }
  send(text) {
    wire.push({ at: performance.now(), sent: text });
    super.send(text);
  }
};
"""

_ANSWERED = """() => [...document.querySelectorAll('[role=toolbar] button')].every(
  ({ ariaLabel }) => !ariaLabel.includes('on its way'))"""
_BOTH = "() => wire.filter((one) => 'click' in one).length >= 2"
_TAKE = """() => {
  const taken = seen.map((one) => ({ ...one }));
  // The last one is still to be seen.
  seen.splice(0, seen.length - 1);
  if (seen.length > 0) seen[0].frames = 0;
  return [taken, wire.splice(0)];
}"""


@dataclass(frozen=True)
class _Click:
    at: float
    card: str | None
    stamp: float
    """When it was made, which the page heard of at `at`."""


@dataclass(frozen=True)
class Play:
    """A card that somebody has played, and the trick that it was played to."""

    seat: int
    card: str
    trick: tuple[str, ...]
    """The cards that lay there before it."""
    leader: int


@dataclass
class Deal:
    """What the server has told of the running deal."""

    leader: int = 0
    trick: list[str] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    first_leader: int = 0


class Judge:
    """Reads what a page saw, sent and got, and lists what must never happen."""

    def __init__(self, person: BrowserPlayer, playing: str, timing: str) -> None:
        self.person = person
        person.context.add_init_script(WATCH)
        settings = json.dumps({"timing": timing, "playing": playing, "goOn": "never"})
        person.context.add_init_script(f"localStorage.setItem('gongzhu.settings', '{settings}')")
        self.raises = playing == "raise"
        self.wrong: list[str] = []
        self.frames = 0
        self.pairs = 0
        self.seconds = 0
        """Second clicks that played a second card, rightly."""
        self.seat = 0
        self._deal = Deal()

    # --- one double click -----------------------------------------------------------------------

    def double_click(self, rng: Random) -> bool:
        """Click a playable card twice, at any pace; False: no card can be played now."""
        page, touch = self.person.page, self.person.way == "touch"
        seen = self.person.look()["cards"]
        legal = [card["card"] for card in seen if ", can be played" in card["name"]]
        if not legal:
            return False
        page.wait_for_timeout(DOUBLE + 30 - AFTERWARDS)
        self.catch_up()
        box = page.locator(f"[role=toolbar] [data-card='{rng.choice(legal)}']").first.bounding_box()
        assert box is not None
        x, y = box["x"] + 14, box["y"] + 24
        for pause in (rng.uniform(20, 700), AFTERWARDS):
            (page.touchscreen.tap if touch else page.mouse.click)(x, y)
            page.wait_for_timeout(pause)
        page.wait_for_function(_BOTH)
        page.wait_for_function(_ANSWERED)
        self._judge(pair=True)
        self.pairs += 1
        return True

    def catch_up(self) -> None:
        """Take in what the page has seen meanwhile."""
        self._judge(pair=False)

    def _judge(self, *, pair: bool) -> None:
        seen, wire = self.person.page.evaluate(_TAKE)
        looks = [(one["at"], json.loads(one["text"]), one["frames"]) for one in seen]
        at = [look[0] for look in looks]
        clicks: list[_Click] = []
        mine: list[tuple[float, Play]] = []
        requests: list[tuple[float, str]] = []
        cursor = 0
        for event in wire:
            while cursor < len(looks) and looks[cursor][0] <= event["at"]:
                self._frame(looks[cursor][1], looks[cursor][2])
                cursor += 1
            if "click" in event:
                clicks.append(_Click(event["at"], event["click"], event["stamp"]))
            elif "sent" in event:
                message = json.loads(event["sent"])
                if message["type"] == "request" and message["do"]["type"] == "play":
                    requests.append((event["at"], message["do"]["card"]))
            else:
                mine += [(event["at"], play) for play in self._got(json.loads(event["got"]))]
        for look in looks[cursor:]:
            self._frame(look[1], look[2])
        for when, play in mine:
            sent = [moment for moment, card in requests if card == play.card and moment <= when]
            if sent and (shown := bisect_right(at, sent[-1]) - 1) >= 0:
                self._seen_before(play, looks[shown][1])
        if pair:
            self._pair(clicks, [play.card for _, play in mine], looks, at)

    # --- what must hold -------------------------------------------------------------------------

    def _seen_before(self, play: Play, look: dict[str, Any]) -> None:
        """A card goes into no trick that does not lie on the felt."""
        if tuple(look["trick"]) != play.trick:
            self.wrong.append(f"{play.card} was played to {play.trick}, shown: {look['trick']}")

    def _pair(self, clicks: list[_Click], played: list[str], looks: Any, at: Any) -> None:
        gap = clicks[1].stamp - clicks[0].stamp
        first = clicks[0].card
        told = f"after {gap:.0f} ms: clicked {[one.card for one in clicks]}, played {played}"
        if first is None or played[:1] != [first]:
            self.wrong.append(f"not the clicked card {told}")
        elif len(played) > 1:
            look = looks[bisect_right(at, clicks[1].at) - 1][1]
            asked = self._legal(look, without=first)
            if gap < DOUBLE or self.raises or played[1] not in asked or len(played) > 2:
                self.wrong.append(f"a second card {told}, where {sorted(asked)} could be played")
            else:
                self.seconds += 1

    def _frame(self, look: dict[str, Any], frames: int) -> None:
        """The cards that look and read as playable are the legal ones, none before one's turn."""
        if not self._deal.plays and not look["trick"]:
            return  # before the first card, cards are passed and exposed
        legal = self._legal(look)
        for card, (veiled, name) in look["hand"].items():
            if "on its way" in name:
                continue
            self.frames += frames
            wanted = bool(legal) and card not in legal
            reads = ", can be played" in name
            if veiled != wanted or reads != (card in legal):
                state = f"{'veiled' if veiled else 'open'}, {name!r}"
                self.wrong.append(f"{card} is {state} where {look['trick']} lies there")

    def _legal(self, look: dict[str, Any], without: str | None = None) -> set[str]:
        """What may be played in the state that is to be seen; nothing before one's turn."""
        trick, deal = look["trick"], self._deal
        hand = {card for card in look["hand"] if card != without}
        if trick:
            leader = next(play.seat for play in deal.plays if play.card == trick[0])
        else:
            over = 13 - len(look["hand"])
            if over > len(deal.winners):
                return set()
            leader = deal.winners[over - 1] if over else deal.first_leader
        if len(trick) == 4 or (leader + len(trick)) % 4 != self.seat:
            return set()
        suited = {card for card in hand if trick and card[1] == trick[0][1]}
        return suited or hand

    # --- what the server told -------------------------------------------------------------------

    def _got(self, message: dict[str, Any]) -> list[Play]:
        if message["type"] == "snapshot":
            self.seat = message["table"]["seat"] or 0
        if message["type"] != "update":
            return []
        events = [fact["event"] for fact in message["facts"] if fact["type"] == "happened"]
        return [play for event in events if (play := self._happened(event)) is not None]

    def _happened(self, event: dict[str, Any]) -> Play | None:
        deal = self._deal
        match event["type"]:
            case "deal_began":
                self._deal = Deal()
            case "play_began":
                deal.leader = deal.first_leader = event["leader"]
            case "card_played":
                play = Play(event["seat"], event["card"], tuple(deal.trick), deal.leader)
                deal.plays.append(play)
                deal.trick.append(play.card)
                return play if play.seat == self.seat else None
            case "trick_taken":
                deal.leader = event["seat"]
                deal.winners.append(event["seat"])
                deal.trick.clear()
        return None


def click_twice(
    person: BrowserPlayer, judge: Judge, times: int, rng: Random, *, hurry: bool = False
) -> None:
    """Play on by double clicks, so many of them, through as many deals as that takes.

    `hurry`: after each of them the felt is tapped, so that what is on its way is shown at once.
    """
    page = person.page
    while judge.pairs < times:
        if person.game_over():
            person.press("Play again")
        elif person.between():
            person.press("Next deal")
            page.locator("h2", has_text="is over").wait_for(state="detached")
        elif not judge.double_click(rng):
            seen = person.look()
            for name in {"Expose nothing", "Continue"}.intersection(seen["buttons"]):
                person.press(name)
                page.get_by_role("button", name=name).wait_for(state="detached")
            judge.catch_up()
            if hurry and (box := page.locator('ol[aria-label="The trick"]').bounding_box()):
                page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_timeout(30)
