"""Refusals of a table, as data that can be said in either language."""

from gongzhu.dealing import NumberRefused
from gongzhu.rules import Reason, RuleError
from gongzhu.texts import Lang, say


class CommandRefused(ValueError):
    """A command that the table refuses; nothing was changed.

    `code` is that of the rule or of the dealing where one of these forbids it, and otherwise
    `seating.refused.CODE`.
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
        # Players read it in their own language, and nobody else needs words.
        return self.text()

    @classmethod
    def by_rule(cls, reason: Reason) -> "CommandRefused":
        """An action that the rules of the game forbid."""
        return cls(reason.code, because=reason)

    @classmethod
    def by_rule_error(cls, error: RuleError) -> "CommandRefused":
        """Rules that cannot be played."""
        return cls("rules", because=error)

    @classmethod
    def by_dealing(cls, refused: NumberRefused) -> "CommandRefused":
        """A commitment or a number that GZH1 does not take."""
        return cls(refused.problem, because=refused)

    def text(self, lang: Lang = "en") -> str:
        """One sentence: the reason, and what is allowed."""
        if self._because is not None:
            return self._because.text(lang)
        return say(f"seating.refused.{self.code}", lang, **self._values)
