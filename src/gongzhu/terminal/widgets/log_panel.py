"""The log of the deal, shown beside the table if there is room."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from gongzhu.terminal.look import with_cards
from gongzhu.terminal.widgets.words import Words


class LogPanel(VerticalScroll, can_focus=False):
    """Shows the lines of the log, the newest at the bottom."""

    def compose(self) -> ComposeResult:
        yield Words(id="log-lines")

    def show(self, title: str, lines: Sequence[str]) -> None:
        """Show these lines below the title."""
        self.border_title = title
        text = Content("\n").join(with_cards(line) for line in lines)
        self.query_one(Words).show_text(text, resize=True)
        self.scroll_end(animate=False)
