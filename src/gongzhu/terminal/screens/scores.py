"""The scores of the game so far, and the standing of the match."""

from collections.abc import Sequence

from textual.content import Content

from gongzhu.rules import score_table, side_totals
from gongzhu.scorebook import number, signed
from gongzhu.terminal.columns import columns
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.session import Session, Stage
from gongzhu.terminal.standing import side_names, standing
from gongzhu.texts import Lang, say


def score_sheet(session: Session, lang: Lang) -> Content:
    """One line for each deal: what each side made of it, and what it had then."""
    names = side_names(session)
    rows = [[say("table.scores.deal", lang), *names]]
    for record in session.game_records:
        added = [after - before for before, after in _totals(record.totals_before, record.totals)]
        rows.append([str(record.deal + 1), *map(_pair, added, record.totals)])
    public = session.view.public
    if session.stage is Stage.DEAL:
        scores = score_table(session.setup.rules, public).points
        totals = side_totals(session.setup.rules, public.totals, scores)
        added = [after - before for before, after in _totals(public.totals, totals)]
        rows.append([say("table.scores.now", lang), *map(_pair, added, totals)])
    head, *lines = columns(rows).split("\n")
    return Content("\n").join([head.stylize("bold $gold"), *lines])


def _totals(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(before, after, strict=True))


def _pair(added: int, total: int) -> str:
    return f"{signed(added)} → {number(total)}"


class ScoresSheet(Sheet):
    """Every deal of the game, and what the match has come to."""

    def title_text(self) -> str:
        """What stands above the sheet."""
        return self.say("scores.title")

    def blocks(self) -> Sequence[Content]:
        """The deals; and the match, once a game of it is over."""
        session = self.program.session
        blocks = [score_sheet(session, self.lang)]
        if session.match.played:
            blocks.append(standing(session, self.lang))
        return blocks
