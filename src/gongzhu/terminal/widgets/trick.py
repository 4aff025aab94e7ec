"""The middle of the table: the trick, with each card in front of the seat that played it."""

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
    """The middle of the table as it is drawn."""

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
    """Rows between the card across the table and those at the sides, and from there to the person's
    card."""
    return (size.height + 1) // 2


def _height(size: FaceSize) -> int:
    """Height of the whole cross in cells."""
    return 2 * _step(size) + size.height
