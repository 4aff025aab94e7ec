"""The sheets that the person opens with a key: help, the rules, the last trick and the scores."""

from collections.abc import Sequence

from textual.content import Content

from gongzhu.rules import RuleSet, explain, score_table, side_totals
from gongzhu.scorebook import number, signed
from gongzhu.terminal.cards import MEDIUM, SMALL, Canvas, FaceLook, face
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.look import column_blocks, columns, with_cards
from gongzhu.terminal.prompts import legal_now
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.seat_view import last_trick
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.terminal.standing import rules_title, side_names, standing
from gongzhu.texts import Lang, say, width_of, wrap

GAP = 3
"""Spaces between a key and its description."""


class HelpSheet(Sheet):
    """The help sheet: what the person may choose now, and all keys."""

    def title_text(self) -> str:
        return self.say("help.title")

    def blocks(self) -> Sequence[Content]:
        """The choices that the person has now, the keys, and the path of the saved match and its
        seed."""
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
        """A table of keys and descriptions. Each of `lines` has a key, two spaces and a
        description, which is wrapped within its column."""
        told = [line.split("  ", 1) for line in lines]
        room = self.text_width() - max(width_of(key) for key, _ in told) - GAP
        rows = []
        for key, does in told:
            first, *others = wrap(does, room)
            rows += [(key, first), *(("", line) for line in others)]
        return columns(rows, all_left=True, gap=GAP)

    def _headed(self, key: str, text: Content) -> Content:
        return Content.assemble((self.say(key), "bold $gold"), "\n", text)


class RulesSheet(Sheet):
    """The sheet with all rules in sentences. `name` is the name of the rules, `preset` that of the
    preset if they are exactly a preset."""

    def __init__(self, name: str, preset: str | None, rules: RuleSet) -> None:
        super().__init__()
        self._rules_name = name
        self._preset = preset
        self._rules = rules

    def title_text(self) -> str:
        return self.say("rules.title", name=rules_title(self._rules_name, self._preset, self.lang))

    def blocks(self) -> Sequence[Content]:
        """One block for each section of the rules."""
        return [
            Content.assemble(
                (section.title, "bold $gold"),
                *(Content("\n") + with_cards(item.text) for item in section.sentences),
            )
            for section in explain(self._rules, self.lang)
        ]


class LastTrickSheet(Sheet):
    """The sheet with the cards of the last completed trick in the order of play, each below its
    player's name."""

    def title_text(self) -> str:
        return self.say("last.title")

    def blocks(self) -> Sequence[Content]:
        """The cards, then a line with the names of the players who led and who took the trick, or a
        text that there is no trick yet."""
        table = self.program.table
        trick = last_trick(table.view.public)
        if trick is None:
            return [Content(self.say("last.none"))]
        names = table.setup.names
        wanted = 2 + max(MEDIUM.width, *(Content(name).cell_length for name in names))
        pitch = min(wanted, self.text_width() // len(trick.plays))
        size = MEDIUM if MEDIUM.width < pitch else SMALL
        canvas = Canvas(pitch * len(trick.plays), size.height + 1)
        for place, (seat, card) in enumerate(trick.plays):
            best = seat == trick.best
            name = Content.styled(names[seat], "bold $gold" if best else "$ink")
            canvas.place(place * pitch, 0, [name.truncate(pitch - 1, ellipsis=True)])
            look: FaceLook = "best" if best else "bright"
            canvas.place(place * pitch, 1, face(card, size, look, starred=best))
        texts = self.program.event_text()
        sentences = [
            texts.about("last.led", trick.plays[0][0]),
            texts.about("log.trick", trick.best),
        ]
        return [canvas.content(), Content(self.say("joint").join(sentences))]


def score_sheet(table: SeatedTable, lang: Lang, width: int) -> Content:
    """A table with one row for each deal of the current game, and one for the deal being played:
    for each side, its points in the deal and its total after it. It is cut into several tables if
    it is wider than `width` columns of the terminal."""
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
    blocks = []
    for block in column_blocks(rows, width):
        head, *lines = block.split("\n")
        blocks.append(Content("\n").join([head.stylize("bold $gold"), *lines]))
    return Content("\n\n").join(blocks)


def _totals(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(before, after, strict=True))


def _pair(added: int, total: int) -> str:
    return f"{signed(added)} → {number(total)}"


class ScoresSheet(Sheet):
    """The sheet with the scores of all deals of the current game, and the results of the match."""

    def title_text(self) -> str:
        return self.say("scores.title")

    def blocks(self) -> Sequence[Content]:
        """The scores, then the results of the match if a game of it has ended."""
        table = self.program.table
        blocks = [score_sheet(table, self.lang, self.text_width())]
        if isinstance(table, LocalTable) and table.match.played:
            blocks.append(standing(table, self.lang))
        return blocks
