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
    """An object that can be expressed in either language, such as an error."""

    def text(self, lang: Lang) -> str:
        """The text in the language `lang`."""
        ...


_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Matches a letter of a script written from right to left."""

_CHINESE = re.compile("[\u3400-\u9fff]")
_SPACED = re.compile("[0-9A-Za-z\u00c0-\u024f♠♥♦♣+\u2212]")
"""Matches the characters that are separated by a space from a Chinese character beside them:
letters, digits, suits and signs."""


def say(key: str, lang: Lang = "en", /, **values: object) -> str:
    """The message `key` in the language `lang`, with its `{name}` placeholders filled from
    `values`.

    Raises KeyError for an unknown key or a missing value, both of which are programming errors.
    """
    topic, _, rest = key.partition(".")
    message = _topic(lang, topic)[rest]
    shown = {name: _isolated(value) for name, value in values.items()}
    return _spaced(message, shown) if lang == "zh" else message.format_map(shown)


def said(values: Mapping[str, object], lang: Lang) -> dict[str, object]:
    """The values for a message, with every `Sayable` replaced by its text in the language
    `lang`."""
    return {
        name: value.text(lang) if isinstance(value, Sayable) else value
        for name, value in values.items()
    }


def _spaced(message: str, values: dict[str, object]) -> str:
    """A Chinese message with its placeholders filled. A space is inserted between a Chinese
    character and a Latin word, number or card where an inserted value begins or ends."""
    text = ""
    for literal, name, *_ in string.Formatter().parse(message):
        pieces = [literal] if name is None else [literal, str(values[name])]
        for piece in pieces:
            text += f" {piece}" if text and piece and _parted(text[-1], piece[0]) else piece
    return text


def _parted(left: str, right: str) -> bool:
    """True if a space belongs between these two adjacent characters of a Chinese sentence."""
    return bool(
        (_CHINESE.match(left) and _SPACED.match(right))
        or (_SPACED.match(left) and _CHINESE.match(right))
    )


def _isolated(value: object) -> object:
    """A value ready to be inserted into a sentence: right-to-left text is enclosed in isolating
    control characters (U+2068, U+2069), so that the rest keeps its direction."""
    if isinstance(value, str) and not value.isascii() and _RIGHT_TO_LEFT.search(value):
        return f"\u2068{value}\u2069"
    return value


def has(key: str, lang: Lang = "en") -> bool:
    """True if the catalogue of `lang` contains `key`."""
    topic, _, rest = key.partition(".")
    return rest in _topic(lang, topic)


def keys(lang: Lang) -> dict[str, str]:
    """All messages of a language by key, with unfilled placeholders."""
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
    """The reason why the operating system refused something, as a `Sayable`. Common errors are
    translated. The others keep the system's own message."""

    def __init__(self, error: OSError) -> None:
        self._key = f"system.{_name(error)}"
        self._words = error.strerror or str(error)

    def text(self, lang: Lang = "en") -> str:
        """The reason in a few words, without a full stop."""
        return say(self._key, lang) if has(self._key, lang) else self._words


def _name(error: OSError) -> str | None:
    # The numbers of `socket.gaierror`, `ssl.SSLError` and others are not those of system errors.
    if type(error).__module__ != "builtins":
        return "no_host" if type(error).__name__ == "gaierror" else None
    if error.errno is None and isinstance(error, TimeoutError):
        return "ETIMEDOUT"
    return errorcode.get(error.errno or 0)
