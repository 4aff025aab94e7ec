"""What a novice remembers: captured point cards, aces and kings, and the last tricks."""

from gongzhu.cards import Card, Rank, Seat, Suit, next_seat
from gongzhu.rules import pack_of
from gongzhu.view import View

RECALL = 3
"""Number of last tricks that are remembered completely."""
STRIKING = frozenset({Rank.ACE, Rank.KING})
"""The ranks that are remembered until the end of the deal."""


class Memory:
    """The past of a deal as a novice remembers it, without older low cards and voids."""

    def __init__(self, view: View) -> None:
        public, own = view.public, view.own
        assert own is not None
        recent = public.tricks[-RECALL:]
        seen = {*own.hand, *public.trick}
        seen.update(card for cards in public.captured for card in cards)
        seen.update(card for trick in recent for card in trick.cards)
        for trick in public.tricks:
            seen.update(card for card in trick.cards if card.rank in STRIKING)
        self._out: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
        for card in pack_of(view.rules):
            if card not in seen:
                self._out[card.suit].append(card)
        self._voids = {
            (next_seat(leader, public.players, place), cards[0].suit)
            for leader, cards in [(trick.leader, trick.cards) for trick in recent]
            + ([(public.leader, public.trick)] if public.leader is not None else [])
            for place, card in enumerate(cards)
            if card.suit is not cards[0].suit
        }

    def out(self, suit: Suit) -> list[Card]:
        """The cards of a suit that the novice thinks the others may have, sorted; some of them were
        in fact played long ago."""
        return self._out[suit]

    def void(self, seat: Seat, suit: Suit) -> bool:
        """True if the novice remembers that the seat could not follow this suit."""
        return (seat, suit) in self._voids
