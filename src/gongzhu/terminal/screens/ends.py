"""The sheets at the end of a deal and at the end of a game."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from gongzhu.cards import Card, Seat, next_seat, show_cards
from gongzhu.rules import piles, score_table, side_of, sides
from gongzhu.scorebook import explain_pile, number, signed
from gongzhu.terminal.look import beside, columns, points_style, with_cards, wrapped
from gongzhu.terminal.screens.information import score_sheet
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.seat_view import SUIT_ORDER, laid_out
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.terminal.standing import holds_something, standing
from gongzhu.texts import Lang, say

TWO_COLUMNS = 72
"""Width in columns of a sheet from which two piles are explained side by side."""


def pile_blocks(table: SeatedTable, lang: Lang, width: int) -> list[Content]:
    """For each pile, a block of lines: its points in this deal, its side's total before and after
    the deal, and the reasons for the points. `width` is the width of a block in columns."""
    rules, public = table.setup.rules, table.view.public
    record = table.records[-1]
    blocks = []
    for owner, pile in zip(piles(rules), score_table(rules, public).piles, strict=True):
        side = side_of(rules, owner[0])
        before, after = record.totals_before[side], record.totals[side]
        style = f"bold {points_style(pile.points, rules.aim)}"
        head = Content.assemble(
            (" + ".join(table.setup.names[seat] for seat in owner), "bold $ink"),
            "  ",
            (signed(pile.points), style),
            (f"  {number(before)} → {number(after)}", "$muted"),
        )
        lines = [
            line for text in explain_pile(pile, rules, lang) for line in _indented(text, width)
        ]
        blocks.append(Content("\n").join([head, *lines]))
    return blocks


def _indented(text: str, width: int) -> list[Content]:
    """A line of a block as wrapped lines, indented below the block's heading, within `width`
    columns."""
    first, *rest = wrapped(with_cards(text), width - 4).split("\n")
    return [Content("  ") + first, *(Content("    ") + line for line in rest)]


def dealt_hands(table: SeatedTable, lang: Lang, width: int) -> Content:
    """Every hand as it was dealt, sorted by suit, one line for each seat. The suits are aligned if
    `width` columns are enough for that. The deal must have ended."""
    public = table.view.public
    assert public.dealt is not None, "the deal has ended"
    rows = []
    for seat, hand in enumerate(public.dealt):
        row = [Content.styled(table.setup.names[seat], "bold $ink")]
        row += [_suit(hand, place) for place in range(len(SUIT_ORDER))]
        rows.append(row)
    title = Content.styled(say("table.deal_end.hands", lang), "bold $gold")
    hands = columns(rows, all_left=True, gap=1)
    if hands.split("\n")[0].cell_length > width:
        hands = Content("\n").join(Content(" ").join(row) for row in rows)
    return Content("\n").join([title, hands])


def passed_cards(table: SeatedTable, lang: Lang) -> Content:
    """One line for each seat: the cards that it passed, and the name of the receiver."""
    public, names = table.view.public, table.setup.names
    rows: list[list[str | Content]] = []
    for seat, cards in enumerate(public.passed or ()):
        receiver = names[next_seat(Seat(seat), public.players, public.passing)]
        shown = with_cards(show_cards(laid_out(cards)))
        rows.append([Content.styled(names[seat], "bold $ink"), shown, f"→ {receiver}"])
    title = Content.styled(say("table.deal_end.passed", lang), "bold $gold")
    return Content("\n").join([title, columns(rows, all_left=True)])


def _suit(hand: Sequence[Card], place: int) -> Content:
    suit = SUIT_ORDER[place]
    ranks = [str(card)[:-1] for card in laid_out(hand) if card.suit is suit]
    face = Content.styled(f"{suit.symbol} {' '.join(ranks) or '–'}", f"bold ${suit.name.lower()}")
    return face.stylize_before("on $face")


class DealEndSheet(Sheet):
    """The sheet at the end of a deal. It returns True to go on and False to leave the table."""

    BINDINGS: ClassVar[list[BindingType]] = [("q", "leave")]

    def title_text(self) -> str:
        return self.say("deal_end.title", deal=self.program.table.view.public.number + 1)

    def blocks(self) -> Sequence[Content]:
        """The points of the piles, side by side if there is enough space, then the hands and the
        passed cards."""
        table = self.program.table
        width = self.text_width()
        half = width // 2 if width >= TWO_COLUMNS else width
        pile_columns = pile_blocks(table, self.lang, half)
        if half < width:
            pile_columns = [
                beside(pair[0], pair[1], half) if len(pair) == 2 else pair[0]
                for pair in (pile_columns[at : at + 2] for at in range(0, len(pile_columns), 2))
            ]
        blocks = [*pile_columns, dealt_hands(table, self.lang, width)]
        if table.view.public.passed:
            blocks.append(passed_cards(table, self.lang))
        return blocks

    def keys(self) -> Sequence[tuple[str, str, str]]:
        """Enter for the next deal or the result of the game, e for the other language, and q to
        leave."""
        table = self.program.table
        going = "next_deal" if table.stage == "scored" else "result"
        going = going if table.has_next else "leave"
        return [
            (self.say("keys.enter"), self.say(f"keys.{going}"), "screen.go_on"),
            ("e", self.say("keys.lang"), "app.language"),
            ("q", self.say("keys.quit"), "screen.leave"),
        ]


PIG_FACE = r"""
  /\________/\
 /  o      o  \
|    .----.    |
|    | oo |    |
 \   '----'   /
  '-.______.-'
""".strip("\n")


class GameEndSheet(Sheet):
    """The sheet at the end of a game of a match. It returns True for another game and False to
    leave."""

    BINDINGS: ClassVar[list[BindingType]] = [("q", "leave")]

    def title_text(self) -> str:
        table = self.program.match_table
        if table.match_over and table.match.played > 1:
            return self.say("game_end.match_title")
        return self.say("game_end.title", game=table.game_number + 1)

    def blocks(self) -> Sequence[Content]:
        """The winners and losers, the scores of all deals, and the results of the match so far."""
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
        blocks = [text, score_sheet(table, self.lang, self.text_width())]
        if table.match.played > 1 or holds_something(table):
            blocks.append(standing(table, self.lang))
        if table.match_over and table.match.played > 1:
            leaders = self._about("match_wins", table.match.leaders(), "bold $gold")
            blocks.insert(0, Content("\n").join(leaders))
        return blocks

    def _about(self, key: str, places: Sequence[int], style: str) -> list[Content]:
        """One line in the Textual style `style` for every player of the sides with the indices
        `places`: the message `table.game_end.KEY`."""
        texts = self.program.event_text()
        by_side = sides(self.program.table.setup.rules)
        seats = sorted(seat for place in places for seat in by_side[place])
        return [Content.styled(texts.about(f"game_end.{key}", seat), style) for seat in seats]

    def keys(self) -> Sequence[tuple[str, str, str]]:
        """Enter for another game unless the match is over, q to leave, and e for the other
        language."""
        keys = [("q", self.say("keys.leave"), "screen.leave")]
        if not self.program.match_table.match_over:
            keys.insert(0, (self.say("keys.enter"), self.say("keys.next_game"), "screen.go_on"))
        return [*keys, ("e", self.say("keys.lang"), "app.language")]
