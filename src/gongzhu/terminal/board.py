"""The board: the seats around it, and the trick in the middle."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from gongzhu.cards import Card, Seat, next_seat, seats
from gongzhu.rules import Phase, RuleSet
from gongzhu.scorebook import number, signed
from gongzhu.terminal.bars import Words
from gongzhu.terminal.cards import SMALL, Canvas, FaceSize, face, smaller_than
from gongzhu.terminal.look import points_style, with_cards
from gongzhu.terminal.seat_view import SeatView, seat_views, trick_on_table
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.texts import Lang, say
from gongzhu.view import View

Spot = Literal["bottom", "left", "top-left", "top", "top-right", "right"]

_CLOCKWISE: dict[int, tuple[Spot, ...]] = {
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top-left", "top-right", "right"),
}

# The column in cards from the left, and the row in half cards from the top.
_PLACES: dict[int, dict[Spot, tuple[float, int]]] = {
    4: {"left": (0, 1), "top": (1, 0), "bottom": (1, 2), "right": (2, 1)},
    5: {
        "left": (0, 1),
        "top-left": (1, 0),
        "top-right": (2, 0),
        "bottom": (1.5, 2),
        "right": (3, 1),
    },
}

_MIRRORED: dict[Spot, Spot] = {
    "left": "right",
    "right": "left",
    "top-left": "top-right",
    "top-right": "top-left",
}


def spots(players: int, clockwise: bool) -> tuple[Spot, ...]:
    """The place of each seat as seen from above, beginning with the person's at the bottom and
    going around in the order of play; in clockwise play the next seat is on the left."""
    around = _CLOCKWISE[players]
    return around if clockwise else tuple(_MIRRORED.get(spot, spot) for spot in around)


class TrickView(Struct, frozen=True):
    """The cards and texts to draw in the middle of the table."""

    cards: Sequence[tuple[Spot, Card]] = ()
    best: Spot | None = None
    """The place of the winning card, so far or finally."""
    past: bool = False
    """True if the trick has been taken already and is only shown as a reminder."""
    middle: str = ""
    """A sign between the cards, such as the direction of play."""
    notes: Sequence[str] = ()
    """Lines of text shown when there are no cards."""


class TrickArea(Widget):
    """Draws the middle of the table."""

    def __init__(self, players: int, *, id: str) -> None:
        super().__init__(id=id)
        self._players = players
        self._gap = 2 if players == 4 else 1
        self._trick = TrickView()
        self._face = SMALL

    def show(self, trick: TrickView, size: FaceSize) -> None:
        """Show this trick with cards of this size."""
        if (trick, size) != (self._trick, self._face):
            self._trick, self._face = trick, size
            self.refresh()

    def render(self) -> Content:
        """The cards in a cross, centred in the widget."""
        trick, size = self._trick, self._fitting()
        canvas = Canvas(self.size.width, self.size.height)
        step = _step(size)
        pitch = size.width + self._gap
        left = (self.size.width - self._width(size)) // 2
        top = max(0, (self.size.height - _height(size)) // 2)
        if not trick.cards:
            first = max(0, (self.size.height - len(trick.notes)) // 2)
            for row, note in enumerate(trick.notes, start=first):
                canvas.place_centred(row, Content.styled(note, "$muted"))
            return canvas.content()
        for spot, card in trick.cards:
            across, down = _PLACES[self._players][spot]
            best = spot == trick.best
            lines = face(card, size, "dim" if trick.past else "best" if best else "bright", best)
            canvas.place(left + round(across * pitch), top + down * step, lines)
        middle = top + step + size.height // 2
        canvas.place_centred(middle, Content.styled(trick.middle, "$muted"))
        return canvas.content()

    def _fitting(self) -> FaceSize:
        """The largest card size, up to that of the hand's cards, at which the trick fits the
        widget."""
        size = self._face
        while size is not SMALL and (
            self._width(size) > self.size.width or _height(size) > self.size.height
        ):
            size = smaller_than(size)
        return size

    def _width(self, size: FaceSize) -> int:
        """Width of the whole cross in cells."""
        return (self._players - 2) * (size.width + self._gap) + size.width


def _step(size: FaceSize) -> int:
    """Number of rows from the card across the table down to those at the sides, and from there to
    the person's card."""
    return (size.height + 1) // 2


def _height(size: FaceSize) -> int:
    """Height of the whole cross in cells."""
    return 2 * _step(size) + size.height


class SeatPanel(Words):
    """Shows one seat; the seat across the table has room for longer lines than those at the
    sides."""

    def __init__(self, spot: Spot) -> None:
        super().__init__(classes=f"seat {spot}")
        self._in_one_line = spot in ("top", "bottom")
        self._aside = spot in ("left", "right")

    def show(self, seat: SeatView, lang: Lang) -> None:
        """Show the seat as it is now."""
        self.set_class(seat.turn, "-turn")
        lines = [_name(seat, lang), _points(seat, lang)]
        if self._in_one_line:
            lines = [Content("   ").join(lines)]
        before = [cards for cards in (_exposed(seat, lang), _captured(seat, lang)) if cards]
        lines += before if self._aside else [Content("  ").join(before)] if before else []
        self.show_text(Content("\n").join(lines), resize=True)


def _name(seat: SeatView, lang: Lang) -> Content:
    turn = ("▶ ", "bold $gold") if seat.turn else ""
    name = (seat.name, "bold $gold" if seat.turn else "bold $ink")
    notes = [say("table.seat.dealer", lang)] if seat.deals else []
    notes += [say("table.seat.partner", lang)] if seat.partner else []
    notes += [say("table.seat.leads", lang)] if seat.leads else []
    key = "card" if seat.cards == 1 else "cards"
    notes.append(say(f"table.seat.{key}", lang, count=seat.cards))
    return Content.assemble(turn, name, ("  " + " · ".join(notes), "$muted"))


def _points(seat: SeatView, lang: Lang) -> Content:
    total = say("table.seat.total", lang, points=number(seat.total))
    deal = say("table.seat.deal", lang, points=signed(seat.points))
    style = points_style(seat.points, seat.family)
    return Content.assemble((total, "$ink"), (" · ", "$muted"), (deal, style))


def _exposed(seat: SeatView, lang: Lang) -> Content:
    key = "sells" if seat.sale else "shows"
    backs = [Content.styled("▒▒▒", "$back-line on $back")] * seat.face_down
    return _labelled(f"table.seat.{key}", [*_with_factors(seat.exposed), *backs], lang)


def _captured(seat: SeatView, lang: Lang) -> Content:
    return _labelled("table.seat.took", _with_factors(seat.captured), lang)


def _labelled(key: str, cards: list[Content], lang: Lang) -> Content:
    """Small cards after a label; empty if there are no cards."""
    label = Content.styled(say(key, lang), "$muted")
    return Content(" ").join([label, *cards]) if cards else Content("")


def _with_factors(cards: Iterable[tuple[Card, int]]) -> list[Content]:
    """Small cards, each with the factor that exposing gives it."""
    return [
        Content.assemble(with_cards(str(card)), (f"×{times}" if times > 1 else "", "bold $gold"))
        for card, times in cards
    ]


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
