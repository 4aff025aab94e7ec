"""Cards drawn with characters: the face of a card, a canvas on which several are put side by side,
and the widget of the person's hand."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from gongzhu.cards import Card
from gongzhu.terminal.look import suit_style

FaceLook = Literal["bright", "dim", "best"]
"""The colours of a card: `bright` if it may be chosen or lies in the trick, `dim` if not or if the
trick was taken before, `best` for the card that wins the trick."""

_FACES = {"bright": "$face", "dim": "$face-dim", "best": "$face-best"}


class FaceSize(NamedTuple):
    """The size of a drawn card: columns and rows."""

    width: int
    height: int


TINY = FaceSize(3, 3)
SMALL = FaceSize(5, 3)
MEDIUM = FaceSize(7, 5)
LARGE = FaceSize(9, 7)


def size_for(width: int, height: int, cards: int) -> FaceSize:
    """The largest card size at which a hand of `cards` cards fits into a terminal of `width`
    columns, and the table into its `height` rows."""
    for size, lines in ((LARGE, 42), (MEDIUM, 30), (SMALL, 0)):
        if width >= cards * (size.width + 1) and height >= lines:
            return size
    return TINY


def smaller_than(size: FaceSize) -> FaceSize:
    """The next smaller card size, or TINY if `size` is TINY."""
    return {LARGE: MEDIUM, MEDIUM: SMALL}.get(size, TINY)


def face(
    card: Card, size: FaceSize, look: FaceLook = "bright", starred: bool = False
) -> list[Content]:
    """A drawn card as `size.height` lines of text, with a star in its upper right corner if
    `starred`."""
    rank = str(card)[:-1]
    margin = " " if size.width > SMALL.width else ""
    rows = [""] * size.height
    rows[0] = margin + rank
    rows[size.height // 2] = card.suit.symbol.center(size.width)
    rows[-1] = (rank + margin).rjust(size.width)
    if size is LARGE:
        rows[1] = margin + card.suit.symbol
        rows[-2] = (card.suit.symbol + margin).rjust(size.width)
    if starred:
        rows[0] = rows[0].ljust(size.width - 1) + "★"
    style = f"bold {suit_style(card.suit)} on {_FACES[look]}"
    return [Content.styled(row.ljust(size.width), style) for row in rows]


class Canvas:
    """A grid of characters, `width` columns by `height` rows, on which blocks of text are placed.
    Blocks must not overlap."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._rows: list[list[tuple[int, Content]]] = [[] for _ in range(height)]

    def place(self, x: int, y: int, lines: list[Content]) -> None:
        """Place a block of lines with its upper left corner at column `x` of row `y`, both from 0.
        Lines above or below the canvas are dropped."""
        for row, line in enumerate(lines, start=y):
            if 0 <= row < len(self._rows):
                self._rows[row].append((x, line))

    def place_centred(self, y: int, line: Content) -> None:
        """Place one line in the middle of row `y`, from 0."""
        self.place(max(0, (self._width - line.cell_length) // 2), y, [line])

    def content(self) -> Content:
        """The whole canvas as text."""
        return Content("\n").join(self._line(row) for row in self._rows)

    def _line(self, row: list[tuple[int, Content]]) -> Content:
        line = Content("")
        for x, piece in sorted(row, key=lambda item: item[0]):
            line = line.pad_right(max(0, x - line.cell_length)) + piece
        return line.pad_right(max(0, self._width - line.cell_length))


class HandCard(Struct, frozen=True):
    """A card of the person's hand with everything that decides how it is drawn."""

    card: Card
    bright: bool = True
    """True if the card may be chosen now. Otherwise it is drawn dim."""
    chosen: bool = False
    """True if the card is marked to be passed or exposed. It is drawn one row higher."""
    tag: str = ""
    """A short label below the card: its factor if it is exposed, or a dot if it was received in the
    pass. Empty for none."""


class Hand(Widget):
    """The widget that draws the person's hand. It posts `Hand.Clicked` when a card is clicked."""

    class Clicked(Message):
        """Posted when a card of the hand was clicked."""

        def __init__(self, card: Card) -> None:
            self.card = card
            super().__init__()

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.cards: Sequence[HandCard] = ()
        """The cards shown, from left to right."""
        self.cursor: Card | None = None
        self._face = SMALL
        self._lift = True

    def show(
        self, cards: Sequence[HandCard], cursor: Card | None, size: FaceSize, lift: bool
    ) -> None:
        """Show these cards from left to right, with a mark below the card `cursor` (None: no mark).
        If `lift`, the marked card is drawn one row higher."""
        if size is not self._face:
            self.styles.height = size.height + 2
        self.cards, self.cursor, self._face, self._lift = cards, cursor, size, lift
        self.refresh()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def render(self) -> Content:
        """The hand as rows of text: an empty row into which raised cards reach, the cards, and a
        row with labels and the cursor."""
        canvas = Canvas(self.size.width, self._face.height + 2)
        for place, item in enumerate(self.cards):
            x = self.left + place * self.pitch
            pointed = item.card is self.cursor
            lines = face(item.card, self._face, "bright" if item.bright else "dim")
            raised = item.chosen or (pointed and self._lift)
            canvas.place(x, 0 if raised else 1, lines)
            mark = Content.styled(item.tag.center(self._face.width), "bold $gold")
            if pointed:
                sign = f"▲{item.tag}" if item.tag else "▲"
                mark = Content.styled(sign.center(self._face.width), "bold $gold")
            canvas.place(x, self._face.height + 1, [mark])
        return canvas.content()

    def on_click(self, event: events.Click) -> None:
        """Post `Clicked` for the card under the mouse. Does nothing for a click between two
        cards."""
        place, within = divmod(event.x - self.left, self.pitch)
        if 0 <= place < len(self.cards) and within < self._face.width:
            self.post_message(self.Clicked(self.cards[place].card))

    @property
    def pitch(self) -> int:
        """Columns from the left edge of one card to that of the next."""
        return self._face.width + 1

    @property
    def left(self) -> int:
        """Column of the left edge of the first card, from 0."""
        return max(0, (self.size.width - len(self.cards) * self.pitch + 1) // 2)
