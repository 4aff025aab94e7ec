"""Cards drawn with characters, and a canvas to place them on."""

from typing import Literal, NamedTuple

from textual.content import Content

from gongzhu.cards import Card
from gongzhu.terminal.look import suit_style

FaceLook = Literal["bright", "dim", "best"]
"""How a card is drawn: `bright` if it may be played or lies in the trick, `dim` if not or if the
trick is past, `best` for the winning card of the trick."""

_FACES = {"bright": "$face", "dim": "$face-dim", "best": "$face-best"}


class FaceSize(NamedTuple):
    """The size of a drawn card in cells."""

    width: int
    height: int


SMALL = FaceSize(5, 3)
MEDIUM = FaceSize(7, 5)
LARGE = FaceSize(9, 7)


def size_for(width: int, height: int, cards: int = 13) -> FaceSize:
    """The largest card size at which `cards` cards fit side by side on a terminal of this size."""
    for size, lines in ((LARGE, 42), (MEDIUM, 30)):
        if width >= cards * (size.width + 1) + 1 and height >= lines:
            return size
    return SMALL


def smaller_than(size: FaceSize) -> FaceSize:
    """The next smaller size; for the smallest size, itself."""
    return MEDIUM if size is LARGE else SMALL


def face(
    card: Card, size: FaceSize, look: FaceLook = "bright", starred: bool = False
) -> list[Content]:
    """The lines of a drawn card, with a star in its corner if `starred`."""
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
    """A grid of cells on which blocks of lines are placed side by side; they must not overlap."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._rows: list[list[tuple[int, Content]]] = [[] for _ in range(height)]

    def place(self, x: int, y: int, lines: list[Content]) -> None:
        """Place a block with its upper left corner at column `x` of row `y`."""
        for row, line in enumerate(lines, start=y):
            if 0 <= row < len(self._rows):
                self._rows[row].append((x, line))

    def place_centred(self, y: int, line: Content) -> None:
        """Place a line in the middle of row `y`."""
        self.place(max(0, (self._width - line.cell_length) // 2), y, [line])

    def content(self) -> Content:
        """The whole canvas as text."""
        return Content("\n").join(self._line(row) for row in self._rows)

    def _line(self, row: list[tuple[int, Content]]) -> Content:
        line = Content("")
        for x, piece in sorted(row, key=lambda item: item[0]):
            line = line.pad_right(max(0, x - line.cell_length)) + piece
        return line.pad_right(max(0, self._width - line.cell_length))
