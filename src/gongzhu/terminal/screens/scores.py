"""The sheet with the scores of the current game and the standing of the match."""

from collections.abc import Sequence

from textual.content import Content

from gongzhu.rules import score_table, side_totals
from gongzhu.scorebook import number, signed
from gongzhu.terminal.columns import columns
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.terminal.standing import side_names, standing
from gongzhu.texts import Lang, say


def score_sheet(table: SeatedTable, lang: Lang) -> Content:
    """One line for each deal: each side's score, and its total after the deal."""
    names = side_names(table)
    rows = [[say("table.scores.deal", lang), *names]]
    for record in table.records:
        added = [after - before for before, after in _totals(record.totals_before, record.totals)]
        rows.append([str(record.deal + 1), *map(_pair, added, record.totals)])
    public = table.view.public
    if table.stage == "playing":
        scores = score_table(table.setup.rules, public).points
        totals = side_totals(table.setup.rules, public.totals, scores)
        added = [after - before for before, after in _totals(public.totals, totals)]
        rows.append([say("table.scores.now", lang), *map(_pair, added, totals)])
    head, *lines = columns(rows).split("\n")
    return Content("\n").join([head.stylize("bold $gold"), *lines])


def _totals(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(before, after, strict=True))


def _pair(added: int, total: int) -> str:
    return f"{signed(added)} → {number(total)}"


class ScoresSheet(Sheet):
    """The sheet with every deal of the game, and the standing of the match."""

    def title_text(self) -> str:
        return self.say("scores.title")

    def blocks(self) -> Sequence[Content]:
        """The deals, and the standing of the match once a game of it is over."""
        table = self.program.table
        blocks = [score_sheet(table, self.lang)]
        if isinstance(table, LocalTable) and table.match.played:
            blocks.append(standing(table, self.lang))
        return blocks
