"""Faults in records with their positions, as data that can be expressed in either language."""

import json
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.rules import RuleFault
from gongzhu.texts import Lang, Sayable, said, say

LONGEST_SHOWN = 60
"""Greatest length in characters at which a wrong value is quoted in a message."""


Detail = str | int | Sayable


class Message(Struct, frozen=True):
    """A message of the text catalogues, used as a value inside another message."""

    key: str
    """Key of the message in the text catalogues."""

    def text(self, lang: Lang) -> str:
        """The message in the language `lang`."""
        return say(self.key, lang)


class RuleFaults(Struct, frozen=True):
    """All faults of a rule set, used as a value inside a message."""

    faults: tuple[RuleFault, ...]

    def text(self, lang: Lang) -> str:
        """The faults in the language `lang`, on one line."""
        return say("records.apart", lang).join(fault.text(lang) for fault in self.faults)


class RecordPosition(Struct, frozen=True, kw_only=True):
    """The position of something in a file of records, as far as it is known."""

    line: int = 0
    """Line of the file, from 1, or 0 if unknown."""
    column: int = 0
    """Character of the line, from 1, or 0 for the line as a whole."""
    game: int | None = None
    """Number of the game, from 0, or None if unknown."""
    deal: int | None = None
    """Number of the deal in its game, from 0, or None if unknown."""
    play: int | None = None
    """Number of the play within its deal, from 1."""

    def text(self, lang: Lang = "en") -> str:
        """The position in words, such as `line 4: game 0 deal 3 play 17`, or empty if nothing is
        known."""
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
    """A fault of a record."""

    problem: str
    """The last part of the message's key, `records.fault.PROBLEM`, in the text catalogues."""
    position: RecordPosition = RecordPosition()
    """The position of the fault."""
    details: Mapping[str, Detail] = {}
    """Values for the placeholders of the message, by name."""

    def text(self, lang: Lang = "en") -> str:
        """One line: the position if known, what is wrong, and what is allowed."""
        told = say(f"records.fault.{self.problem}", lang, **said(self.details, lang))
        where = self.position.text(lang)
        return f"{where}{say('records.place.joint', lang)}{told}" if where else told

    def at(self, line: int, column: int = 0) -> "RecordFault":
        """The same fault with its line and column (both from 1) in a file."""
        return replace(self, position=replace(self.position, line=line, column=column))


class RecordError(ValueError):
    """Raised for a record that cannot be read or replayed."""

    def __init__(self, fault: RecordFault) -> None:
        self.fault = fault
        super().__init__(fault.text())

    def text(self, lang: Lang = "en") -> str:
        """The text of its fault."""
        return self.fault.text(lang)


class AsWritten(str):
    """The text of a number in a file that is too large to be converted."""


def shown(value: object) -> str:
    """A value for quoting in a message: as JSON, cut to LONGEST_SHOWN characters, with unprintable
    characters escaped."""
    text = value if isinstance(value, AsWritten) else json.dumps(value, ensure_ascii=False)
    if len(text) > LONGEST_SHOWN:
        text = f"{text[:LONGEST_SHOWN]}…"
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
