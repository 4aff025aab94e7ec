"""Colours and layout of text on the screen: a Textual theme for each colour scheme of cards, cards
within text, replacement by ASCII, columns and wrapping."""

import re
from collections.abc import Sequence
from typing import Literal

from rich.segment import Segment
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter
from textual.theme import Theme

from gongzhu.cards import Suit
from gongzhu.rules.options import Aim
from gongzhu.texts import wrap

Deck = Literal["four-colour", "two-colour"]

_TABLE = {
    "felt": "#17573f",
    "felt-deep": "#10402e",
    "plate-turn": "#2b4a2c",
    "rail": "#0b2a1f",
    "ink": "#eef3e8",
    "muted": "#9fbcab",
    "gold": "#f6c95c",
    "alarm": "#ffb199",
    "good": "#a8e6a1",
    "face": "#fcf8ec",
    "face-dim": "#92a898",
    "face-best": "#ffe39b",
    "pig": "#f7a8b8",
    "back": "#2f5f9e",
    "back-line": "#9cc0ee",
    "spades": "#1a2136",
    "hearts": "#c81e30",
}
_DECKS: dict[Deck, dict[str, str]] = {
    "four-colour": {"diamonds": "#0f5fc4", "clubs": "#0f7434"},
    "two-colour": {"diamonds": "#c81e30", "clubs": "#1a2136"},
}

THEMES = tuple(
    Theme(
        name=deck,
        primary=_TABLE["gold"],
        accent=_TABLE["gold"],
        foreground=_TABLE["ink"],
        background=_TABLE["rail"],
        surface=_TABLE["felt-deep"],
        panel=_TABLE["rail"],
        variables={
            **_TABLE,
            **suits,
            "block-cursor-background": _TABLE["gold"],
            "block-cursor-foreground": _TABLE["rail"],
        },
    )
    for deck, suits in _DECKS.items()
)

_CARD = re.compile(r"(?:10|[2-9JQKA])(?P<suit>[♠♥♦♣])")
_SUIT_STYLES = {suit.symbol: f"${suit.name.lower()}" for suit in Suit}


def suit_style(suit: Suit) -> str:
    """The Textual colour variable for a suit's characters on a card, such as `$hearts`."""
    return _SUIT_STYLES[suit.symbol]


def points_style(points: int, aim: Aim) -> str:
    """The Textual colour variable for a number of points: `$good`, `$alarm` for bad points, or
    `$muted` for 0. With the aim `high`, positive points are good."""
    worth = points if aim == "high" else -points
    return "$good" if worth > 0 else "$alarm" if worth else "$muted"


def with_cards(text: str | Content) -> Content:
    """The text with every card in it, such as Q♠, coloured like a small card."""
    content = text if isinstance(text, Content) else Content(text)
    for found in _CARD.finditer(content.plain):
        style = f"bold {_SUIT_STYLES[found['suit']]} on $face"
        content = content.stylize(style, found.start(), found.end())
    return content


_ASCII = str.maketrans(
    {
        **dict(zip("♠♥♦♣", "SHDC", strict=True)),
        **dict(zip("▶◀▲▼•·★←→↑↓↺↻×−–—…▒", "><^v..*<>^v<>x---.#", strict=True)),
        **dict(zip("╭╮╰╯│─━▁▂▃▄▅▆▇█▎", "++++|--########|", strict=True)),
    }
)


class AsciiOnly(LineFilter):
    """A filter that replaces suits, arrows, lines and other special characters by ASCII. Other
    characters, such as Chinese ones, stay as they are."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text.translate(_ASCII), style, control) for text, style, control in segments
        ]


def columns(
    rows: Sequence[Sequence[str | Content]], *, all_left: bool = False, gap: int = 3
) -> Content:
    """The lines of a table of text. `rows` are equally long, and `gap` is the number of spaces
    between columns. The first column is aligned left, the others right, or left too with
    `all_left`."""
    cells = [[_content(cell) for cell in row] for row in rows]
    widths = [max(cell.cell_length for cell in column) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        padded = [
            cell.pad_right(width - cell.cell_length)
            if all_left or place == 0
            else cell.pad_left(width - cell.cell_length)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(Content(" " * gap).join(padded))
    return Content("\n").join(lines)


def column_blocks(rows: Sequence[Sequence[str]], width: int) -> list[Content]:
    """A table that is too wide for `width` columns of the terminal, cut into several tables to be
    shown one below the other. Each begins with the first column of `rows`, followed by as many of
    the other columns as fit."""
    blocks, begin = [], 1
    while begin < len(rows[0]):
        end = len(rows[0])
        while (block := columns(_some(rows, begin, end))).split("\n")[0].cell_length > width:
            if end == begin + 1:
                break
            end -= 1
        blocks.append(block)
        begin = end
    return blocks


def _some(rows: Sequence[Sequence[str]], begin: int, end: int) -> list[list[str]]:
    return [[row[0], *row[begin:end]] for row in rows]


def beside(left: Content, right: Content, width: int) -> Content:
    """Two blocks of lines side by side. The right one begins at column `width`, or one space after
    a longer line."""
    lefts, rights = left.split("\n"), right.split("\n")
    lines = []
    for row in range(max(len(lefts), len(rights))):
        line = lefts[row] if row < len(lefts) else Content("")
        line = line.pad_right(max(1, width - line.cell_length))
        lines.append(line + rights[row] if row < len(rights) else line)
    return Content("\n").join(lines)


def wrapped(text: Content, width: int) -> Content:
    """The text in lines of at most `width` columns, broken by the rules of `gongzhu.texts.wrap`:
    Chinese text may be broken between most characters, where Textual would break only at spaces."""
    lines = []
    for line in text.split("\n", allow_blank=True):
        if line.cell_length <= width:
            lines.append(line)
            continue
        end = 0
        for piece in wrap(line.plain, width):
            start = line.plain.index(piece, end)
            end = start + len(piece)
            lines.append(line[start:end])
    return Content("\n").join(lines)


def _content(cell: str | Content) -> Content:
    return cell if isinstance(cell, Content) else Content(cell)
