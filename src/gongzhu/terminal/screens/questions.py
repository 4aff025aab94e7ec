"""Questions with a few answers to choose from, and the sheet with a hint."""

from collections.abc import Sequence
from typing import ClassVar, get_args

from msgspec.structs import replace
from textual import work
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message

from gongzhu.bots.reasons import Hint, hint_of
from gongzhu.bots.reasons.hint import basis, tables
from gongzhu.bots.search.analysis import Analysis
from gongzhu.rules import MoonChoice, score_table, side_totals, unanswered_moon
from gongzhu.scorebook import number
from gongzhu.terminal.look import columns, with_cards
from gongzhu.terminal.opening import WITHOUT_A_WORD
from gongzhu.terminal.screens.sheet import QuestionSheet, Sheet
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.terminal.standing import saved_words, side_names
from gongzhu.texts import say


class Analysed(Message):
    """Posted when the analysis of the person's choices is finished."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__()
        self.analysis = analysis


class HintSheet(Sheet):
    """The sheet that says which choice is best. It opens at once, and is filled when the analysis
    is finished."""

    def __init__(self) -> None:
        super().__init__()
        self._analysis: Analysis | None = None
        self._slow = False
        """True once the analysis has taken so long that the sheet says why."""

    def on_mount(self) -> None:
        """Start the analysis in a thread."""
        super().on_mount()
        self.set_timer(WITHOUT_A_WORD, self._tell_why)
        self._analyse()

    def _tell_why(self) -> None:
        self._slow = True
        if self._analysis is None:
            self.refresh_text()

    @work(thread=True)
    def _analyse(self) -> None:
        self.post_message(Analysed(self.program.table.analysis()))

    def on_analysed(self, message: Analysed) -> None:
        """Show the result of the analysis."""
        self._analysis = message.analysis
        self.refresh_text()

    def title_text(self) -> str:
        return self.say("hint.title")

    def blocks(self) -> Sequence[Content]:
        """The reason for the best choice, advice, and tables of the choices and of the seats'
        prospects. Before the analysis is finished, a text that it is being made."""
        if self._analysis is None:
            keys = ["hints.table.waiting", *(["bots.compiling"] if self._slow else [])]
            return [Content.styled(say(key, self.lang), "$muted") for key in keys]
        table = self.program.table
        view, names = table.view, table.setup.names
        hint = hint_of(view, self._analysis, self.lang, names=names)
        blocks = [self._words(hint)]
        for head, rows in tables(view, hint, self.lang, names):
            lines = [Content.styled(head, "bold $gold"), with_cards(columns(rows))]
            blocks.append(Content("\n").join(lines))
        if under := basis(hint, self.lang):
            blocks.append(Content.styled(under, "$muted"))
        return blocks

    def _words(self, hint: Hint) -> Content:
        advice = [with_cards(line).stylize_before("$muted") for line in hint.advice]
        return Content("\n").join([with_cards(hint.sentence).stylize_before("bold"), *advice])


class MoonQuestion(QuestionSheet):
    """Asks the person who has shot the moon whether it counts for themselves or for the others. It
    returns `self` or `others`."""

    BINDINGS: ClassVar[list[BindingType]] = [("i", "hint")]

    def __init__(self, table: SeatedTable) -> None:
        usual = unanswered_moon(table.setup.rules, table.view.public)
        super().__init__("moon", get_args(MoonChoice), usual)
        self._table = table

    def answer_text(self, answer: str) -> str:
        """The text of the answer `self` or `others`, with the totals of all sides after it."""
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
        """The key i for a hint."""
        return [("i", self.say("keys.hint"), "screen.hint")]

    def action_hint(self) -> None:
        """Open the hint sheet."""
        self.app.push_screen(HintSheet())


class LeaveQuestion(QuestionSheet):
    """Asks whether to leave the table. It returns `yes` or `no`."""

    BINDINGS: ClassVar[list[BindingType]] = [("q", "choose(1)"), ("escape", "choose(2)")]

    def __init__(self) -> None:
        super().__init__("leave", ("yes", "no"))

    def answer_text(self, answer: str) -> str:
        """The text of the answer `yes` or `no`. At a table with given hands, it does not mention
        saving."""
        if answer == "yes" and self.program.keeper.path is None:
            return self.say("leave.out")
        return super().answer_text(answer)

    def words(self) -> str:
        """A line that says whether the match is saved, or why saving failed."""
        trouble = self.program.keeper.trouble
        if trouble:
            return self.say("header.not_saved", trouble=trouble)
        return self.say("leave.saved" if self.program.keeper.path else "leave.given")


class ResumeQuestion(QuestionSheet):
    """Asks whether to resume the saved match. It returns `yes`, or `no` to start the new match that
    was asked for."""

    def __init__(self) -> None:
        super().__init__("resume", ("yes", "no"))

    def words(self) -> str:
        """A few lines that describe the saved match."""
        saved = self.program.opening.saved
        return saved_words(saved.table, self.lang) if saved else ""
