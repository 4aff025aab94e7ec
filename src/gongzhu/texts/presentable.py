"""Words from elsewhere, such as a name in a file, in a form that may be shown."""

import unicodedata

LONGEST_NAME = 24
"""Characters of a player's name."""
MARKS_IN_A_ROW = 2
"""Combining marks that one letter may carry: enough for any writing, too few to climb lines."""

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Unicode's categories of what is no character to be seen: controls, marks of direction and of
zero width, halves of pairs, what is private or unassigned."""

_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters, marks and signs by their category that show nothing."""


def hidden(character: str) -> bool:
    """True for a character that cannot be seen, blanks aside."""
    return unicodedata.category(character) in _HIDDEN or character in _BLANK


def presentable(text: str, longest: int = LONGEST_NAME) -> str:
    """A name, or a line, from elsewhere in a form that may be shown: without characters that cannot
    be seen or would spill over, and cut where it is too long. May be empty."""
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
