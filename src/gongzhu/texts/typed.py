"""Normalises typed text: input methods and word processors have many signs for the same meaning.

Every reader of typed text (cards, records, rule names, numbers, answers) reads what `plain` makes
of it; the browser does the same in `web/src/ui/typed.ts`. Names and comments are kept as written.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_USUAL = re.compile(r"[\t\n\r -~♠♥♦♣]*")
"""Text that `plain` leaves unchanged."""

_BYTE_ORDER = "\ufeff"
"""The byte order mark, which may begin a file. Elsewhere it shows where files were joined."""

# Signs that NFKC keeps apart.
_SAME = {
    **dict.fromkeys("‐‑‒–—―−⁃", "-"),
    **dict.fromkeys("〜∼", "~"),
    **dict.fromkeys("“”„‟「」『』«»", '"'),
    **dict.fromkeys("‘’‚‛", "'"),
    **dict.fromkeys("【〔〖", "["),
    **dict.fromkeys("】〕〗", "]"),
    "、": ",",
    "。": ".",
    "\ufe0e": "",
    "\ufe0f": "",
}


def plain(text: str) -> tuple[str, Sequence[int]]:
    """The text with one sign for each meaning, and the place in `text` of each of its characters.

    Width and compatibility forms (NFKC), Chinese punctuation, every dash and minus, quotes and
    spaces become the signs of ASCII, and invisible characters go. Letters keep their case.
    """
    if _USUAL.fullmatch(text):
        return text, range(len(text))
    found = [_signs(written) for written in text]
    places = [place for place, signs in enumerate(found) for _ in signs]
    return "".join(found), places


@lru_cache(maxsize=4096)
def _signs(written: str) -> str:
    """What a typed character is read as, with full-width and look-alike characters made plain: one
    character, none, or several, such as `...` for `…`."""
    if written == _BYTE_ORDER:
        return written
    signs = ""
    for sign in unicodedata.normalize("NFKC", written):
        kind = unicodedata.category(sign)
        signs += "" if kind == "Cf" else " " if kind == "Zs" else _SAME.get(sign, sign)
    return signs


def typed(text: str) -> str:
    """The text with one sign for each meaning, normalised as by `plain`."""
    return plain(text)[0]
