"""The board: the seats around it, and the trick in the middle."""

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from gongzhu.cards import Seat, next_seat, seats
from gongzhu.rules import Phase, RuleSet
from gongzhu.terminal.seat_view import seat_views, trick_on_table
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.terminal.widgets.card_art import FaceSize
from gongzhu.terminal.widgets.seat import SeatPanel
from gongzhu.terminal.widgets.trick import Spot, TrickArea, TrickView, spots
from gongzhu.texts import Lang, say
from gongzhu.view import View

_ARROWS: dict[Spot, str] = {
    "left": "◀━━",
    "top-left": "▲",
    "top": "▲",
    "top-right": "▲",
    "right": "━━▶",
    "bottom": "▼",
}


class Board(Vertical):
    """Everything that lies open on the table, with each seat at its place."""

    def __init__(self, rules: RuleSet, you: Seat, *, id: str) -> None:
        super().__init__(id=id)
        self._clockwise = rules.direction == "clockwise"
        around = spots(rules.players, self._clockwise)
        self._spots = tuple(around[(seat - you) % rules.players] for seat in seats(rules.players))
        self._panels = {spot: SeatPanel(spot) for spot in around}
        self._trick = TrickArea(rules.players, id="trick")

    def compose(self) -> ComposeResult:
        yield Horizontal(*self._at("top-left", "top", "top-right"), id="far")
        with Horizontal(id="between"):
            yield Vertical(*self._at("left"), id="to-left")
            yield self._trick
            yield Vertical(*self._at("right"), id="to-right")
        yield Horizontal(*self._at("bottom"), id="near")

    def _at(self, *places: Spot) -> Iterator[SeatPanel]:
        return (self._panels[spot] for spot in places if spot in self._panels)

    def show(self, table: SeatedTable, view: View, lang: Lang, size: FaceSize, fresh: bool) -> None:
        """Show a view; with `fresh`, a trick that was just completed is shown as not yet taken."""
        for spot, seat in zip(self._spots, seat_views(table, view), strict=True):
            self._panels[spot].show(seat, lang)
        self._trick.show(self._middle(table, view, lang, fresh), size)

    def _middle(self, table: SeatedTable, view: View, lang: Lang, fresh: bool) -> TrickView:
        trick = trick_on_table(view.public)
        if trick:
            return TrickView(
                cards=tuple((self._spots[seat], card) for seat, card in trick.plays),
                best=self._spots[trick.best],
                past=trick.past and not fresh,
                middle="↻" if self._clockwise else "↺",
            )
        return TrickView(notes=self._notes(table, view, lang))

    def _notes(self, table: SeatedTable, view: View, lang: Lang) -> Sequence[str]:
        public = view.public
        match public.phase:
            case Phase.PASSING:
                receiver = next_seat(table.you, public.players, public.passing)
                name = table.setup.names[receiver]
                return (
                    _ARROWS[self._spots[receiver]],
                    say("table.ask.passing", lang),
                    say("table.ask.three_to", lang, name=name),
                )
            case Phase.EXPOSING:
                return (say("table.ask.exposing", lang), say("table.ask.all_choose", lang))
            case _:
                return ()
