"""Refusals of commands, as data that can be expressed in either language."""

from gongzhu.dealing import NumberRefused
from gongzhu.rules import Reason, RuleError
from gongzhu.texts import Lang, say


class CommandRefused(ValueError):
    """Raised for a command that the table refuses. Nothing has changed.

    `code` is the code of the rule or of the dealing protocol that forbids the command, or the key
    of the message `seating.refused.CODE` in the text catalogues, which `values` fill.
    """

    def __init__(
        self,
        code: str,
        *,
        because: Reason | NumberRefused | RuleError | None = None,
        **values: object,
    ) -> None:
        self.code = code
        self._because = because
        self._values = values
        super().__init__(code)

    def __str__(self) -> str:
        # Players read the text in their own language; only logs and tracebacks use this one.
        return self.text()

    @classmethod
    def by_rule(cls, reason: Reason) -> "CommandRefused":
        """The refusal of an action that the rules of the game forbid."""
        return cls(reason.code, because=reason)

    @classmethod
    def by_rule_error(cls, error: RuleError) -> "CommandRefused":
        """The refusal of a rule set that is invalid."""
        return cls("rules", because=error)

    @classmethod
    def by_dealing(cls, refused: NumberRefused) -> "CommandRefused":
        """The refusal of a commitment or number by the dealing protocol."""
        return cls(refused.problem, because=refused)

    def text(self, lang: Lang = "en") -> str:
        """One sentence with the reason for the refusal, and what is allowed."""
        if self._because is not None:
            return self._because.text(lang)
        return say(f"seating.refused.{self.code}", lang, **self._values)
