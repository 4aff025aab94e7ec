"""Errors in an entry or a scorebook, as data that can be put into words in either language."""

from gongzhu.texts import Lang, said, say


class ScoreError(ValueError):
    """Raised for input that is refused: the message `score.fault.PROBLEM`, filled from
    `details`."""

    def __init__(self, problem: str, **details: object) -> None:
        self.problem = problem
        self.details = details
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """Where the error is, what is wrong, and what is allowed."""
        return say(f"score.fault.{self.problem}", lang, **said(self.details, lang))
