"""The cost of keeping cards: the tricks that they may win later, and the points in these."""

from math import exp

from gongzhu.bots.evaluation.others import Others
from gongzhu.bots.evaluation.reading import KEY_OF, Reading
from gongzhu.cards import PIG, Card, Suit

Cards = tuple[Card, ...]

FALLS = 0.45
"""Probability that the pig comes to a trick of spades that A♠ or K♠ wins."""
FALLS_THOUGH_BOUND = 0.1
"""The same for an exposed pig in the first round of spades."""
CATCHES = 0.3
CATCHES_TOO = 0.1
"""Probability that the highest diamond of a hand catches the sheep sooner or later, and what each
further one beside it adds."""
EVEN = 0.8
"""Cards of a suit that each seat is taken to have played after a round of it: less than one, since
suits lie unevenly."""
OVERTAKEN = 0.15
"""Probability that each higher card, up to three, is played over one that could have been left to
win."""
BEST_CATCH = 0.75
WORSE_CATCH = 0.13
"""Probability that the holder of a good card captures it with no higher card unseen, and how much
each higher one takes from it."""
COMPANY = (0.1, 0.6, 1.0)
"""The share of that probability that is left for the last card of a suit, for one of two, and for
one of three."""
VOIDS = (0.5, 0.25, 0.1)
"""Probabilities that a void, a singleton and a doubleton get rid of the worst card of another
suit."""
EXIT = 0.03
"""Pigs that an exit card is worth; one of hearts is worth twice as much."""
GIVEN = 0.8
"""The share of what a point card costs a rival that counts while it is still in the hand."""


class HandCost:
    """The points that a seat expects to lose by the cards it holds, suit by suit.

    A high card costs most while it stands alone: lower ones let it wait until the suit is no longer
    led.
    """

    def __init__(self, reading: Reading, others: Others) -> None:
        self._reading = reading
        count = len(reading.others)
        times = reading.stakes.times(reading.seat)
        self._mean_heart = times * others.mean_heart
        self._thrown = times * sum(others.throws(seat) for seat in reading.others) / count
        if reading.omitted == "thrown":
            self._thrown = 0.0
        self._void = {
            suit: sum(reading.void[seat][suit] for seat in reading.others) / count for suit in Suit
        }
        self._below = {
            card: sum(other.order < card.order for other in reading.unseen[card.suit])
            for card in reading.own.hand
        }
        """By card of the hand, the lower cards of its suit that the others have."""
        self._costs: dict[tuple[Suit, Cards, float], float] = {}
        self._worst = {suit: self._worst_of(reading.held[suit]) for suit in Suit}

    def hand(self) -> float:
        """Points that the whole hand costs."""
        return sum(self.cost(suit, cards) for suit, cards in self._reading.held.items())

    def saved(self, card: Card) -> float:
        """Points by which the hand costs less once the card is played to this trick."""
        held = self._reading.held[card.suit]
        rest = tuple(other for other in held if other is not card)
        gone = self._reading.followers(card.suit)
        return self.cost(card.suit, held) - self.cost(card.suit, rest, gone)

    def cost(self, suit: Suit, cards: Cards, gone: float = 0.0) -> float:
        """Points that these cards of a suit cost when they are all that is kept of it, and the
        others have `gone` fewer of it than now."""
        known = self._costs.get((suit, cards, gone))
        if known is None:
            known = -self._relief(suit, len(cards))
            if not (suit is Suit.HEARTS and self._reading.omitted == "hearts"):
                known += sum(self._card(cards, place, gone) for place in range(len(cards)))
            self._costs[suit, cards, gone] = known
        return known

    def _worst_of(self, cards: Cards) -> float:
        return max((self._card(cards, place, 0.0) for place in range(len(cards))), default=0.0)

    def _card(self, cards: Cards, place: int, gone: float) -> float:
        """Points that the card at a place costs: it may wait for as many rounds as there are cards
        below it."""
        reading, card = self._reading, cards[place]
        if card is PIG and reading.omitted == "queen":
            return 0.0
        if card is PIG and reading.omitted == "guards":
            place = 0
        unseen = reading.unseen[card.suit]
        left = max(0.0, len(unseen) - gone)
        rounds = left / max(1, reading.active[card.suit])
        below = self._below[card]
        higher = len(unseen) - below
        if reading.stakes.gain(reading.seat, card) > 0 and higher:
            company = COMPANY[min(len(cards), len(COMPANY)) - 1]
            wins = company * max(0.1, BEST_CATCH - WORSE_CATCH * higher)
        else:
            wins = min(1.0, max(0.0, rounds - place + 1 / 3))
            if higher:
                forced = below / len(unseen) * rounds - EVEN * place
                wins *= min(1.0, max(0.0, forced)) * (1 - OVERTAKEN * min(3, higher))
        cost = -wins * self._trick(card, place, left)
        alone = reading.stakes.alone(card)
        if not (alone > 0 and reading.omitted == "lost"):
            cost += GIVEN * (1 - wins) * alone / reading.stakes.rivals
        catches = CATCHES if place == len(cards) - 1 else CATCHES_TOO
        cost -= catches * self._catches(card, higher)
        return cost if below else cost - self._exit(card)

    def _catches(self, card: Card, higher: int) -> float:
        """Points of the sheep, or of a welcome doubler, that a higher card may catch."""
        key = KEY_OF[card.suit]
        if key.order > card.order or key not in self._reading.unseen[card.suit]:
            return 0.0
        gain = self._reading.stakes.gain(self._reading.seat, key)
        return max(0.0, gain) / (1 + higher)

    def _trick(self, card: Card, place: int, left: float) -> float:
        """Points of a trick that the card wins at its place after so many rounds of its suit."""
        reading, stakes = self._reading, self._reading.stakes
        count = len(reading.others)
        void = 1 / (1 + exp(1.8 * (left / count - place - 0.3)))
        void = max(void, self._void[card.suit])
        points = stakes.gain(reading.seat, card) + count * void * self._thrown
        if card.suit is Suit.HEARTS:
            return points + count * (1 - void) * self._mean_heart
        key = KEY_OF[card.suit]
        if key.order < card.order and key in reading.unseen[card.suit]:
            gain = stakes.gain(reading.seat, key)
            bound = key in reading.bound and not place
            if not (key is PIG and reading.omitted == "falls"):
                points += min(0.0, gain) * (FALLS_THOUGH_BOUND if bound else FALLS)
        return points

    def _exit(self, card: Card) -> float:
        """Points of an exit card, lower than all that the others have; the 2♥ and 3♥ above all."""
        if self._reading.omitted == "exits":
            return 0.0
        return EXIT * self._reading.stakes.pig * (2 if card.suit is Suit.HEARTS else 1)

    def _relief(self, suit: Suit, count: int) -> float:
        """Points that a short suit saves: a void gets rid of the worst card of another suit."""
        if count >= len(VOIDS) or self._reading.omitted == "void":
            return 0.0
        rounds = len(self._reading.unseen[suit]) / len(self._reading.others)
        worst = max(points for other, points in self._worst.items() if other is not suit)
        return VOIDS[count] * min(1.0, rounds / 2) * worst
