"""Knowledge that follows from a view: voids, and the possible holders of unseen cards.

Everything here is certain, given that all play by the rules; not all that is certain is here, as
what would take a search is left out. What is merely likely belongs to the bots.
"""

from collections.abc import Iterator

from msgspec import Struct

from gongzhu.cards import KEY_CARDS, PIG, Card, Seat, Suit, next_seat, seats
from gongzhu.rules import Phase, pack_of, point_cards
from gongzhu.rules.facts import lead_card, must_lead_card
from gongzhu.rules.legal import binds, first_lead_by_card
from gongzhu.view.view import View


class Knowledge(Struct, frozen=True):
    """The places where the cards that the viewer does not see may be."""

    holders: dict[Card, tuple[Seat, ...]]
    """For every card neither played nor in the viewer's hand, the seats that may hold it."""
    voids: tuple[frozenset[Suit], ...]
    """For each seat, the suits of which it can hold no card."""

    def known_hand(self, seat: Seat) -> tuple[Card, ...]:
        """The unseen cards that this seat must hold, sorted."""
        return tuple(sorted(card for card, at in self.holders.items() if at == (seat,)))

    def may_hold(self, seat: Seat, card: Card) -> bool:
        """True if the seat may hold an unseen card; False for a card that is played or in the
        viewer's own hand."""
        return seat in self.holders.get(card, ())


def know(view: View) -> Knowledge:
    """The knowledge that follows from a view of a deal."""
    others = tuple(seat for seat in seats(view.rules.players) if seat != view.seat)
    possible = {card: set(others) for card in _unseen(view)}
    for card, holder in _shown_holders(view):
        if card in possible:
            possible[card] = {holder}
    for seat, gone in _ruled_out(view):
        for card in gone:
            if card in possible:
                possible[card].discard(seat)
    _settle(view, possible, others)
    holders = {card: tuple(sorted(at)) for card, at in possible.items()}
    return Knowledge(holders, tuple(_voids(view, holders)))


def _unseen(view: View) -> list[Card]:
    public = view.public
    seen = {card for trick in public.tricks for card in trick.cards} | set(public.trick)
    if view.own is not None:
        seen |= set(view.own.hand)
    return [card for card in pack_of(view.rules) if card not in seen]


def _shown_holders(view: View) -> Iterator[tuple[Card, Seat]]:
    """Cards whose holder was shown: exposed, passed by the viewer, or named by the lead."""
    public = view.public
    for exposure in public.exposed:
        yield exposure.card, exposure.seat
    if view.own is not None and view.own.received is not None and view.seat is not None:
        receiver = next_seat(view.seat, public.players, public.passing)
        for card in view.own.passed or ():
            yield card, receiver
    named = lead_card(view.rules)
    if named and public.phase is Phase.PLAYING and first_lead_by_card(view.rules, public.number):
        leader = public.tricks[0].leader if public.tricks else public.leader
        assert leader is not None
        yield named, leader


def _ruled_out(view: View) -> Iterator[tuple[Seat, list[Card]]]:
    """Cards that a seat cannot hold after what it played, trick by trick."""
    public, rules = view.public, view.rules
    pack = pack_of(rules)
    bound = {shown.card for shown in public.exposed if binds(rules, shown.mode)}
    counting = point_cards(rules)
    broken = not rules.hearts_must_be_broken
    forced = _forced_lead(view)
    led_before: set[Suit] = set()
    played = [(trick.leader, trick.cards) for trick in public.tricks]
    if public.trick and public.leader is not None:
        played.append((public.leader, public.trick))
    for number, (leader, cards) in enumerate(played):
        led = cards[0].suit
        if led is Suit.HEARTS and not broken:
            yield leader, [card for card in pack if card.suit is not Suit.HEARTS]
        for place, card in enumerate(cards):
            seat = next_seat(leader, public.players, place)
            if card.suit is not led:
                yield seat, [other for other in pack if other.suit is led]
                if number == 0 and not rules.first_trick_points and card in counting:
                    yield seat, [other for other in pack if other not in counting]
                broken = broken or card.suit is Suit.HEARTS
            elif card in bound and led not in led_before and card is not forced:
                yield seat, [other for other in pack if other.suit is led]
            broken = broken or (rules.queen_breaks_hearts and card is PIG)
        led_before.add(led)


def _forced_lead(view: View) -> Card | None:
    """The card that had to be led to the first trick, exposed or not."""
    rules = view.rules
    if must_lead_card(rules) and first_lead_by_card(rules, view.public.number):
        return lead_card(rules)
    return None


def _settle(view: View, possible: dict[Card, set[Seat]], others: tuple[Seat, ...]) -> None:
    """Count cards against hands until nothing more follows."""
    sizes = {seat: view.cards_left(seat) for seat in others}
    before = -1
    while before != (left := sum(len(at) for at in possible.values())):
        before = left
        for seat in others:
            certain = [card for card, at in possible.items() if at == {seat}]
            maybe = [card for card, at in possible.items() if seat in at]
            if len(certain) == sizes[seat]:
                for card in maybe:
                    if card not in certain:
                        possible[card].discard(seat)
            elif len(maybe) == sizes[seat]:
                for card in maybe:
                    possible[card] = {seat}
            _settle_face_down(view, possible, seat)


def _settle_face_down(view: View, possible: dict[Card, set[Seat]], seat: Seat) -> None:
    """A seat with as many cards face down as key cards it may have laid down has them all."""
    shown = {exposure.card for exposure in view.public.exposed}
    laid = [card for card in KEY_CARDS if card not in shown and seat in possible.get(card, ())]
    if laid and len(laid) == view.public.face_down[seat]:
        for card in laid:
            possible[card] = {seat}


def _voids(view: View, holders: dict[Card, tuple[Seat, ...]]) -> Iterator[frozenset[Suit]]:
    for seat in seats(view.rules.players):
        if view.own is not None and seat == view.seat:
            held = {card.suit for card in view.own.hand}
        else:
            held = {card.suit for card, at in holders.items() if seat in at}
        yield frozenset(Suit) - held
