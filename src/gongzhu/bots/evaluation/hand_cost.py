"""The expected cost of a hand, suit by suit: that of each card, minus what a short suit saves."""

from collections.abc import Iterator

from gongzhu.bots.adding import add_up
from gongzhu.bots.evaluation.card_cost import CardCost, SuitOdds
from gongzhu.bots.evaluation.others import Others
from gongzhu.bots.evaluation.reading import KEY_OF, Reading
from gongzhu.cards import ACE_OF_HEARTS, Card, Suit

Cards = tuple[Card, ...]

VOIDS = (0.5, 0.25, 0.1)
"""Probabilities that a void, a singleton and a doubleton allow the worst card of another suit to be
discarded."""


class HandCost:
    """The points that a seat expects to lose because of its hand, computed suit by suit."""

    def __init__(self, reading: Reading, others: Others) -> None:
        self._reading = reading
        self._cards = {
            card: CardCost(reading, card, odds)
            for odds in _suit_odds(reading, others)
            for card in reading.held[odds.suit]
        }
        by_card = {
            suit: [self._cards[card].points(place, len(held)) for place, card in enumerate(held)]
            for suit, held in reading.held.items()
        }
        worst = {suit: max(points, default=0.0) for suit, points in by_card.items()}
        self._worst_beside = {
            suit: max([points for other, points in worst.items() if other is not suit])
            for suit in worst
        }
        """By suit, the points of the worst card of any other suit."""
        self._held = {suit: self._total(suit, points) for suit, points in by_card.items()}
        self._played: dict[Suit, dict[Card, float]] = {}
        self._known: dict[tuple[Card, int, int], float] = {}
        """Cache of points by card, place and number of cards kept, as passes differ by only a card
        or two."""

    def hand(self) -> float:
        """Expected cost of the whole hand in points."""
        return add_up(self._held.values())

    def saved(self, card: Card) -> float:
        """Points by which the hand costs less after the card is played to this trick."""
        suit = card.suit
        if suit not in self._played:
            self._played[suit] = self._each_played(suit)
        return self._held[suit] - self._played[suit][card]

    def _each_played(self, suit: Suit) -> dict[Card, float]:
        """By card, the cost of the rest of its suit after it is played: lower cards keep their
        places, and higher ones move down by one."""
        cards, held = self._cards, self._reading.held[suit]
        kept, gone = len(held) - 1, self._reading.followers[suit]
        lower = [cards[card].points(place, kept, gone) for place, card in enumerate(held[:-1])]
        higher = [cards[card].points(place, kept, gone) for place, card in enumerate(held[1:])]
        return {
            card: self._total(suit, lower[:place] + higher[place:])
            for place, card in enumerate(held)
        }

    def cost(self, suit: Suit, cards: Cards) -> float:
        """Expected cost in points when these cards are all that is kept of the suit."""
        by_card = [self._card(card, place, len(cards)) for place, card in enumerate(cards)]
        return self._total(suit, by_card)

    def _card(self, card: Card, place: int, kept: int) -> float:
        known = self._known.get((card, place, kept))
        if known is None:
            known = self._known[card, place, kept] = self._cards[card].points(place, kept)
        return known

    def _total(self, suit: Suit, by_card: list[float]) -> float:
        """Expected cost in points of the cards kept of a suit, given the cost of each."""
        total = -self._relief(suit, len(by_card))
        if not (self._reading.omitted == "hearts" and suit is Suit.HEARTS):
            total += add_up(by_card)
        return total

    def _relief(self, suit: Suit, count: int) -> float:
        """Points that a short suit saves, as a void allows the worst card of another suit to be
        discarded."""
        if count >= len(VOIDS) or self._reading.omitted == "void":
            return 0.0
        rounds = len(self._reading.unseen[suit]) / len(self._reading.others)
        return VOIDS[count] * min(1.0, rounds / 2) * self._worst_beside[suit]


def _suit_odds(reading: Reading, others: Others) -> Iterator[SuitOdds]:
    """The odds for each suit of which the seat holds cards."""
    count = len(reading.others)
    times = reading.stakes.times[reading.seat]
    thrown = times * add_up(others.throws.values()) / count
    for suit, held in reading.held.items():
        if held:
            unseen, key = reading.unseen[suit], KEY_OF[suit]
            yield SuitOdds(
                suit=suit,
                others=count,
                active=max(1, reading.active[suit]),
                unseen=[card.order for card in unseen],
                void=add_up([reading.void[seat][suit] for seat in reading.others]) / count,
                thrown=0.0 if reading.omitted == "thrown" else thrown,
                heart=times * others.mean_heart if key is ACE_OF_HEARTS else 0.0,
                key=key if key in unseen else None,
                bound=key in reading.bound,
            )
