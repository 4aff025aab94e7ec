"""The text about one seat on the board: name, points, exposed cards and captured point cards."""

from collections.abc import Iterable, Iterator, Sequence

from textual.content import Content
from textual.geometry import Size

from gongzhu.cards import Card
from gongzhu.scorebook import number, signed
from gongzhu.terminal.bars import Words
from gongzhu.terminal.look import points_style, with_cards, wrapped
from gongzhu.terminal.seat_view import SeatView
from gongzhu.texts import Lang, say

Shown = tuple[Card, int]
"""A card, and the factor by which exposing multiplies its points (1 if it is not exposed)."""


class SeatPanel(Words):
    """The widget with the text about one seat. `side` is the side of the board: `bottom`, `left`,
    `top` or `right`."""

    def __init__(self, side: str) -> None:
        super().__init__(classes=f"seat {side}")

    def show(self, seat: SeatView, lang: Lang, room: Size) -> None:
        """Show the text about a seat within `room`, in columns and rows."""
        self.set_class(seat.turn, "-turn")
        self.show_text(fitted(seat, lang, room), resize=True)


def fitted(seat: SeatView, lang: Lang, room: Size) -> Content:
    """The longest version of the text about a seat that fits into `room`, in columns and rows. The
    shortest version counts the cards for which there is no space."""
    text = Content("")
    for lines in _forms(seat, lang, room.width):
        text = wrapped(Content("\n").join(lines), room.width)
        if text.plain.count("\n") < room.height:
            break
    return text


def _forms(seat: SeatView, lang: Lang, width: int) -> Iterator[list[Content]]:
    """Versions of the text about a seat, each as lines, from the longest to the shortest."""
    head = [_name(seat, width, _notes(seat, lang)), _points(seat, lang)]
    one_line = Content("   ").join(head)
    if one_line.cell_length <= width:
        head = [one_line]
    rows = _rows(seat, lang, map(_card, seat.exposed), map(_card, seat.captured))
    joined = _joined(rows)
    yield [*head, *(joined if all(row.cell_length <= width for row in joined) else rows)]
    exposed, captured = list(_runs(seat.exposed)), list(_runs(seat.captured))
    joined = _joined(_rows(seat, lang, exposed, captured))
    yield [*head, *joined]
    short = _notes(seat, lang, short=True)
    yield [_name(seat, width, short), _points(seat, lang), *joined]
    yield [_brief(seat, lang, width), *joined]
    cards = [*exposed, *_backs(seat), *captured]
    for kept in range(len(cards) - 1, -1, -1):
        left = Content.styled(f"+{len(cards) - kept}", "$muted")
        yield [_brief(seat, lang, width), Content(" ").join([*cards[:kept], left])]


def _rows(
    seat: SeatView, lang: Lang, exposed: Iterable[Content], captured: Iterable[Content]
) -> list[Content]:
    """The line of exposed cards and the line of captured cards. A line without cards is left
    out."""
    shows = "table.seat.sells" if seat.sale else "table.seat.shows"
    rows = [(shows, [*exposed, *_backs(seat)]), ("table.seat.took", [*captured])]
    return [
        Content(" ").join([Content.styled(say(key, lang), "$muted"), *cards])
        for key, cards in rows
        if cards
    ]


def _joined(rows: list[Content]) -> list[Content]:
    return [Content("  ").join(rows)] if rows else []


def _backs(seat: SeatView) -> list[Content]:
    return [Content.styled("▒▒▒", "$back-line on $back")] * seat.face_down


def _notes(seat: SeatView, lang: Lang, short: bool = False) -> list[str]:
    notes = [say("table.seat.dealer", lang)] if seat.deals else []
    notes += [say("table.seat.partner", lang)] if seat.partner else []
    if short:
        return notes
    notes += [say("table.seat.leads", lang)] if seat.leads else []
    key = "card" if seat.cards == 1 else "cards"
    return [*notes, say(f"table.seat.{key}", lang, count=seat.cards)]


def _name(seat: SeatView, width: int, notes: Sequence[str] = ()) -> Content:
    """The seat's name, with an arrow before it if it is the seat's turn, cut to `width` columns,
    and the notes after it."""
    turn = ("▶ ", "bold $gold") if seat.turn else ""
    name = (seat.name, "bold $gold" if seat.turn else "bold $ink")
    shown = Content.assemble(turn, name).truncate(max(width, 1), ellipsis=True)
    return Content.assemble(shown, ("  " + " · ".join(notes) if notes else "", "$muted"))


def _points(seat: SeatView, lang: Lang) -> Content:
    total = say("table.seat.total", lang, points=number(seat.total))
    deal = say("table.seat.deal", lang, points=signed(seat.points))
    style = points_style(seat.points, seat.aim)
    return Content.assemble((total, "$ink"), (" · ", "$muted"), (deal, style))


def _brief(seat: SeatView, lang: Lang, width: int) -> Content:
    """The seat's name, total and points in one line of at most `width` columns. A longer name is
    cut."""
    mark = f" {say('table.seat.dealer', lang)}" if seat.deals else ""
    points = Content.assemble(
        (mark, "$muted"),
        (f"  {number(seat.total)}", "$ink"),
        (f" {signed(seat.points)}", points_style(seat.points, seat.aim)),
    )
    return _name(seat, width - points.cell_length) + points


def _card(shown: Shown) -> Content:
    card, times = shown
    return Content.assemble(with_cards(str(card)), _factor(times))


def _factor(times: int) -> tuple[str, str]:
    return (f"×{times}" if times > 1 else "", "bold $gold")


def _runs(cards: Sequence[Shown]) -> Iterator[Content]:
    """The cards as small cards. Three or more consecutive ones of a suit with the same factor are
    shortened to the first and the last."""
    run: list[Shown] = []
    for shown in (*cards, None):
        if shown and run and _follows(run[-1], shown):
            run.append(shown)
            continue
        if len(run) > 2:
            ends = with_cards(f"{run[0][0]}–{run[-1][0]}")
            yield Content.assemble(ends, _factor(run[0][1]))
        else:
            yield from map(_card, run)
        run = [shown] if shown else []


def _follows(one: Shown, other: Shown) -> bool:
    """True if `other` is the next lower card of the same suit, and has the same factor."""
    (card, times), (below, its_times) = one, other
    same = card.suit is below.suit and times == its_times
    return same and card.order == below.order + 1
