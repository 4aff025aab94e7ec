"""A hint as `gongzhu hint` prints it: in words for people, or as one line of JSON."""

from typing import Any

import msgspec

from gongzhu.arena.request import reply_of
from gongzhu.bots.reasons import Hint, find_hint
from gongzhu.bots.reasons.figures import Rows, choice_rows, seat_rows
from gongzhu.bots.search.judgement import Choice
from gongzhu.cli.hint_positions import BadPosition, Position
from gongzhu.rules import Action
from gongzhu.texts import Lang, say, width_of, wrap

WIDTH = 88
"""Columns of the words."""


def told(position: Position, asked: Action | None, seconds: float | None, lang: Lang) -> str:
    """The reason, the advice, and the figures, as lines. Raises BadPosition."""
    found = _found(position, asked, seconds, lang)
    view, names = position.view, position.names
    best = found.choices[0]
    mine = say(f"hints.who.{'you' if view.rules.partners == 'none' else 'side'}", lang)
    lines = [
        *wrap(found.sentence, WIDTH),
        *(line for advice in found.advice for line in wrap(advice, WIDTH)),
        "",
        say("hints.head.mine", lang, mine=mine),
        *_columns(choice_rows(view, found, lang)),
        "",
        say("hints.head.seats", lang),
        *_columns(seat_rows(view, best, lang, names)),
        "",
        *wrap(say("hints.head.basis", lang, samples=best.samples), WIDTH),
    ]
    return "\n".join(lines) + "\n"


def told_as_json(
    position: Position, asked: Action | None, seconds: float | None, lang: Lang
) -> str:
    """The same as one JSON object in a line; an `action` is as the outside-bot protocol has it."""
    found = _found(position, asked, seconds, lang)
    shown = {
        "seat": position.view.seat,
        "sentence": found.sentence,
        "good": found.good,
        "advice": found.advice,
        "choices": [
            _shown(choice, against)
            for choice, against in zip(found.choices, found.against, strict=True)
        ],
    }
    return msgspec.json.encode(shown).decode() + "\n"


def _found(position: Position, asked: Action | None, seconds: float | None, lang: Lang) -> Hint:
    view, names = position.view, position.names
    try:
        return find_hint(view, lang, seconds=seconds, asked=asked, names=names)
    except ValueError as error:
        raise BadPosition("not_tried") from error


def _shown(choice: Choice, against: str) -> dict[str, Any]:
    return {
        "action": reply_of(choice.action).action,
        "against": against,
        "value": choice.value,
        "points": choice.points,
        "captures": choice.captures,
        "slam": choice.slam,
        "samples": choice.samples,
    }


def _columns(rows: Rows) -> list[str]:
    """Rows as lines: the first column to the left, the others to the right."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [first + " " * (widths[0] - width_of(first))]
        for cell, width in zip(others, widths[1:], strict=True):
            cells.append(" " * (width - width_of(cell)) + cell)
        lines.append("   ".join(cells).rstrip())
    return lines
