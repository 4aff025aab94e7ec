"""Widgets with text around the board: the line above the table, the line of keys, and the log."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from gongzhu.terminal.look import beside, with_cards
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.terminal.standing import rules_title
from gongzhu.texts import Lang, say, width_of
from gongzhu.view import View


class Words(Static):
    """A widget that shows a text. It is drawn again only if the text has changed, since the table
    refreshes it many times a second."""

    _current = Content("")

    def show_text(self, text: Content, *, resize: bool = False) -> None:
        """Show a text. With `resize`, the layout is computed again for the size of the text."""
        if not text.is_same(self._current):
            self._current = text
            self.update(text, layout=resize)


GAP = "   "
"""Space between the notes at the right end of the top line."""


class TopBar(Words):
    """The line above the table, with the name of the rules and the number of the game and deal."""

    def show(self, table: SeatedTable, view: View, lang: Lang) -> None:
        """Show the name of the rules and the progress of the match at the left, and the direction
        of play at the right. Under rules in which hearts must be broken, the right side also says
        whether they are."""
        setup, rules = table.setup, table.setup.rules
        title = rules_title(setup.rules_name, setup.preset, lang)
        progress = Content.styled(" · ".join(table.progress(lang)), "$ink")
        # Rules from a file can have long names.
        room = self.content_size.width - progress.cell_length - 2
        name = Content.styled(title, "bold $gold").truncate(max(room, 1), ellipsis=True)
        left = Content.assemble(name, "  ", progress)
        notes = [say(f"table.header.{rules.direction}", lang)]
        if rules.hearts_must_be_broken:
            broken = "broken" if view.public.hearts_broken else "unbroken"
            notes.insert(0, say(f"table.header.{broken}", lang))
        width = self.content_size.width
        # If there is too little room, the direction is dropped first: the middle of the table shows
        # it too.
        while notes and left.cell_length + len(GAP) + Content(GAP.join(notes)).cell_length > width:
            notes.pop()
        right = Content.styled(GAP.join(notes), "$muted")
        self.show_text(beside(left, right, width - right.cell_length) if notes else left)


class KeyBar(Words):
    """The line of keys that the person can use now. A click on one runs its action."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.auto_links = False

    def show(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """Show keys, each given as (key, description, Textual action), in this order."""
        pieces = []
        for key, label, action in keys:
            piece = Content.assemble((key, "bold $gold"), f" {label}")
            pieces.append(piece.stylize(Style.from_meta({"@click": action})))
        self.show_text(Content("  ").join(pieces), resize=True)

    @staticmethod
    def cells(keys: Sequence[tuple[str, str, str]]) -> int:
        """Width in columns of a line with these keys, each given as (key, description, action)."""
        return sum(width_of(f"{key} {label}  ") for key, label, _ in keys) - 2


class LogPanel(VerticalScroll, can_focus=False):
    """The log of the current deal, the newest line at the bottom."""

    def compose(self) -> ComposeResult:
        yield Words(id="log-lines")

    def show(self, title: str, lines: Sequence[str]) -> None:
        """Show `lines` below the title, and scroll to the last one."""
        self.border_title = title
        text = Content("\n").join(with_cards(line) for line in lines)
        self.query_one(Words).show_text(text, resize=True)
        self.scroll_end(animate=False)
