"""Makes text from outside, such as a name in a file, safe to display."""

import unicodedata

LONGEST_NAME = 24
"""Greatest length of a player's name, in characters."""
MARKS_IN_A_ROW = 2
"""Greatest number of consecutive combining marks on one letter: enough for any script, and too few
to overlap other lines."""

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Unicode categories of invisible characters: control, format, surrogate, private-use and
unassigned."""

_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Characters that display as nothing although their category is a visible one."""


def hidden(character: str) -> bool:
    """True for a character of a category in _HIDDEN or among _BLANK. Tabs and line breaks are
    hidden too, as control characters. Spaces are not."""
    return unicodedata.category(character) in _HIDDEN or character in _BLANK


def presentable(text: str, longest: int = LONGEST_NAME) -> str:
    """A name or line of text from outside without invisible or overlapping characters, with white
    space reduced to single spaces, and cut to `longest` characters (the last then is `…`). May be
    empty."""
    seen: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(text.split())):
        if hidden(character):
            continue
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= MARKS_IN_A_ROW and not (character == " " and seen[-1:] == [" "]):
            seen.append(character)
    while seen and (seen[0] == " " or unicodedata.category(seen[0]) in ("Mn", "Me", "Mc")):
        del seen[0]
    shown = "".join(seen).rstrip()
    return shown if len(shown) <= longest else f"{shown[: longest - 1].rstrip()}…"
