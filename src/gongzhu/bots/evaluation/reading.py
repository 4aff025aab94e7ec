"""Card reading: the probable holders of the unseen cards, from the view of a seat."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots.evaluation.stakes import Stakes
from gongzhu.bots.evaluation.terms import Term
from gongzhu.cards import KEY_CARDS, PIG, Card, Seat, Suit, next_seat, seats
from gongzhu.rules import Own, Phase, Public, RuleSet
from gongzhu.rules.legal import binds
from gongzhu.view import Knowledge, View, know

BySuit = dict[Suit, tuple[Card, ...]]
"""Cards from the lowest up, with an entry for every suit."""

Likely = dict[Suit, tuple[tuple[Card, float], ...]]
"""The unseen cards that one seat may hold, each with its probability."""

KEY_OF: dict[Suit, Card] = {card.suit: card for card in KEY_CARDS}
"""The key card of each suit."""


class Reading(Struct, frozen=True, kw_only=True, eq=False):
    """A view, read once for all the cards that are compared."""

    rules: RuleSet
    seat: Seat
    public: Public
    own: Own
    stakes: Stakes
    held: BySuit
    """The hand of the seat."""
    unseen: BySuit
    """The cards that the others hold."""
    others: tuple[Seat, ...]
    later: tuple[Seat, ...]
    """The seats that play to the trick after this one, in that order."""
    likely: tuple[Likely, ...]
    """By seat; nothing for the seat itself."""
    void: tuple[dict[Suit, float], ...]
    """By seat and suit, the probability that it is void."""
    active: dict[Suit, int]
    """By suit, the number of other seats that may have a card of it."""
    bound: frozenset[Card]
    """Exposed key cards that may not be played yet to a trick of their suit."""
    omitted: Term | None
    """The term that is left out of the evaluation, to measure its effect; None: none."""

    @property
    def pig_is_out(self) -> bool:
        """True if another seat holds the pig: once it is gone, A♠ and K♠ are harmless."""
        return PIG in self.unseen[Suit.SPADES]

    def chance(self, seat: Seat, card: Card) -> float:
        """Probability that the seat holds an unseen card."""
        cards = self.likely[seat][card.suit]
        return next((chance for other, chance in cards if other is card), 0.0)

    def followers(self, suit: Suit) -> float:
        """Expected cards of the suit from the seats that still play to this trick, when this seat
        plays one of the suit to it."""
        trick = self.public.trick
        if trick and trick[0].suit is not suit:
            return 0.0
        return sum(1 - self.void[seat][suit] for seat in self.later)


def read(view: View, omitted: Term | None = None) -> Reading:
    """Read the view of a seat."""
    public, own, seat = view.public, view.own, view.seat
    assert own is not None
    assert seat is not None
    knowledge = know(_without_passes(view, own) if omitted == "passed" else view)
    if omitted == "gone":
        knowledge = _with_pig(knowledge, public, own)
    likely = _likely(view, knowledge)
    others = tuple(at for at in seats(public.players) if at != seat)
    return Reading(
        rules=view.rules,
        seat=seat,
        public=public,
        own=own,
        stakes=Stakes(view.rules, public, own, seat, omitted),
        held=by_suit(own.hand),
        unseen=by_suit(knowledge.holders),
        others=others,
        later=_later(public, seat),
        likely=likely,
        void=tuple({suit: _none(cards) for suit, cards in at.items()} for at in likely),
        active={suit: sum(suit not in knowledge.voids[at] for at in others) for suit in Suit},
        bound=frozenset(
            exposure.card
            for exposure in public.exposed
            if binds(view.rules, exposure.mode)
            and exposure.card.suit not in public.suits_led
            and omitted != "bound"
        ),
        omitted=omitted,
    )


def _without_passes(view: View, own: Own) -> View:
    return replace(view, own=replace(own, received=None))


def _with_pig(knowledge: Knowledge, public: Public, own: Own) -> Knowledge:
    """As if the pig had not been played, and any seat with spades might hold it."""
    if PIG in own.hand or PIG in public.trick:
        return knowledge
    at = tuple(seat for seat in seats(public.players) if Suit.SPADES not in knowledge.voids[seat])
    holders = {**knowledge.holders, PIG: at} if at else knowledge.holders
    return replace(knowledge, holders=dict(sorted(holders.items())))


def by_suit(cards: Iterable[Card]) -> BySuit:
    """Sorted cards, suit by suit."""
    split: BySuit = dict.fromkeys(Suit, ())
    for suit, group in groupby(cards, key=_suit):
        split[suit] = tuple(group)
    return split


def _suit(card: Card) -> Suit:
    return card.suit


def _later(public: Public, seat: Seat) -> tuple[Seat, ...]:
    if public.phase is not Phase.PLAYING:
        return ()
    to_come = public.players - len(public.trick) - 1
    return tuple(next_seat(seat, public.players, step) for step in range(1, to_come + 1))


def _likely(view: View, knowledge: Knowledge) -> tuple[Likely, ...]:
    """By seat, the probabilities of the unseen cards: a card with several possible holders goes to
    each in proportion to the room that known cards leave in its hand."""
    room = [view.cards_left(at) for at in seats(view.public.players)]
    for at in knowledge.holders.values():
        if len(at) == 1:
            room[at[0]] -= 1
    chances: tuple[list[tuple[Card, float]], ...] = tuple([] for _ in room)
    for card, at in knowledge.holders.items():
        if len(at) == 1:
            chances[at[0]].append((card, 1.0))
        else:
            total = sum(room[seat] for seat in at)
            for seat in at:
                chances[seat].append((card, room[seat] / total))
    return tuple(_split(cards) for cards in chances)


def _split(cards: Sequence[tuple[Card, float]]) -> Likely:
    split: Likely = dict.fromkeys(Suit, ())
    for suit, group in groupby(cards, key=lambda item: item[0].suit):
        split[suit] = tuple(group)
    return split


def _none(cards: Iterable[tuple[Card, float]]) -> float:
    """Probability that a seat has none of the cards, taken as independent."""
    missing = 1.0
    for _, chance in cards:
        missing *= 1 - chance
    return missing
