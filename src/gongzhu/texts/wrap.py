"""Breaks text into lines of a given width. Chinese text may break anywhere except before closing
punctuation."""

import re
import unicodedata

_OPENING = "（“《"
_CLOSING = "，。；：、！？）”》"
_WIDE = r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_PIECES = re.compile(
    rf"\s+|[{_OPENING}]*(?:[^\s{_WIDE}{_OPENING}{_CLOSING}]+|[{_WIDE}])?[{_CLOSING}]*"
)


def width_of(text: str) -> int:
    """Number of terminal columns that the text takes. A wide character takes two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def wrap(text: str, width: int) -> list[str]:
    """Break the text into lines of at most `width` terminal columns. A line is longer only if it is
    a single longer word. An empty text gives one empty line."""
    lines = [""]
    for piece in filter(None, _PIECES.findall(text)):
        if lines[-1] and width_of(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]
