"""A hint as `gongzhu hint` prints it: as text, or as one line of JSON."""

from typing import Any

import msgspec

from gongzhu.bots.reasons import Hint, find_hint
from gongzhu.bots.reasons.explanation import ChoiceStanding
from gongzhu.bots.reasons.hint import Rows, basis, tables
from gongzhu.bots.search.analysis import AnalysedChoice
from gongzhu.cli.hint.positions import Position
from gongzhu.cli.place import BadPlace
from gongzhu.rules import Action
from gongzhu.texts import Lang, width_of, wrap

WIDTH = 88
"""Width of the text in columns."""


def hint_text(position: Position, asked: Action | None, seconds: float | None, lang: Lang) -> str:
    """The reason, the advice and the figures of a hint, as lines of text. Raises BadPlace."""
    found = _found(position, asked, seconds, lang)
    view, names = position.view, position.names
    words = [found.sentence, *found.advice]
    blocks = [[line for text in words for line in wrap(text, WIDTH)]]
    blocks += [[head, *_columns(rows)] for head, rows in tables(view, found, lang, names)]
    if under := basis(found, lang):
        blocks.append(list(wrap(under, WIDTH)))
    return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def hint_json(position: Position, asked: Action | None, seconds: float | None, lang: Lang) -> str:
    """A hint as one JSON object in a line; an `action` is written as in the outside-bot
    protocol."""
    found = _found(position, asked, seconds, lang)
    shown = {
        "seat": position.view.seat,
        "aim": found.aim,
        "sentence": found.sentence,
        "good": found.good,
        "advice": found.advice,
        "choices": [
            _shown(*each) for each in zip(found.choices, found.against, found.standing, strict=True)
        ],
    }
    return msgspec.json.encode(shown).decode() + "\n"


def _found(position: Position, asked: Action | None, seconds: float | None, lang: Lang) -> Hint:
    view, names = position.view, position.names
    try:
        return find_hint(view, lang, seconds=seconds, asked=asked, names=names)
    except ValueError as error:
        raise BadPlace("not_tried") from error


def _shown(choice: AnalysedChoice, against: str, standing: ChoiceStanding) -> dict[str, Any]:
    return {
        "action": choice.action,
        "against": against,
        "points": choice.points,
        "behind": choice.behind,
        "standing": standing,
        "captures": choice.captures,
        "slam": choice.slam,
        "samples": choice.samples,
    }


def _columns(rows: Rows) -> list[str]:
    """Rows as aligned lines: the first column to the left, the others to the right."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [first + " " * (widths[0] - width_of(first))]
        for cell, width in zip(others, widths[1:], strict=True):
            cells.append(" " * (width - width_of(cell)) + cell)
        lines.append("   ".join(cells).rstrip())
    return lines
