"""Colours and signs: a theme for each colour scheme of cards, cards within text, and plain
ASCII."""

import re
from typing import Literal

from rich.segment import Segment
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter
from textual.theme import Theme

from gongzhu.cards import Suit
from gongzhu.rules import Family

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
    """The colour of a suit on a card's face."""
    return _SUIT_STYLES[suit.symbol]


def points_style(points: int, family: Family) -> str:
    """The colour of a number of points: good, bad or neutral. In Hearts, points are bad."""
    worth = points if family == "gongzhu" else -points
    return "$good" if worth > 0 else "$alarm" if worth else "$muted"


def with_cards(text: str | Content) -> Content:
    """The text with every card in it styled as a small card."""
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
    """Replaces special characters that a bare terminal may lack by ASCII; words stay as they
    are."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text.translate(_ASCII), style, control) for text, style, control in segments
        ]
