"""The sheet at the end of a game: the winners, the losers, and the standing of the match."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from gongzhu.rules import sides
from gongzhu.terminal.columns import beside
from gongzhu.terminal.screens.scores import score_sheet
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.standing import holds_something, standing

PIG_FACE = r"""
  /\________/\
 /  o      o  \
|    .----.    |
|    | oo |    |
 \   '----'   /
  '-.______.-'
""".strip("\n")


class GameEndSheet(Sheet):
    """The sheet shown when a game is over. Its result is True for another game, False to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [("q", "leave")]

    def title_text(self) -> str:
        table = self.program.match_table
        if table.match_over and table.match.played > 1:
            return self.say("game_end.match_title")
        return self.say("game_end.title", game=table.game_number + 1)

    def blocks(self) -> Sequence[Content]:
        """Winners and losers, the scores, and the standing of the match."""
        table = self.program.match_table
        result = table.state.games[-1]
        lines = self._about("wins", result.winners, "bold $good")
        loser = "pig" if table.setup.rules.family == "gongzhu" else "loses"
        lines += self._about(loser, result.losers, "bold $alarm")
        if not result.losers:
            lines.append(Content.styled(self.say("game_end.nobody_lost"), "$muted"))
        text = Content("\n").join(lines)
        if loser == "pig" and result.losers:
            text = beside(Content.styled(PIG_FACE, "bold $pig"), text, 22)
        blocks = [text, score_sheet(table, self.lang)]
        if table.match.played > 1 or holds_something(table):
            blocks.append(standing(table, self.lang))
        if table.match_over and table.match.played > 1:
            leaders = self._about("match_wins", table.match.leaders(), "bold $gold")
            blocks.insert(0, Content("\n").join(leaders))
        return blocks

    def _about(self, key: str, places: Sequence[int], style: str) -> list[Content]:
        """One line for every seat of these sides."""
        texts = self.program.event_text()
        by_side = sides(self.program.table.setup.rules)
        seats = sorted(seat for place in places for seat in by_side[place])
        return [Content.styled(texts.about(f"game_end.{key}", seat), style) for seat in seats]

    def keys(self) -> Sequence[tuple[str, str, str]]:
        """The keys for another game, unless the match is over, and for leaving."""
        keys = [("q", self.say("keys.leave"), "screen.leave")]
        if not self.program.match_table.match_over:
            keys.insert(0, (self.say("keys.enter"), self.say("keys.next_game"), "screen.go_on"))
        return [*keys, ("e", self.say("keys.lang"), "app.language")]
