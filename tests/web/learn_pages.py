"""What the page knows of strategy and of how to play: the same as the documentation."""

import re
from pathlib import Path
from typing import Any

from gongzhu.bots.steady.examples import Example, advice_groups, cards_of, examples
from gongzhu.cards import KEY_CARDS, Card, Seat, next_seat
from gongzhu.cli.position_text import question, reason, seat_name, solution, sorted_hand
from gongzhu.puzzles.puzzle import FAMILIES
from gongzhu.rules import PRESETS, Family, Phase
from gongzhu.texts import Lang, say
from tests.support.positions import seen

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"rules.md": "/rules", "strategy.md": "/learn/strategy"}
"""The pages of the browser for those of the documentation."""
INLINE = re.compile(r"\*\*(?P<b>[^*]+)\*\*|\*(?P<i>[^*]+)\*|\[(?P<text>[^]]+)\]\((?P<to>[^)]+)\)")
SIGNS = {str(card): card.code for card in Card}
EITHER = ("discards", "leads", "slams")
"""Groups of advice that holds for both games, also where its examples are of one."""
Json = dict[str, Any]


def strategy(lang: Lang) -> Json:
    """Every line of advice with its position, in groups, by game."""
    return {family: _groups(family, lang) for family in FAMILIES}


def _groups(family: Family, lang: Lang) -> list[Json]:
    found = []
    for group, names in advice_groups().items():
        lines = [_line(name, family, lang) for name in names if _is_of(name, group, family)]
        if lines:
            found.append({"title": say(f"strategy.group.{group}", lang), "lines": lines})
    return found


def _is_of(name: str, group: str, family: Family) -> bool:
    return group in EITHER or any(_family(each) == family for each in examples()[name])


def _family(example: Example) -> Family:
    return PRESETS[example.rules].rules.family


def _line(name: str, family: Family, lang: Lang) -> Json:
    known = examples()[name]
    example = next((each for each in known if _family(each) == family), known[0])
    finished = [
        _trick(example, trick.leader, trick.cards, lang)
        | {"taken": say("strategy.taken", lang, who=seat_name(example, trick.winner, lang))}
        for trick in example.finished()
    ]
    return {
        "name": name,
        "title": say(f"strategy.title.{name}", lang),
        "rules": say(f"rules.preset.{example.rules}.title", lang),
        "phase": example.phase,
        "legal": _legal(example),
        "exposed": example.exposed.split(),
        "passed": example.passed.split(),
        "finished": finished,
        "trick": _trick(example, example.trick_leader(), cards_of(example.trick), lang),
        "hand": [card.code for card in sorted_hand(cards_of(example.hand))],
        "question": question(example, lang),
        "answer": example.answer.split(),
        "solution": solution(example, lang),
        "reason": reason(name, lang),
    }


def _legal(example: Example) -> list[str]:
    """The cards that may be played, passed or exposed here."""
    view = seen(example)
    match view.public.phase:
        case Phase.PLAYING:
            return [card.code for card in sorted_hand(view.playable())]
        case Phase.EXPOSING:
            return [card.code for card in KEY_CARDS if card.code in example.hand.split()]
        case _:
            return [card.code for card in sorted_hand(cards_of(example.hand))]


def _trick(example: Example, leader: Seat, cards: tuple[Card, ...], lang: Lang) -> Json:
    places = [next_seat(leader, 4, place) for place in range(len(cards))]
    return {
        "cards": [card.code for card in cards],
        "who": [seat_name(example, place, lang) for place in places],
    }


def how_to_play(lang: Lang) -> Json:
    """The page `docs/learn.md` in blocks; rows of nothing but cards are to be drawn."""
    page = DOCS / ("learn.md" if lang == "en" else "zh/learn.md")
    title, _, text = page.read_text("utf-8").removeprefix("# ").partition("\n")
    # The second paragraph is the way to the other language.
    blocks = text.strip().split("\n\n")[1:]
    return {"title": title, "blocks": [_block(block, lang) for block in blocks]}


def _block(block: str, lang: Lang) -> Json:
    lines = block.split("\n")
    if block.startswith("## "):
        return {"kind": "heading", "text": block.removeprefix("## ")}
    if block.startswith("|"):
        head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        if all(cell in SIGNS for row in rows for cell in row):
            cards = [[SIGNS[cell] for cell in row] for row in rows]
            return {"kind": "cards", "who": head, "cards": cards[0]}
        return {"kind": "table", "head": head, "rows": rows}
    joint = "" if lang == "zh" else " "
    if block.startswith("* "):
        items = re.split(r"^\* ", block, flags=re.MULTILINE)[1:]
        return {"kind": "list", "items": [_inline(joint.join(_stripped(i))) for i in items]}
    return {"kind": "text", "parts": _inline(joint.join(_stripped(block)))}


def _stripped(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split("\n")]


def _inline(text: str) -> list[Json]:
    parts: list[Json] = []
    at = 0
    for found in INLINE.finditer(text):
        if found.start() > at:
            parts.append({"text": text[at : found.start()]})
        if found["to"]:
            parts.append({"text": found["text"], "to": PAGES[found["to"]]})
        else:
            parts.append({"text": found["b"] or found["i"], "strong": True})
        at = found.end()
    return [*parts, {"text": text[at:]}] if at < len(text) else parts
