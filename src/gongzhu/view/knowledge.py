"""Deduces from a view, with certainty, which suits a seat lacks and which seats may hold an unseen
card.

Every conclusion is certain if all players follow the rules. Conclusions that would take a search
are left out, and probabilities are left to the bots.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from gongzhu.cards import PIG, SUITS, Card, Seat, Suit, next_seat, seats
from gongzhu.rules import Phase, Public, key_cards, pack_of
from gongzhu.rules.facts import counting_cards, first_lead_by_card, lead_card, must_lead_card
from gongzhu.rules.legal import bars_first_trick
from gongzhu.view.view import View

Seats = tuple[Seat, ...]
"""Seats in ascending order."""

Holders = dict[Card, Seats]
"""For each unseen card, the seats that may hold it."""

_ALL_SUITS = frozenset(SUITS)


class Knowledge(Struct, frozen=True):
    """The conclusions from one view about who may hold the unseen cards: those neither played nor
    in the viewer's hand."""

    view: View
    """The view from which everything here is deduced."""
    holders: Holders
    """For each unseen card, the seats that may hold it. The viewer's own seat is never among
    them."""

    @property
    def voids(self) -> tuple[frozenset[Suit], ...]:
        """For each seat, the suits of which it certainly holds no card."""
        return tuple(_voids(self.view, self.holders))

    def known_hand(self, seat: Seat) -> tuple[Card, ...]:
        """The unseen cards that this seat certainly holds, sorted."""
        return tuple(sorted(card for card, at in self.holders.items() if at == (seat,)))

    def may_hold(self, seat: Seat, card: Card) -> bool:
        """True if the seat may hold this unseen card, and False for a card already played or in the
        viewer's hand."""
        return seat in self.holders.get(card, ())


def know(view: View) -> Knowledge:
    """Deduce the knowledge that follows from a view.

    >>> rules = load_rules("gongzhu-hwa").rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> know(view_of(deal, 0)).may_hold(1, deal.own[0].hand[0])
    False
    """
    possible = possible_holders(view)
    _settle(view, possible)
    return Knowledge(view, possible)


def possible_holders(view: View) -> Holders:
    """The seats that may hold each unseen card, according to what was shown, passed and played, but
    before the sizes of the hands are taken into account.

    A deal fits a view exactly when each unseen card is with a possible holder, each hand has its
    size, and each seat holds as many face-down cards as it has exposed and not played. A play only
    rules out a set of cards for its seat, because the rules forbid a card only in view of other
    cards of the same hand: a suit to follow, the suit of an exposed card before it was led, point
    cards in the first trick, hearts before they are broken.
    """
    others = _others(view)
    void, only_counting = _ruled_out(view)
    may_have = {suit: tuple([at for at in others if (at, suit) not in void]) for suit in SUITS}
    possible = {card: may_have[card.suit] for card in _unseen(view)}
    for seat in only_counting:
        for card in possible.keys() - counting_cards(view.rules):
            possible[card] = _without(possible[card], seat)
    for card, holder in _shown_holders(view):
        if card in possible:
            possible[card] = tuple([seat for seat in possible[card] if seat == holder])
    return possible


def _others(view: View) -> Seats:
    return tuple([seat for seat in seats(view.rules.players) if seat != view.seat])


def _without(at: Seats, seat: Seat) -> Seats:
    return tuple([other for other in at if other != seat])


def _unseen(view: View) -> list[Card]:
    public = view.public
    hand = () if view.own is None else view.own.hand
    seen = set(hand).union(public.trick, *[trick.cards for trick in public.tricks])
    return [card for card in pack_of(view.rules) if card not in seen]


def _shown_holders(view: View) -> Iterator[tuple[Card, Seat]]:
    """Yields the cards whose holder is certain, with that seat: cards exposed, passed by the
    viewer, or held by the first leader according to the rules. Some of them may have been
    played."""
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


def _ruled_out(view: View) -> tuple[set[tuple[Seat, Suit]], set[Seat]]:
    """The pairs of seat and suit in which the tricks show that the seat has no card of the suit,
    and the seats that had only point cards when they discarded in the first trick."""
    public, rules = view.public, view.rules
    bound = {shown.card for shown in public.exposed if bars_first_trick(rules, shown.mode)}
    counting = counting_cards(rules)
    broken = not rules.hearts_must_be_broken
    forced = _forced_lead(view)
    led_before: set[Suit] = set()
    void: set[tuple[Seat, Suit]] = set()
    only_counting: set[Seat] = set()
    for number, trick in enumerate(public.begun_tricks):
        leader, first = trick[0]
        led = first.suit
        if not broken and led is Suit.HEARTS and not (number == 0 and first is forced):
            void.update((leader, suit) for suit in SUITS if suit is not led)
        for seat, card in trick:
            if card.suit is not led:
                void.add((seat, led))
                if number == 0 and not rules.first_trick_points and card in counting:
                    only_counting.add(seat)
                broken = broken or card.suit is Suit.HEARTS
            elif (
                card in bound
                and led not in led_before
                and card is not forced
                and not _holds_another_key(public, seat, card)
            ):
                void.add((seat, led))
            broken = broken or (rules.queen_breaks_hearts and card is PIG)
        led_before.add(led)
    return void, only_counting


def _holds_another_key(public: Public, seat: Seat, key: Card) -> bool:
    """True if the seat also exposed another card of the suit of `key`. Then playing `key` does not
    show that the seat has no other card of the suit."""
    return any(
        shown.seat == seat and shown.card is not key and shown.card.suit is key.suit
        for shown in public.exposed
    )


def _forced_lead(view: View) -> Card | None:
    """The card that had to be led to the first trick even if it was exposed, or None if the rules
    name none."""
    rules = view.rules
    if must_lead_card(rules) and first_lead_by_card(rules, view.public.number):
        return lead_card(rules)
    return None


def _settle(view: View, possible: Holders) -> None:
    """Remove from `possible`, in place, the holders that the sizes of the hands rule out, until no
    further conclusion is possible."""
    others = _others(view)
    sizes = {seat: view.cards_left(seat) for seat in others}
    before = None
    while possible != before:
        before = possible.copy()
        numbers = Counter(possible.values())
        for seat in others:
            certain = numbers[(seat,)]
            maybe = sum([number for at, number in numbers.items() if seat in at])
            if certain == sizes[seat] < maybe:
                for card, at in possible.items():
                    if at != (seat,):
                        possible[card] = _without(at, seat)
            elif maybe == sizes[seat] > certain:
                for card, at in possible.items():
                    if seat in at:
                        possible[card] = (seat,)
            _settle_face_down(view, possible, seat)


def _settle_face_down(view: View, possible: Holders, seat: Seat) -> None:
    """If the seat has as many cards face down as there are key cards that it may have exposed, then
    it holds all of these: make it their only holder in `possible`, in place."""
    down = view.public.face_down[seat]
    if not down:
        return
    shown = {exposure.card for exposure in view.public.exposed}
    laid = [
        card
        for card in key_cards(view.rules)
        if card not in shown and seat in possible.get(card, ())
    ]
    if len(laid) == down:
        for card in laid:
            possible[card] = (seat,)


def _voids(view: View, holders: Holders) -> Iterator[frozenset[Suit]]:
    together = {(card.suit, at) for card, at in holders.items()}
    for seat in seats(view.rules.players):
        if view.own is not None and seat == view.seat:
            held = {card.suit for card in view.own.hand}
        else:
            held = {suit for suit, at in together if seat in at}
        yield _ALL_SUITS - held
