"""Questions with a few answers: about the moon, about leaving, and about the saved match."""

from collections.abc import Sequence
from typing import ClassVar, get_args

from msgspec.structs import replace
from textual.binding import BindingType

from gongzhu.rules import HeartsRules, MoonChoice, default_moon_choice, score_table, side_totals
from gongzhu.scorebook import number
from gongzhu.terminal.screens.hint import HintSheet
from gongzhu.terminal.screens.sheet import QuestionSheet
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.terminal.standing import saved_words, side_names


class MoonQuestion(QuestionSheet):
    """Asks the person who shot the moon: points off, or points for the others."""

    BINDINGS: ClassVar[list[BindingType]] = [("i", "hint")]

    def __init__(self, table: SeatedTable) -> None:
        rules = table.setup.rules
        assert isinstance(rules, HeartsRules), "the moon is shot in Hearts"
        totals = table.view.public.totals
        super().__init__(
            "moon", get_args(MoonChoice), default_moon_choice(rules, totals, table.you)
        )
        self._table = table

    def answer_text(self, answer: str) -> str:
        """The text of an answer, with the totals that it leads to."""
        table, rules = self._table, self._table.setup.rules
        public = table.view.public
        choice: MoonChoice = "self" if answer == "self" else "others"
        scores = score_table(rules, replace(public, moon_choice=choice)).points
        totals = side_totals(rules, public.totals, scores)
        totals_text = "  ".join(
            f"{name} {number(total)}" for name, total in zip(side_names(table), totals, strict=True)
        )
        return f"{self.say(f'moon.{answer}')}\n   {self.say('moon.totals', totals=totals_text)}"

    def keys(self) -> Sequence[tuple[str, str, str]]:
        """The key for a hint."""
        return [("i", self.say("keys.hint"), "screen.hint")]

    def action_hint(self) -> None:
        """Open the hint sheet."""
        self.app.push_screen(HintSheet())


class LeaveQuestion(QuestionSheet):
    """Asks the person before they leave the table."""

    BINDINGS: ClassVar[list[BindingType]] = [("q", "choose(1)"), ("escape", "choose(2)")]

    def __init__(self) -> None:
        super().__init__("leave", ("yes", "no"))

    def answer_text(self, answer: str) -> str:
        """The text of an answer; it differs for given hands, which are not saved."""
        if answer == "yes" and self.program.keeper.path is None:
            return self.say("leave.out")
        return super().answer_text(answer)

    def words(self) -> str:
        """A line that says what is saved, or why saving failed."""
        trouble = self.program.keeper.trouble
        if trouble:
            return self.say("header.not_saved", trouble=trouble)
        return self.say("leave.saved" if self.program.keeper.path else "leave.given")


class ResumeQuestion(QuestionSheet):
    """Asks whether to resume the saved match or start the new one that was asked for."""

    def __init__(self) -> None:
        super().__init__("resume", ("yes", "no"))

    def words(self) -> str:
        """A few lines about the saved match."""
        saved = self.program.opening.saved
        return saved_words(saved.table, self.lang) if saved else ""
