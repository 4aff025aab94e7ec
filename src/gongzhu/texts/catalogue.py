"""Looks up messages by key and language."""

import re
import string
import tomllib
from collections.abc import Mapping
from errno import errorcode
from functools import cache
from importlib.resources import files
from typing import Any, Literal, Protocol, get_args, runtime_checkable

Lang = Literal["en", "zh"]
LANGUAGES: tuple[Lang, ...] = get_args(Lang)


@runtime_checkable
class Sayable(Protocol):
    """Something that can be expressed in either language, such as an error."""

    def text(self, lang: Lang) -> str:
        """The text in a language."""
        ...


_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters that are written from right to left."""

_CHINESE = re.compile("[\u3400-\u9fff]")
_SPACED = re.compile("[0-9A-Za-z\u00c0-\u024f♠♥♦♣+\u2212]")
"""Characters that get a space between them and a neighbouring Chinese one: letters, digits, suits,
signs."""


def say(key: str, lang: Lang = "en", /, **values: object) -> str:
    """The message `key` in language `lang`, with `{name}` places filled from `values`.

    Raises KeyError for an unknown key, or if a value that the message needs is missing; both are
    errors in the program, not of the user.
    """
    topic, _, rest = key.partition(".")
    message = _topic(lang, topic)[rest]
    shown = {name: _isolated(value) for name, value in values.items()}
    return _spaced(message, shown) if lang == "zh" else message.format_map(shown)


def said(values: Mapping[str, object], lang: Lang) -> dict[str, object]:
    """The values for a message, with every `Sayable` replaced by its text in the language."""
    return {
        name: value.text(lang) if isinstance(value, Sayable) else value
        for name, value in values.items()
    }


def _spaced(message: str, values: dict[str, object]) -> str:
    """A Chinese message with its places filled, and with a space between a Chinese character and a
    Latin word, number or card where a place begins or ends: a name may be 小明 or Nana."""
    text = ""
    for literal, name, *_ in string.Formatter().parse(message):
        pieces = [literal] if name is None else [literal, str(values[name])]
        for piece in pieces:
            text += f" {piece}" if text and piece and _parted(text[-1], piece[0]) else piece
    return text


def _parted(left: str, right: str) -> bool:
    """True if a space belongs between two characters of a Chinese sentence."""
    return bool(
        (_CHINESE.match(left) and _SPACED.match(right))
        or (_SPACED.match(left) and _CHINESE.match(right))
    )


def _isolated(value: object) -> object:
    """A value prepared for a sentence: right-to-left text is isolated so that it does not reverse
    the rest."""
    if isinstance(value, str) and not value.isascii() and _RIGHT_TO_LEFT.search(value):
        return f"\u2068{value}\u2069"
    return value


def has(key: str, lang: Lang = "en") -> bool:
    """True if the catalogue of `lang` contains `key`."""
    topic, _, rest = key.partition(".")
    return rest in _topic(lang, topic)


def keys(lang: Lang) -> dict[str, str]:
    """Every message of a language by its full key, with its places unfilled."""
    folder = files(__package__) / lang
    topics = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())
    return {f"{topic}.{key}": text for topic in topics for key, text in _topic(lang, topic).items()}


@cache
def _topic(lang: Lang, topic: str) -> dict[str, str]:
    source = (files(__package__) / lang / f"{topic}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(source)))


def _flat(table: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += _flat(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, value))
    return found


class SystemReason:
    """Why the operating system refused a request: a `Sayable`. Unusual errors keep the system's own
    words."""

    def __init__(self, error: OSError) -> None:
        self._key = f"system.{_name(error)}"
        self._words = error.strerror or str(error)

    def text(self, lang: Lang = "en") -> str:
        """The reason in a few words."""
        return say(self._key, lang) if has(self._key, lang) else self._words


def _name(error: OSError) -> str | None:
    # `socket.gaierror`, `ssl.SSLError` and the like have numbers that the system means otherwise.
    if type(error).__module__ != "builtins":
        return "no_host" if type(error).__name__ == "gaierror" else None
    if error.errno is None and isinstance(error, TimeoutError):
        return "ETIMEDOUT"
    return errorcode.get(error.errno or 0)
