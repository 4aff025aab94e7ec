"""The person's hand: cards side by side, with a cursor on one of them."""

from collections.abc import Sequence

from msgspec import Struct
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from gongzhu.cards import Card
from gongzhu.terminal.widgets.card_art import SMALL, Canvas, FaceSize, face


class HandCard(Struct, frozen=True):
    """A card of the hand as it is drawn."""

    card: Card
    bright: bool = True
    chosen: bool = False
    """True if the card is chosen; it is drawn raised."""
    tag: str = ""
    """A short label below the card: how it is exposed, or that it was received in the pass."""


class Hand(Widget):
    """Draws the hand, and reports which card was clicked."""

    class Clicked(Message):
        """Sent when a card of the hand was clicked."""

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
        """Show these cards with the cursor at `cursor`, whose card is raised if `lift` is true."""
        if size is not self._face:
            self.styles.height = size.height + 2
        self.cards, self.cursor, self._face, self._lift = cards, cursor, size, lift
        self.refresh()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def render(self) -> Content:
        """The hand as rows: space for raised cards, the cards, and labels with the cursor."""
        canvas = Canvas(self.size.width, self._face.height + 2)
        for place, item in enumerate(self.cards):
            x = self.left + place * self._pitch()
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
        """Report the card under the mouse."""
        place, within = divmod(event.x - self.left, self._pitch())
        if 0 <= place < len(self.cards) and within < self._face.width:
            self.post_message(self.Clicked(self.cards[place].card))

    def _pitch(self) -> int:
        return self._face.width + 1

    @property
    def left(self) -> int:
        """Column of the first card."""
        return max(0, (self.size.width - len(self.cards) * self._pitch() + 1) // 2)
