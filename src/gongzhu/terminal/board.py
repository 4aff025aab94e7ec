"""The board on the screen: the seats around the table, and the current trick in the middle."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from gongzhu.cards import Card, Seat, next_seat, seats
from gongzhu.rules import Phase, RuleSet
from gongzhu.terminal.cards import SMALL, TINY, Canvas, FaceSize, face, smaller_than
from gongzhu.terminal.seat_panel import SeatPanel
from gongzhu.terminal.seat_view import seat_views, trick_on_table
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.texts import Lang, say
from gongzhu.view import View

Spot = Literal[
    "bottom",
    "left-low",
    "left",
    "left-high",
    "top-left",
    "top",
    "top-right",
    "right-high",
    "right",
    "right-low",
]

_CLOCKWISE: dict[int, tuple[Spot, ...]] = {
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top-left", "top-right", "right"),
    6: ("bottom", "left", "top-left", "top", "top-right", "right"),
    7: (
        *("bottom", "left-low", "left-high"),
        *("top-left", "top-right", "right-high", "right-low"),
    ),
    8: (
        *("bottom", "left-low", "left-high"),
        *("top-left", "top", "top-right", "right-high", "right-low"),
    ),
}
_FAR: tuple[Spot, ...] = ("top-left", "top", "top-right")
_TO_LEFT: tuple[Spot, ...] = ("left-high", "left", "left-low")
_TO_RIGHT: tuple[Spot, ...] = ("right-high", "right", "right-low")
_MIRRORED: dict[Spot, Spot] = {
    **dict(zip(_TO_LEFT, _TO_RIGHT, strict=True)),
    **dict(zip(_TO_RIGHT, _TO_LEFT, strict=True)),
    "top-left": "top-right",
    "top-right": "top-left",
}


def spots(players: int, clockwise: bool) -> tuple[Spot, ...]:
    """The position on the screen of each seat, beginning with the person's seat at the bottom and
    going on in the order of play. In clockwise play the next seat is on the left. `players` is 3 to
    8."""
    around = _CLOCKWISE[players]
    return around if clockwise else tuple(_MIRRORED.get(spot, spot) for spot in around)


def card_places(around: Sequence[Spot]) -> dict[Spot, tuple[float, int]]:
    """For each position around the table, the coordinates of its card in the middle: the column in
    card widths from the left, and the row in half cards from the top.

    >>> card_places(spots(4, clockwise=True))["top"]
    (1, 0)
    """
    far = [spot for spot in _FAR if spot in around]
    last = max(2, len(far) + 1)
    columns = {spot: column for column, spot in enumerate(far, start=1)}
    return {
        spot: (
            last / 2 if spot == "bottom" else columns.get(spot, 0 if spot in _TO_LEFT else last),
            0 if spot in far or spot.endswith("high") else 1 if spot in ("left", "right") else 2,
        )
        for spot in around
    }


class TrickView(Struct, frozen=True):
    """The middle of the table as it is drawn: the cards of a trick, or lines of text."""

    cards: Sequence[tuple[Spot, Card]] = ()
    """The cards of the trick, each with the position around the table from which it was played."""
    best: Spot | None = None
    """The position of the card that wins the trick, or would win it so far."""
    past: bool = False
    """True if the trick was taken before and is shown as a reminder, with dim cards."""
    middle: str = ""
    """A character between the cards: an arrow in the direction of play."""
    notes: Sequence[str] = ()
    """Lines of text, shown if there are no cards."""


class TrickArea(Widget):
    """The widget in the middle of the table, which draws a `TrickView`."""

    def __init__(self, around: Sequence[Spot], *, id: str) -> None:
        super().__init__(id=id)
        self._places = card_places(around)
        self._columns = max(column for column, _ in self._places.values())
        self._gap = 2 if self._columns == 2 else 1
        self._trick = TrickView()
        self._face = SMALL

    def show(self, trick: TrickView, size: FaceSize) -> None:
        """Show this trick with cards of the given size, or of the largest smaller one that fits."""
        size = SMALL if size is TINY else size
        if (trick, size) != (self._trick, self._face):
            self._trick, self._face = trick, size
            self.refresh()

    def render(self) -> Content:
        """The cards arranged as around the table, centred in the widget, or the notes if there are
        no cards."""
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
            across, down = self._places[spot]
            best = spot == trick.best
            lines = face(card, size, "dim" if trick.past else "best" if best else "bright", best)
            canvas.place(left + round(across * pitch), top + down * step, lines)
        middle = top + step + size.height // 2
        canvas.place_centred(middle, Content.styled(trick.middle, "$muted"))
        return canvas.content()

    def _fitting(self) -> FaceSize:
        """The largest card size, up to the one asked for, at which the whole trick fits into the
        widget."""
        size = self._face
        while size is not TINY and (
            self._width(size) > self.size.width or _height(size) > self.size.height
        ):
            size = smaller_than(size)
        return size

    def _width(self, size: FaceSize) -> int:
        """Width in columns of a whole trick drawn with cards of this size."""
        return round(self._columns * (size.width + self._gap)) + size.width


def _step(size: FaceSize) -> int:
    """Number of rows between the far card and the cards at the sides, and between these and the
    person's card."""
    return (size.height + 1) // 2


def _height(size: FaceSize) -> int:
    """Number of rows of a whole trick drawn with cards of this size."""
    return 2 * _step(size) + size.height


_ARROWS = {"left": "◀━━", "top": "▲", "right": "━━▶", "bottom": "▼"}

MARGIN = 1
"""Columns at the left and at the right of the text about a seat."""
SIDE = 24
"""Columns at the left and at the right of the board that belong to the seats there."""
ROOMY = 14
"""Number of rows of a board from which the seats above and below get one more row of text."""


class BoardWidget(Vertical):
    """The board: a panel with text for each seat at its position, and the trick in the middle."""

    def __init__(self, rules: RuleSet, you: Seat, *, id: str) -> None:
        super().__init__(id=id)
        self._clockwise = rules.direction == "clockwise"
        around = spots(rules.players, self._clockwise)
        self._spots = tuple(around[(seat - you) % rules.players] for seat in seats(rules.players))
        self._panels = {spot: SeatPanel(spot.partition("-")[0]) for spot in around}
        self._trick = TrickArea(around, id="trick")
        self._far, self._left, self._right = (
            [self._panels[spot] for spot in row if spot in around]
            for row in (_FAR, _TO_LEFT, _TO_RIGHT)
        )

    def compose(self) -> ComposeResult:
        yield Horizontal(*self._far, id="far")
        with Horizontal(id="between"):
            yield Vertical(*self._left, id="to-left")
            yield self._trick
            yield Vertical(*self._right, id="to-right")
        yield Horizontal(self._panels["bottom"], id="near")

    def on_mount(self) -> None:
        for panel in self._far:
            panel.styles.max_width = f"{100 // len(self._far)}%"
            panel.styles.margin = (0, 1) if self._far[1:] else 0

    def show(
        self,
        table: SeatedTable,
        view: View,
        lang: Lang,
        size: FaceSize,
        *,
        fresh: bool,
        room: Size,
    ) -> None:
        """Show the deal as `view`. With `fresh`, a trick that was just completed is drawn as if it
        were not taken yet. `room` is the size of the whole board in columns and rows, and `size`
        the wanted size of cards."""
        for spot, seat in zip(self._spots, seat_views(table, view), strict=True):
            self._panels[spot].show(seat, lang, self._room_at(spot, room))
        self._trick.show(self._middle(table, view, lang, fresh), size)

    def _room_at(self, spot: Spot, room: Size) -> Size:
        """Columns and rows for the text about the seat at a position, so that enough is left for
        the trick."""
        far, near = (4, 3) if room.height >= ROOMY else (3, 2)
        if spot == "bottom":
            return Size(room.width - 2 * MARGIN, near)
        if spot in _FAR:
            shared = len(self._far)
            return Size(room.width // shared - (4 if shared > 1 else 2) * MARGIN, far)
        rows = room.height - far - near
        return Size(SIDE - 2 * MARGIN, (rows - len(self._left) + 1) // len(self._left))

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
                name, count = table.setup.names[receiver], view.rules.pass_count
                key = "card_to" if count == 1 else "cards_to"
                return (
                    _ARROWS[self._spots[receiver].partition("-")[0]],
                    say("table.ask.passing", lang),
                    say(f"table.ask.{key}", lang, name=name, count=count),
                )
            case Phase.EXPOSING:
                return (say("table.ask.exposing", lang), say("table.ask.all_choose", lang))
            case _:
                return ()
