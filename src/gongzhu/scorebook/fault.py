"""Faults of an entry or a scorebook: data that can be said in either language."""

from typing import Protocol, runtime_checkable

from gongzhu.texts import Lang, say


@runtime_checkable
class Told(Protocol):
    """Something that can say itself, such as another error."""

    def text(self, lang: Lang = "en") -> str:
        """The words in a language."""
        ...


class ScoreError(ValueError):
    """Something that is refused: the message `score.fault.PROBLEM`, filled from `details`."""

    def __init__(self, problem: str, **details: object) -> None:
        self.problem = problem
        self.details = details
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """The place, the fault, and what is allowed."""
        details = {
            name: value.text(lang) if isinstance(value, Told) else value
            for name, value in self.details.items()
        }
        return say(f"score.fault.{self.problem}", lang, **details)
