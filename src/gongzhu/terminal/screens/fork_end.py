"""The end of a deal that was played on: what came of it beside what came of the deal as it was."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from gongzhu.scorebook import signed
from gongzhu.terminal.columns import columns
from gongzhu.terminal.fork_table import ForkTable
from gongzhu.terminal.look import points_style
from gongzhu.terminal.screens.deal_end import DealEndSheet
from gongzhu.texts import Lang, say

MOST_TRIES = 4
"""The last tries that there is room for beside each other."""


def comparison(table: ForkTable, lang: Lang) -> Content:
    """The points of each seat, in the deal as it was played and in the last tries, and a sentence
    on what the last one changed for the person."""
    before = table.before
    first = max(0, len(table.tries) - MOST_TRIES)
    tries = table.tries[first:]
    head = ["", say("table.fork.original", lang)]
    head += [say("table.fork.try", lang, number=first + n) for n, _ in enumerate(tries, start=1)]
    rows: list[list[str | Content]] = [[Content.styled(word, "$muted") for word in head]]
    for seat, name in enumerate(table.setup.names):
        style = "bold $gold" if seat == table.you else "$ink"
        points = [before[seat], *(each[seat] for each in tries)]
        rows.append([Content.styled(name, style), *(_points(each, table) for each in points)])
    title = Content.styled(say("table.fork.compare", lang), "bold $gold")
    return Content("\n").join([title, columns(rows), Content(_change(table, lang))])


def _points(points: int, table: ForkTable) -> Content:
    return Content.styled(signed(points), points_style(points, table.setup.rules.family))


def _change(table: ForkTable, lang: Lang) -> str:
    by = table.tries[-1][table.you] - table.before[table.you]
    return say("table.fork.better", lang, points=signed(by)) if by else say("table.fork.same", lang)


class ForkEndSheet(DealEndSheet):
    """Shown when a deal that was played on has ended. Dismissed with True to play it on again,
    False to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [("n", "draw_anew")]

    def __init__(self, table: ForkTable) -> None:
        super().__init__()
        self._table = table

    def blocks(self) -> Sequence[Content]:
        """The outcome beside that of the game, then the piles and the hands of this try."""
        return [comparison(self._table, self.lang), *super().blocks()]

    def keys(self) -> Sequence[tuple[str, str, str]]:
        """Again from the same moment, with the same hands or others; or leave."""
        keys = [
            (self.say("keys.enter"), self.say("keys.again"), "screen.go_on"),
            ("n", self.say("keys.redraw"), "screen.draw_anew"),
            ("e", self.say("keys.lang"), "app.language"),
            ("q", self.say("keys.leave"), "screen.leave"),
        ]
        if self._table.hidden == "kept":
            del keys[1]
        return keys

    def action_draw_anew(self) -> None:
        """Deal the hidden hands anew, and play from the same moment again."""
        if self._table.hidden == "redrawn":
            self._table.draw_anew()
            self.dismiss(True)
