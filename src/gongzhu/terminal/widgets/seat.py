"""A seat at the table, as every player sees it."""

from collections.abc import Iterable

from textual.content import Content

from gongzhu.cards import Card
from gongzhu.scorebook import number, signed
from gongzhu.terminal.look import points_style, with_cards
from gongzhu.terminal.seat_view import SeatView
from gongzhu.terminal.widgets.trick import Spot
from gongzhu.terminal.widgets.words import Words
from gongzhu.texts import Lang, say


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
