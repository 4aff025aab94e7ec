"""Writes scoring_vectors.json beside this file: evenings at real tables under every preset and
under random rules, counted by the engine, for the web page's own arithmetic to agree with.

Run it as `python -m tests.web.make_scoring_vectors`.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from gongzhu.cards import PIG, SHEEP, Card
from gongzhu.rules import (
    PRESETS,
    NamedRules,
    RuleSet,
    ScoreLine,
    changes_from,
    explain,
    exposure_modes,
    key_cards,
    nearest_preset,
    option_values,
    pack_of,
    piles,
    point_cards,
)
from gongzhu.scorebook import Book, CountedDeal, DealEntry, encode_book, explain_pile
from gongzhu.texts.catalogue import LANGUAGES
from tests.support.rulesets import PRESET_RULES, random_rules
from tests.support.scorebooks import NAMES, random_entry

FILE = Path(__file__).with_name("scoring_vectors.json")
SEED = 20261121
RANDOM_RULES = 60
DEALS = 5
TOLD = 2
"""Deals of each evening whose scores are told in words as well, besides those with a slam."""
Json = dict[str, Any]


def vectors() -> Json:
    """All of the file."""
    rng = Random(SEED)
    rules = PRESET_RULES | {f"random-{n}": random_rules(rng) for n in range(RANDOM_RULES)}
    return {
        "about": "Written by make_scoring_vectors.py; rules as in a record, lines of a score as"
        " [kind, cards, points, times, mode], sides and piles by their places.",
        "evenings": [_evening(name, each, rng) for name, each in rules.items()],
        "explained": [_explained(each) for name, each in rules.items() if _is_told(name)],
    }


def text() -> str:
    """The file, with a line for each evening."""
    data = vectors()
    parts = [f"  {_json(key)}: {_rows(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _evening(name: str, rules: RuleSet, rng: Random) -> Json:
    preset = name if name in PRESETS else None
    named = NamedRules("ours", preset or "gongzhu-pagat", preset, rules)
    games = rng.choice((None, None, 1, 3))
    book = Book(rules=named, names=NAMES[: rules.players], games=games)
    for _ in range(DEALS):
        book = book.add(_trimmed(rules, random_entry(rules, rng), rng))
    book = book.add(_cancelled(rules))
    deals = [_counted(deal) for deal in book.counted()]
    for place, (deal, counted) in enumerate(zip(deals, book.counted(), strict=True)):
        for lang in LANGUAGES if place < TOLD or counted.score.slam is not None else ():
            deal[lang] = [explain_pile(pile, rules, lang) for pile in counted.score.piles]
    return {"book": encode_book(book).decode(), "deals": deals}


def _cancelled(rules: RuleSet) -> DealEntry:
    """Pig and sheep beside the doubler, which chance hardly ever puts into one pile alone."""
    cards = [card for card in (rules.doubler, SHEEP, PIG) if card in pack_of(rules)]
    exposed = exposure_modes(rules) and rules.doubler in key_cards(rules)
    modes = {rules.doubler: exposure_modes(rules)[-1]} if exposed and rules.doubler else {}
    others: tuple[Card, ...] = ()
    return DealEntry((tuple(cards), *[others] * (len(piles(rules)) - 1)), modes)


def _trimmed(rules: RuleSet, entry: DealEntry, rng: Random) -> DealEntry:
    """With few of the cards that count nothing, as people enter deals."""
    some = set(rng.sample(pack_of(rules), 4)) | set(point_cards(rules)) | {Card("QD")}
    piles = tuple(tuple(card for card in pile if card in some) for pile in entry.captures)
    return DealEntry(
        piles, entry.exposed, entry.tricks_after_qd, entry.moon_choice, entry.all_tricks
    )


def _counted(counted: CountedDeal) -> Json:
    score, game, match = counted.score, counted.game, counted.match
    result = game.result
    return {
        "piles": [[pile.points, *map(_line, pile.lines)] for pile in score.piles],
        "instant_win": score.instant_win,
        "slam": score.slam,
        "totals": game.totals,
        "number": game.number,
        "leader": game.leader,
        "result": result and [result.winners, result.losers, result.round_points],
        "match": [match.strips, match.round_points, match.lost, match.played],
        "leaders": match.leaders(),
    }


def _line(line: ScoreLine) -> list[object]:
    return [line.kind, [card.code for card in line.cards], line.points, line.times, line.mode]


def _is_told(name: str) -> bool:
    """A few are enough for the sentences, which are long."""
    return name in ("gongzhu-boulder", "hearts-gilfoy") or name.endswith(("3", "7"))


def _explained(rules: RuleSet) -> Json:
    told = {
        lang: [
            [section.group, section.title, *([s.text, s.option] for s in section.sentences)]
            for section in explain(rules, lang)
        ]
        for lang in LANGUAGES
    }
    preset = nearest_preset(rules)
    changes = changes_from(preset, rules)
    return {"rules": option_values(rules), "preset": preset, "changes": changes} | told


def _rows(value: object) -> str:
    if not isinstance(value, list):
        return _json(value)
    return "[\n" + ",\n".join(f"    {_json(row)}" for row in value) + "\n  ]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
