"""Normalises typed text, since input methods and word processors produce different characters for
the same meaning.

All parsers of typed text (cards, records, rule names, numbers, answers) read the result of `plain`.
The browser client has the same function in `web/src/ui/typed.ts`. Names and comments are stored as
typed.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_USUAL = re.compile(r"[\t\n\r -~♠♥♦♣]*")
"""Text that `plain` leaves unchanged."""

_BYTE_ORDER = "\ufeff"
"""The byte order mark. `plain` keeps it, unlike other invisible characters, because inside a text
it shows that files were joined."""

# Characters that NFKC does not unify.
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
    """The text with look-alike characters unified, and for each of its characters the index in
    `text` from which it comes.

    Full-width and compatibility characters (NFKC), Chinese punctuation, dashes, minus signs, quotes
    and spaces become their ASCII equivalents. Invisible characters are removed. Letters keep their
    case.
    """
    if _USUAL.fullmatch(text):
        return text, range(len(text))
    found = [_signs(written) for written in text]
    places = [place for place, signs in enumerate(found) for _ in signs]
    return "".join(found), places


@lru_cache(maxsize=4096)
def _signs(written: str) -> str:
    """The normalised form of one character: usually one character, but possibly none, or several
    such as `...` for `…`."""
    if written == _BYTE_ORDER:
        return written
    signs = ""
    for sign in unicodedata.normalize("NFKC", written):
        kind = unicodedata.category(sign)
        signs += "" if kind == "Cf" else " " if kind == "Zs" else _SAME.get(sign, sign)
    return signs


def typed(text: str) -> str:
    """The text normalised as by `plain`, without the indices."""
    return plain(text)[0]
