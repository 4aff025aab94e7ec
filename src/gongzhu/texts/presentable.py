"""Makes text from elsewhere, such as a name in a file, safe to show."""

import unicodedata

LONGEST_NAME = 24
"""Greatest length of a player's name, in characters."""
MARKS_IN_A_ROW = 2
"""Combining marks that one letter may carry: enough for any script, too few to reach into other
lines."""

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Unicode categories of invisible characters: control and format characters, surrogates,
private-use and unassigned ones."""

_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Characters that show nothing although their category says that they are visible."""


def hidden(character: str) -> bool:
    """True for an invisible character, blanks excepted."""
    return unicodedata.category(character) in _HIDDEN or character in _BLANK


def presentable(text: str, longest: int = LONGEST_NAME) -> str:
    """A name or a line from elsewhere, without invisible or overlapping characters and cut to
    `longest` characters. May be empty."""
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
