"""The cost of keeping cards, suit by suit: that of each card, less what a short suit saves."""

from gongzhu.bots.evaluation.card_cost import CardCost
from gongzhu.bots.evaluation.others import Others
from gongzhu.bots.evaluation.reading import Reading
from gongzhu.cards import Card, Suit

Cards = tuple[Card, ...]

VOIDS = (0.5, 0.25, 0.1)
"""Probabilities that a void, a singleton and a doubleton get rid of the worst card of another
suit."""


class HandCost:
    """The points that a seat expects to lose by the cards it holds, suit by suit."""

    def __init__(self, reading: Reading, others: Others) -> None:
        self._reading = reading
        count = len(reading.others)
        times = reading.stakes.times[reading.seat]
        thrown = times * sum(others.throws.values()) / count
        if reading.omitted == "thrown":
            thrown = 0.0
        heart = times * others.mean_heart
        self._cards: dict[Card, CardCost] = {}
        for suit, held in reading.held.items():
            void = sum([reading.void[seat][suit] for seat in reading.others]) / count
            for card in held:
                self._cards[card] = CardCost(reading, card, void=void, thrown=thrown, heart=heart)
        by_card = {suit: self._by_card(held) for suit, held in reading.held.items()}
        self._worst = {suit: max(points, default=0.0) for suit, points in by_card.items()}
        self._held = {suit: self._total(suit, points) for suit, points in by_card.items()}

    def hand(self) -> float:
        """Points that the whole hand costs."""
        return sum(self._held.values())

    def saved(self, card: Card) -> float:
        """Points by which the hand costs less once the card is played to this trick."""
        suit = card.suit
        rest = tuple([other for other in self._reading.held[suit] if other is not card])
        return self._held[suit] - self.cost(suit, rest, self._reading.followers[suit])

    def cost(self, suit: Suit, cards: Cards, gone: float = 0.0) -> float:
        """Points that these cards of a suit cost when they are all that is kept of it, and the
        others have `gone` fewer of it than now."""
        return self._total(suit, self._by_card(cards, gone))

    def _by_card(self, cards: Cards, gone: float = 0.0) -> list[float]:
        """Points that each of them costs then."""
        kept = len(cards)
        return [self._cards[card].points(place, kept, gone) for place, card in enumerate(cards)]

    def _total(self, suit: Suit, by_card: list[float]) -> float:
        """Points of a suit of which so many cards are kept."""
        total = -self._relief(suit, len(by_card))
        if not (self._reading.omitted == "hearts" and suit is Suit.HEARTS):
            total += sum(by_card)
        return total

    def _relief(self, suit: Suit, count: int) -> float:
        """Points that a short suit saves: a void gets rid of the worst card of another suit."""
        if count >= len(VOIDS) or self._reading.omitted == "void":
            return 0.0
        rounds = len(self._reading.unseen[suit]) / len(self._reading.others)
        worst = max([points for other, points in self._worst.items() if other is not suit])
        return VOIDS[count] * min(1.0, rounds / 2) * worst
