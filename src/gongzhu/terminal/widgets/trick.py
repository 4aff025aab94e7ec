"""The middle of the table: the trick, each card before the seat that played it."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from textual.content import Content
from textual.widget import Widget

from gongzhu.cards import Card
from gongzhu.terminal.widgets.card_art import SMALL, Canvas, FaceSize, face, smaller_than

Spot = Literal["bottom", "left", "top-left", "top", "top-right", "right"]

_CLOCKWISE: dict[int, tuple[Spot, ...]] = {
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top-left", "top-right", "right"),
}

# How many cards from the left, and how many steps of half a card from the top.
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
    """The place of each seat, seen from above and counted from the one at the bottom: clockwise
    play goes on to the left."""
    around = _CLOCKWISE[players]
    return around if clockwise else tuple(_MIRRORED.get(spot, spot) for spot in around)


class TrickView(Struct, frozen=True):
    """The middle of the table as it is drawn."""

    cards: Sequence[tuple[Spot, Card]] = ()
    best: Spot | None = None
    """The place whose card wins, so far or in the end."""
    past: bool = False
    """The trick has been taken already, and is shown for memory's sake."""
    middle: str = ""
    """One sign between the cards."""
    notes: Sequence[str] = ()
    """Lines to read where no cards lie."""


class TrickArea(Widget):
    """Shows the middle of the table."""

    def __init__(self, players: int, *, id: str) -> None:
        super().__init__(id=id)
        self._players = players
        self._gap = 2 if players == 4 else 1
        self._trick = TrickView()
        self._face = SMALL

    def show(self, trick: TrickView, size: FaceSize) -> None:
        """Show this, with cards of this size."""
        if (trick, size) != (self._trick, self._face):
            self._trick, self._face = trick, size
            self.refresh()

    def render(self) -> Content:
        """The cards, in a cross that fills the middle of the widget."""
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
        """The size of the hand's cards, or the largest that fits in here."""
        size = self._face
        while size is not SMALL and (
            self._width(size) > self.size.width or _height(size) > self.size.height
        ):
            size = smaller_than(size)
        return size

    def _width(self, size: FaceSize) -> int:
        """Of the whole cross, in cells."""
        return (self._players - 2) * (size.width + self._gap) + size.width


def _step(size: FaceSize) -> int:
    """Rows from the far cards to those at the sides, and from there to the near one."""
    return (size.height + 1) // 2


def _height(size: FaceSize) -> int:
    """Of the whole cross, in cells."""
    return 2 * _step(size) + size.height
