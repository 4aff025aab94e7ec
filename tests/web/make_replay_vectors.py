"""Writes replay_vectors.json beside this file: finished deals as the server gives them, with what
each seat saw of every event and what the piles were worth after it, for the replay page's tests.

Run it as `python -m tests.web.make_replay_vectors`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from gongzhu.cards import seats
from gongzhu.records import DealRecord
from gongzhu.rules import DealBegan, Event, RuleSet, piles, score_table
from gongzhu.server.games.sheets import deal_sheet
from gongzhu.view import evolve_view, open_view, see
from tests.support.recorded import some_records

FILE = Path(__file__).with_name("replay_vectors.json")
PRESETS = (
    "gongzhu-boulder",
    "gongzhu-pagat-5",
    "gongzhu-pagat-partners",
    "gongzhu-wiki-diamonds",
    "hearts-choice",
    "hearts-omnibus",
)
Json = dict[str, Any]


def text() -> str:
    """The file, with a line for each deal."""
    rows = [_json(_vector(some_records(name, 1)[0])) for name in PRESETS]
    return "[\n" + ",\n".join(rows) + "\n]\n"


def _vector(record: DealRecord) -> Json:
    sheet = deal_sheet(record, None, 1, "en")
    return {
        "sheet": msgspec.to_builtins(sheet),
        "seen": [_seen(event, record.rules.players) for event in sheet.events],
        "points": list(_points(record.rules, sheet.events)),
    }


def _seen(event: Event, players: int) -> list[object]:
    """What each seat sees of an event; True: all of it."""
    views = [see(event, seat) for seat in seats(players)]
    return [True if view == event else msgspec.to_builtins(view) for view in views]


def _points(rules: RuleSet, events: tuple[Event, ...]) -> Iterator[list[int]]:
    """What each seat's pile is worth after each event, by what everybody knows."""
    first, *others = events
    assert isinstance(first, DealBegan)
    view = open_view(rules, first, None)
    yield [0] * rules.players
    for event in others:
        view = evolve_view(view, event)
        points = score_table(rules, view.public).points
        by_seat = {seat: points[pile] for pile, own in enumerate(piles(rules)) for seat in own}
        yield [by_seat[seat] for seat in seats(rules.players)]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
