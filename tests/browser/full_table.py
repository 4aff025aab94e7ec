"""The fullest table that there can be, as a view for a scripted one, and what of it overlaps."""

from itertools import product
from typing import Any

from playwright.sync_api import ViewportSize

from tests.browser.scripted_table import View, view_in_play

WINDOWS: dict[str, ViewportSize] = {
    f"{width}x{height}": {"width": width, "height": height}
    for width, height in (
        (360, 640),
        (390, 844),
        (844, 390),
        (768, 1024),
        (1280, 800),
        (1920, 1080),
    )
}
ASIDE = {3: "2D", 5: "2C 2D", 6: "2C 2D 3C 3D", 7: "2C 2D 3C", 8: "2C 2D 3C 3D"}
"""What is laid aside where the pack is not dealt without a remainder."""
NAMES = ("Ann", "Maximiliane", "小明", "Bartholomew", "Momo", "Wilhelmina", "Nana", "Kiki")
HEARTS = [f"{rank}H" for rank in "AKQJT98765432"]


def seat_of(name: str, place: int) -> dict[str, Any]:
    """A seat of the table: players and bots in turn, and one who has gone away."""
    bot = place % 3 == 1
    return {
        "kind": "bot" if bot else "player",
        "name": name,
        "level": "steady" if bot else None,
        "program": False,
        "ready": False,
        "online": place != 3,
        "left": False,
        "stand_in": place == 3,
        "away_since": None,
        "failed": 0,
    }


def full_view(players: int, *, direction: str = "clockwise", seated: bool = True) -> View:
    """Every pile holds all point cards, every total is long, and all but one card lie in the trick.

    The one who has not played yet is seat 0, who looks on where the view is a watcher's.
    """
    aside = ASIDE.get(players, "").split()
    view = view_in_play(
        "gongzhu-five",
        totals=[-1980 - seat for seat in range(players)],
        leader=1,
        trick=[f"{rank}S" for rank in "3456789"[: players - 1]],
        tricks=[],
        captured=[["QS", "JD", "TC", *HEARTS] for _ in range(players)],
        exposed=[
            {"seat": seat, "card": card, "mode": "up"}
            for seat, card in ((1, "AS"), (0, "QS"), (2, "JD"), (1, "TC"), (2, "AH"))
        ],
        face_down=[int(seat == 2) for seat in range(players)],
    )
    pack = [f"{rank}{suit}" for suit, rank in product("SHCD", "AKQJT98765432")]
    hand = [card for card in pack if card not in aside][::-players][: 52 // players]
    view["deal"]["own"].update(hand=hand, dealt=hand, exposures=[])
    view["deal"]["chosen"] = [False] * players
    state = view["state"]
    state["settings"]["rules"].update(players=players, direction=direction, removed=aside)
    state["seats"] = [seat_of(name, place) for place, name in enumerate(NAMES[:players])]
    for sums in ("round_points", "lost"):
        state[sums] = [0] * players
    state["totals"] = view["deal"]["public"]["totals"]
    state["strips"] = [int(seat == 1) for seat in range(players)]
    state["fair"]["contributions"] = state["fair"]["contributions"][:1] * players
    if not seated:
        view["seat"] = None
        view["deal"]["own"].update(hand=[], dealt=[])
    return view


SETTLED = """() => new Promise((resolve) => {
  const parts = '[data-plate], [data-pile], [data-trick] > li, [role=toolbar] > button, aside';
  const now = () => [innerWidth, innerHeight, ...[...document.querySelectorAll(parts)].flatMap(
    (part) => Object.values(part.getBoundingClientRect().toJSON()))].join();
  let [before, still] = ['', 0];
  const look = () => {
    const seen = now();
    still = seen === before ? still + 1 : 0;
    before = seen;
    if (still < 8) requestAnimationFrame(look);
    else resolve();
  };
  look();
})"""
"""Waits until nothing on the table moves any more."""

OVERLAPS = """() => {
  const seen = (element) => element.checkVisibility();
  // A card that is turned has a larger box than it fills.
  const boxOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [w, h] = [element.offsetWidth || width, element.offsetHeight || height];
    const [x, y] = [left + (width - w) / 2, top + (height - h) / 2];
    return { left: x, top: y, right: x + w, bottom: y + h };
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const things = [
    ...all('[data-plate]').map((each) => ({ name: `plate ${each.dataset.plate}`, each })),
    ...all('[data-plate] .flag').map((each) => ({
      name: `flag ${each.closest('[data-plate]').dataset.plate}`,
      owner: `plate ${each.closest('[data-plate]').dataset.plate}`,
      each,
    })),
    ...all('[data-pile] [data-mini], [data-pile] .down').map((each) => ({
      name: `pile ${each.closest('[data-pile]').dataset.pile}`, each,
    })),
    ...all('[data-trick] > li, .slot').map((each, place) => ({ name: `trick ${place}`, each })),
    ...all('.corner').map((each, place) => ({ name: `corner ${place}`, each })),
    ...all('[role=toolbar] > button').map((each) => ({ name: 'hand', each })),
    ...all('.acts button').map((each, place) => ({ name: `button ${place}`, each })),
  ].map((thing) => ({ ...thing, ...boxOf(thing.each) }));
  for (const prompt of all('[data-prompt]')) {
    const words = document.createRange();
    words.selectNodeContents(prompt);
    for (const line of words.getClientRects()) things.push({ name: 'prompt', ...line.toJSON() });
  }
  const found = new Set();
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  things.forEach((a, place) => {
    for (const b of things.slice(place + 1))
      if (a.name !== b.name && a.owner !== b.name && b.owner !== a.name && meet(a, b))
        found.add(`${a.name} / ${b.name}`);
    const { left, right, top } = a;
    if (a.name !== 'hand' && (left < -1 || right > innerWidth + 1 || top < -1))
      found.add(`${a.name} outside`);
  });
  for (const text of all('[data-plate] :is(.total, .now)')) {
    if (text.scrollWidth > text.clientWidth + 1) found.add(`cut: ${text.textContent.trim()}`);
    const plate = text.closest('[data-plate]').getBoundingClientRect();
    const own = text.getBoundingClientRect();
    if (own.left < plate.left - 1 || own.right > plate.right + 1)
      found.add(`beyond its plate: ${text.textContent.trim()}`);
  }
  return [...found].sort();
}"""
"""All pairs of plates, flags, piles, cards and buttons that overlap, and figures that are cut."""

CUT_NAMES = """(longest) => [...document.querySelectorAll('[data-plate] .name')]
  .filter((name) => name.textContent.replace(/[^\\x00-\\xff]/g, '..').length <= longest)
  .filter((name) => name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent)"""
"""Names of at most so many letters, 汉字 counted twice, that are not seen whole."""
