"""The parts of a view as the screen shows them: each seat, the trick in the middle, and the order
of a hand."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from gongzhu.cards import Card, Seat, Suit, next_seat, seats
from gongzhu.rules import (
    Mode,
    Public,
    Trick,
    score_table,
    side_of,
    winning_place,
)
from gongzhu.rules.deal import in_turn
from gongzhu.rules.facts import pile_of
from gongzhu.rules.options import Aim
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.view import View

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The order of suits in a hand, in which red and black alternate."""


def laid_out(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order of a hand from left to right: by suit, each from high to low."""
    return sorted(cards, key=lambda card: (SUIT_ORDER.index(card.suit), -card.order))


TIMES: dict[Mode, int] = {"open": 2, "down": 2, "up": 4}
"""The factor by which exposing multiplies a card's points, as shown on the table."""


class SeatView(Struct, frozen=True):
    """A seat as every player sees it."""

    name: str
    turn: bool
    """True if the table waits for this seat."""
    leads: bool
    """True if the seat led the trick."""
    deals: bool
    """True if the seat deals this deal; between two deals, if it deals the next one."""
    partner: bool
    """True if the seat is the person's partner."""
    cards: int
    """Number of cards in the hand."""
    total: int
    """Total of the seat's side before this deal."""
    points: int
    """Points of the seat's pile so far."""
    aim: Aim
    sale: bool
    """True if exposed cards are called "for sale", face down or face up, under these rules."""
    exposed: tuple[tuple[Card, int], ...]
    """Key cards that the seat exposed and still holds, with their factors."""
    face_down: int
    captured: tuple[tuple[Card, int], ...]
    """Point cards that the seat captured, in display order, with their factors."""


def seat_views(table: SeatedTable, view: View) -> list[SeatView]:
    """Every seat as it is shown to the person whose view is `view`."""
    public, rules = view.public, view.rules
    scores = score_table(rules, public).points
    factors = exposure_factors(view)
    gone = {card for trick in public.tricks for card in trick.cards} | set(public.trick)
    views = []
    for seat in seats(rules.players):
        shown = [item for item in public.exposed if item.seat == seat and item.card not in gone]
        side = side_of(rules, seat)
        views.append(
            SeatView(
                name=table.setup.names[seat],
                turn=public.turn == seat or (public.turn is None and table.waiting_for() == seat),
                leads=bool(public.trick) and public.leader == seat,
                deals=seat == table.dealer,
                partner=seat != table.you and side == side_of(rules, table.you),
                cards=view.cards_left(seat),
                total=public.totals[side],
                points=scores[pile_of(rules, seat)],
                aim=rules.aim,
                sale=rules.sale == "face-down-or-up",
                exposed=tuple((item.card, TIMES[item.mode]) for item in shown),
                face_down=public.face_down[seat],
                captured=tuple(
                    (card, factors.get(card, 1)) for card in _by_weight(public.captured[seat])
                ),
            )
        )
    return views


def exposure_factors(view: View) -> dict[Card, int]:
    """The factor of every card known to be exposed, including the person's own face-down ones."""
    own = view.own.exposures or () if view.own else ()
    return {item.card: TIMES[item.mode] for item in (*own, *view.public.exposed)}


def _by_weight(cards: Sequence[Card]) -> list[Card]:
    """Cards sorted with the pig, sheep and doubler first, then the hearts from the ace down."""
    return sorted(cards, key=lambda card: (card.suit.value == "H", -card.suit.order, -card.order))


class TableTrick(Struct, frozen=True):
    """A trick as it lies on the table, complete or not."""

    plays: tuple[tuple[Seat, Card], ...]
    best: Seat
    """The seat whose card wins, so far or finally."""
    past: bool
    """True if the trick has been taken already."""


def trick_on_table(public: Public) -> TableTrick | None:
    """The current trick, or else the last complete one; None before the first."""
    if public.trick and public.leader is not None:
        winner = next_seat(public.leader, public.players, winning_place(public.trick))
        return TableTrick(in_turn(public.leader, public.trick, public.players), winner, False)
    return last_trick(public)


def last_trick(public: Public) -> TableTrick | None:
    """The last complete trick; None if there is none."""
    if not public.tricks:
        return None
    trick: Trick = public.tricks[-1]
    return TableTrick(in_turn(trick.leader, trick.cards, public.players), trick.winner, True)
