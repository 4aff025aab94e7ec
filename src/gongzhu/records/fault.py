"""Faults in records, with their places, as data that can be put into words in either language."""

import json
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.rules import RuleFault
from gongzhu.texts import Lang, Sayable, said, say

LONGEST_SHOWN = 60
"""Greatest length of a wrong value in a message, in characters."""


Detail = str | int | Sayable


class Message(Struct, frozen=True):
    """A message of the catalogue that fills a place in another one."""

    key: str

    def text(self, lang: Lang) -> str:
        """The message in a language."""
        return say(self.key, lang)


class RuleFaults(Struct, frozen=True):
    """All faults of a rule set, on one line."""

    faults: tuple[RuleFault, ...]

    def text(self, lang: Lang) -> str:
        """The faults in a language, on one line."""
        return say("records.apart", lang).join(fault.text(lang) for fault in self.faults)


class Place(Struct, frozen=True, kw_only=True):
    """Where something is in a file, as far as it is known."""

    line: int = 0
    """Line of the file, from 1; 0 if there is no file."""
    column: int = 0
    """Column of the line, from 1; 0 for the line as a whole."""
    game: int | None = None
    deal: int | None = None
    play: int | None = None
    """The number of a play within its deal, from 1."""

    def text(self, lang: Lang = "en") -> str:
        """The place in words, such as `line 4: game 0 deal 3 play 17`."""
        parts = []
        if self.line:
            key = "line_column" if self.column else "line"
            parts.append(say(f"records.place.{key}", lang, line=self.line, column=self.column))
        if self.game is not None and self.deal is not None:
            key = "deal" if self.play is None else "play"
            numbers = {"game": self.game, "deal": self.deal, "play": self.play}
            parts.append(say(f"records.place.{key}", lang, **numbers))
        return say("records.place.joint", lang).join(parts)


class RecordFault(Struct, frozen=True):
    """A fault of a record: the message `records.fault.PROBLEM`, filled from `details`."""

    problem: str
    place: Place = Place()
    details: Mapping[str, Detail] = {}

    def text(self, lang: Lang = "en") -> str:
        """One line: where it is, what is wrong, and what is allowed."""
        told = say(f"records.fault.{self.problem}", lang, **said(self.details, lang))
        where = self.place.text(lang)
        return f"{where}{say('records.place.joint', lang)}{told}" if where else told

    def at(self, line: int, column: int = 0) -> "RecordFault":
        """The same fault with its place in a file."""
        return replace(self, place=replace(self.place, line=line, column=column))


class RecordError(ValueError):
    """Raised for a record that cannot be read or replayed."""

    def __init__(self, fault: RecordFault) -> None:
        self.fault = fault
        super().__init__(fault.text())

    def text(self, lang: Lang = "en") -> str:
        """One line: where it is, what is wrong, and what is allowed."""
        return self.fault.text(lang)


class AsWritten(str):
    """A number as written in a file, if it is too large to be decoded."""


def shown(value: object) -> str:
    """A value as shown in a message: as JSON, shortened, and without characters that could move a
    terminal's cursor."""
    text = value if isinstance(value, AsWritten) else json.dumps(value, ensure_ascii=False)
    if len(text) > LONGEST_SHOWN:
        text = f"{text[:LONGEST_SHOWN]}…"
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
