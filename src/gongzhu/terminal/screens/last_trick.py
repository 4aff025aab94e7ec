"""The sheet that shows the last trick, which every player may look at."""

from collections.abc import Sequence

from textual.content import Content

from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.seat_view import last_trick
from gongzhu.terminal.widgets.card_art import MEDIUM, Canvas, face


class LastTrickSheet(Sheet):
    """The cards of the last trick in the order of play, each below the name of its player."""

    def title_text(self) -> str:
        return self.say("last.title")

    def blocks(self) -> Sequence[Content]:
        """The cards, and the name of the player who took them."""
        table = self.program.table
        trick = last_trick(table.view.public)
        if trick is None:
            return [Content(self.say("last.none"))]
        names = table.setup.names
        pitch = 2 + max(MEDIUM.width, *(Content(name).cell_length for name in names))
        canvas = Canvas(pitch * len(trick.plays), MEDIUM.height + 1)
        for place, (seat, card) in enumerate(trick.plays):
            best = seat == trick.best
            name = Content.styled(names[seat], "bold $gold" if best else "$ink")
            canvas.place(place * pitch, 0, [name])
            canvas.place(
                place * pitch, 1, face(card, MEDIUM, "best" if best else "bright", starred=best)
            )
        texts = self.program.event_text()
        sentences = [
            texts.about("last.led", trick.plays[0][0]),
            texts.about("log.trick", trick.best),
        ]
        return [canvas.content(), Content(self.say("joint").join(sentences))]
