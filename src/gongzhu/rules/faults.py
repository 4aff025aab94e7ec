"""The faults of a rule set that is refused: each wrong option, its value, and what is allowed."""

import json
import re
from collections.abc import Mapping

from msgspec import Struct

from gongzhu.texts import Lang, Sayable, said, say

_LONGEST_SHOWN = 100
"""Greatest length of a wrong value in a message, in characters."""

_DEEPEST_SHOWN = 2
"""Greatest depth of nested lists in a message; options have only one level."""


class RuleFault(Struct, frozen=True):
    """A fault of one option, or of the whole rule file if `key` is empty.

    `problem` is a message of the catalogue, `rules.fault.PROBLEM`, which may use the place
    `{allowed}` and those of `details`.
    """

    key: str
    value: str
    problem: str
    allowed: str = ""
    details: Mapping[str, str | Sayable] = {}
    others: tuple[str, ...] = ()
    """The other options whose values make this one wrong."""

    def text(self, lang: Lang = "en") -> str:
        """One line for users: the key, its value, what is wrong and what is allowed."""
        told = say(
            f"rules.fault.{self.problem}", lang, allowed=self.allowed, **said(self.details, lang)
        )
        where = " = ".join(part for part in (_shown_key(self.key), self.value) if part)
        return say("rules.at", lang, where=where, told=told) if where else told


class RuleError(ValueError):
    """Raised for a rule set, rule file or option that is refused; `faults` lists everything that is
    wrong."""

    def __init__(self, source: str, *faults: RuleFault) -> None:
        self.source = source
        self.faults = faults
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line for each fault, beginning with the file's name if there is one."""
        told = [fault.text(lang) for fault in self.faults]
        if self.source:
            file = _printable(self.source)
            told = [say("rules.at", lang, where=file, told=each) for each in told]
        return "\n".join(told)


class UnreadableRules(RuleError):
    """Raised for a name that is neither a preset nor a readable text file."""


def toml_value(value: object) -> str:
    """A value in the syntax of a rule file."""
    return _written(value, _DEEPEST_SHOWN)


def shown_value(value: object) -> str:
    """A value as shown in a message, shortened if it is long."""
    shown = toml_value(value)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


def _written(value: object, deeper: int) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            # Python refuses to write out numbers of thousands of digits, but not in base 16.
            return str(value) if value.bit_length() < 1000 else hex(value)
        case list() | tuple():
            items = ", ".join(_written(item, deeper - 1) for item in value) if deeper else "…"
            return f"[{items}]"
        case dict():
            return "{…}" if value else "{}"
        case str():
            return _printable(json.dumps(value, ensure_ascii=False))
        case _:
            return str(value)


def _shown_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]*", key) else shown_value(key)


def _printable(text: str) -> str:
    """The text without characters that would move a terminal's cursor or change its colours."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
