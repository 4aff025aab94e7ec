"""The help sheet: what may be chosen now, why not the rest, and the keys."""

from collections.abc import Sequence

from textual.content import Content

from gongzhu.terminal.columns import columns
from gongzhu.terminal.look import with_cards
from gongzhu.terminal.prompts import legal_now
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.texts import width_of, wrap

GAP = 3
"""Cells between a key and its description."""


class HelpSheet(Sheet):
    """The help sheet, with the current choices first and the keys of the table below."""

    def title_text(self) -> str:
        return self.say("help.title")

    def blocks(self) -> Sequence[Content]:
        """The current choices, the keys, and where the game is saved."""
        table, path = self.program.table, self.program.keeper.path
        now = with_cards(legal_now(table.view, self.lang))
        leave = "save_and_leave" if path else "leave"
        lines = self.say("help.list").strip().split("\n")
        lines.append(self.say(f"help.{leave}"))
        kept = [
            self.say("help.saved", path=path) if path else self.say("leave.given"),
            self.say("help.seed", seed=table.setup.seed),
        ]
        return [
            self._headed("help.now", now),
            self._headed("help.keys", self._keys(lines)),
            Content.styled("\n".join(kept), "$muted"),
        ]

    def _keys(self, lines: Sequence[str]) -> Content:
        """Lines of keys and their descriptions in two columns; long descriptions wrap within
        theirs."""
        told = [line.split("  ", 1) for line in lines]
        room = self.text_width() - max(width_of(key) for key, _ in told) - GAP
        rows = []
        for key, does in told:
            first, *others = wrap(does, room)
            rows += [(key, first), *(("", line) for line in others)]
        return columns(rows, all_left=True, gap=GAP)

    def _headed(self, key: str, text: Content) -> Content:
        return Content.assemble((self.say(key), "bold $gold"), "\n", text)
