"""The line above the table, the lines that ask, and the line of keys."""

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.style import Style

from gongzhu.terminal.columns import beside
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.terminal.standing import rules_title
from gongzhu.terminal.widgets.words import Words
from gongzhu.texts import Lang, say, width_of
from gongzhu.view import View

GAP = "   "
"""Between what the line above the table says to the right."""


class TopBar(Words):
    """Says which game this is and how far it is."""

    def show(self, table: SeatedTable, view: View, lang: Lang) -> None:
        """The rules, and how far the game is; to the right, what holds for the deal."""
        setup, rules = table.setup, table.setup.rules
        title = rules_title(setup.rules_name, setup.preset, lang)
        progress = Content.styled(" · ".join(table.progress(lang)), "$ink")
        # Rules of one's own have names of any length.
        room = self.content_size.width - progress.cell_length - 2
        name = Content.styled(title, "bold $gold").truncate(max(room, 1), ellipsis=True)
        left = Content.assemble(name, "  ", progress)
        notes = [say(f"table.header.{rules.direction}", lang)]
        if rules.hearts_must_be_broken:
            broken = "broken" if view.public.hearts_broken else "unbroken"
            notes.insert(0, say(f"table.header.{broken}", lang))
        width = self.content_size.width
        # The direction goes first where not all has room: the middle of the table shows it too.
        while notes and left.cell_length + len(GAP) + Content(GAP.join(notes)).cell_length > width:
            notes.pop()
        right = Content.styled(GAP.join(notes), "$muted")
        self.show_text(beside(left, right, width - right.cell_length) if notes else left)


class KeyBar(Words):
    """Names the keys that do something now; each can be clicked."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.auto_links = False

    def show(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """Show (key, what it does, action) in this order."""
        pieces = []
        for key, label, action in keys:
            piece = Content.assemble((key, "bold $gold"), f" {label}")
            pieces.append(piece.stylize(Style.from_meta({"@click": action})))
        self.show_text(Content("  ").join(pieces), resize=True)

    @staticmethod
    def cells(keys: Sequence[tuple[str, str, str]]) -> int:
        """The width of a line of keys."""
        return sum(width_of(f"{key} {label}  ") for key, label, _ in keys) - 2
