"""The line above the table, the lines that ask, and the line of keys."""

from collections.abc import Iterable

from textual.content import Content
from textual.style import Style

from gongzhu.terminal.columns import beside
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.terminal.standing import rules_title
from gongzhu.terminal.widgets.words import Words
from gongzhu.texts import Lang, say
from gongzhu.view import View


class TopBar(Words):
    """Says which game this is and how far it is."""

    def show(self, table: SeatedTable, view: View, lang: Lang) -> None:
        """The rules, and how far the game is; to the right, what holds for the deal."""
        setup, rules = table.setup, table.setup.rules
        title = rules_title(setup.rules_name, setup.preset, lang)
        left = Content.assemble(
            (title, "bold $gold"), "  ", (" · ".join(table.progress(lang)), "$ink")
        )
        notes = [say(f"table.header.{rules.direction}", lang)]
        if rules.hearts_must_be_broken:
            broken = "broken" if view.public.hearts_broken else "unbroken"
            notes.insert(0, say(f"table.header.{broken}", lang))
        right = Content.styled("   ".join(notes), "$muted")
        self.show_text(beside(left, right, self.content_size.width - right.cell_length))


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
