"""The hint sheet: why the best choice is best, and the expected result of each choice."""

from collections.abc import Sequence

from textual import work
from textual.content import Content
from textual.message import Message

from gongzhu.bots.reasons import Hint, hint_of
from gongzhu.bots.reasons.hint import basis, tables
from gongzhu.bots.search.analysis import Analysis
from gongzhu.terminal.columns import columns
from gongzhu.terminal.look import with_cards
from gongzhu.terminal.pace import WITHOUT_A_WORD
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.texts import say


class Analysed(Message):
    """Sent when the analysis of the choices is finished."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__()
        self.analysis = analysis


class HintSheet(Sheet):
    """The hint sheet; it opens at once, and is filled when the analysis is finished."""

    def __init__(self) -> None:
        super().__init__()
        self._analysis: Analysis | None = None
        self._slow = False
        """True once the analysis has taken so long that the sheet explains why."""

    def on_mount(self) -> None:
        """Start the analysis in a thread of its own."""
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
        """The reason, the advice, the choices, and the chances of every seat."""
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
