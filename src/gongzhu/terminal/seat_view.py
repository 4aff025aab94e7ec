"""The parts of a view that the screen shows: each seat, the trick in the middle, and the order of a
hand."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from gongzhu.cards import Card, Seat, Suit, next_seat, seats
from gongzhu.rules import (
    Mode,
    Public,
    Trick,
    score_table,
    side_of,
    winning_index,
)
from gongzhu.rules.deal import in_turn
from gongzhu.rules.facts import pile_of
from gongzhu.rules.options import Aim
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.view import View

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The order of the suits in a hand from left to right, in which black and red alternate."""


def laid_out(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order of a hand from left to right: by suit as in SUIT_ORDER, and from high to
    low within each suit."""
    return sorted(cards, key=lambda card: (SUIT_ORDER.index(card.suit), -card.order))


TIMES: dict[Mode, int] = {"open": 2, "down": 2, "up": 4}
"""The factor by which each way of exposing multiplies a card's points, as shown on the table."""


class SeatView(Struct, frozen=True):
    """The data of one seat that the screen shows. It contains nothing that the person may not
    know."""

    name: str
    """The player's name."""
    turn: bool
    """True if the table waits for this seat."""
    leads: bool
    """True if the seat led the current trick."""
    deals: bool
    """True if the seat is the dealer of this deal, or between two deals of the next one."""
    partner: bool
    """True if the seat is the person's partner."""
    cards: int
    """Number of cards in the hand."""
    total: int
    """The total of the seat's side in the game before this deal."""
    points: int
    """Points of the seat's pile in this deal so far."""
    aim: Aim
    """`high` if high scores are good under these rules, otherwise `low`."""
    sale: bool
    """True if cards can be exposed face down or face up under these rules, which is called
    selling."""
    exposed: tuple[tuple[Card, int], ...]
    """Key cards that the seat has exposed and still holds, each with its factor."""
    face_down: int
    """Number of cards that the seat has exposed face down and not turned up yet."""
    captured: tuple[tuple[Card, int], ...]
    """Point cards that the seat has captured, in the order in which they are shown, each with its
    factor."""


def seat_views(table: SeatedTable, view: View) -> list[SeatView]:
    """The SeatView of every seat, by seat, with only what `view` contains."""
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
    """The factor of every card that is known to be exposed, including the person's own face-down
    cards."""
    own = view.own.exposures or () if view.own else ()
    return {item.card: TIMES[item.mode] for item in (*own, *view.public.exposed)}


def _by_weight(cards: Sequence[Card]) -> list[Card]:
    """Cards in the order in which captured ones are shown: spades, diamonds, clubs, then hearts,
    and high cards before low ones within a suit."""
    return sorted(cards, key=lambda card: (card.suit.value == "H", -card.suit.order, -card.order))


class TableTrick(Struct, frozen=True):
    """A trick on the table, complete or not."""

    plays: tuple[tuple[Seat, Card], ...]
    """The cards in the order of play, each with the seat that played it."""
    best: Seat
    """The seat whose card wins the trick, or would win it so far."""
    past: bool
    """True if the trick is complete and taken."""


def trick_on_table(public: Public) -> TableTrick | None:
    """The current trick if it has a card, or else the last complete one, or None before the first
    card."""
    if public.trick and public.leader is not None:
        winner = next_seat(public.leader, public.players, winning_index(public.trick))
        return TableTrick(in_turn(public.leader, public.trick, public.players), winner, False)
    return last_trick(public)


def last_trick(public: Public) -> TableTrick | None:
    """The last complete trick, or None if there is none yet."""
    if not public.tricks:
        return None
    trick: Trick = public.tricks[-1]
    return TableTrick(in_turn(trick.leader, trick.cards, public.players), trick.winner, True)
