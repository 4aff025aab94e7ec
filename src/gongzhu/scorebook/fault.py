"""Faults of an entry or a scorebook: data that can be said in either language."""

from gongzhu.texts import Lang, said, say


class ScoreError(ValueError):
    """Something that is refused: the message `score.fault.PROBLEM`, filled from `details`."""

    def __init__(self, problem: str, **details: object) -> None:
        self.problem = problem
        self.details = details
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """The place, the fault, and what is allowed."""
        return say(f"score.fault.{self.problem}", lang, **said(self.details, lang))
