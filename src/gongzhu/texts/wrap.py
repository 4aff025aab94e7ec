"""Breaks text into lines that fit a width; Chinese may break anywhere except before punctuation."""

import re
import unicodedata

_OPENING = "（“《"
_CLOSING = "，。；：、！？）”》"
_WIDE = r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_PIECES = re.compile(
    rf"\s+|[{_OPENING}]*(?:[^\s{_WIDE}{_OPENING}{_CLOSING}]+|[{_WIDE}])?[{_CLOSING}]*"
)


def width_of(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def wrap(text: str, width: int) -> list[str]:
    """Break the text into lines of at most `width` columns; only a longer word sticks out."""
    lines = [""]
    for piece in filter(None, _PIECES.findall(text)):
        if lines[-1] and width_of(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]
