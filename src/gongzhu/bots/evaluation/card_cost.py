"""The cost of one card that is kept: the tricks that it may win later, and the points in these."""

from math import exp

from gongzhu.bots.evaluation.reading import KEY_OF, Reading
from gongzhu.cards import PIG, Card, Suit

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
EXIT = 0.03
"""Pigs that an exit card is worth; one of hearts is worth twice as much."""
GIVEN = 0.8
"""The share of what a point card costs a rival that counts while it is still in the hand."""


class CardCost:
    """The points that a seat expects to lose by one card of its hand.

    A high card costs most while it stands alone: lower ones let it wait until the suit is no longer
    led.
    """

    def __init__(
        self, reading: Reading, card: Card, *, void: float, thrown: float, heart: float
    ) -> None:
        """`void`: the mean probability that another seat is void in the suit; `thrown` and `heart`:
        the points that such a seat adds to a trick which this one wins, and those of a heart that
        follows suit."""
        stakes, suit, omitted = reading.stakes, card.suit, reading.omitted
        hearts = suit is Suit.HEARTS
        unseen = reading.unseen[suit]
        self._others = len(reading.others)
        self._active = max(1, reading.active[suit])
        self._unseen = len(unseen)
        self._below = sum([other.order < card.order for other in unseen])
        self._higher = self._unseen - self._below
        self._free = card is PIG and omitted == "queen"
        self._unguarded = card is PIG and omitted == "guards"
        self._gain = stakes.gains(card)[reading.seat]
        self._alone = stakes.alone(card)
        if self._alone > 0 and omitted == "lost":
            self._alone = 0.0
        self._rivals = stakes.rivals
        self._void = void
        self._thrown = thrown
        self._heart = heart if hearts else 0.0
        key = KEY_OF[suit]
        over = key.order < card.order and key in unseen
        self._key = stakes.gains(key)[reading.seat] if over else 0.0
        """Points of the key card, where this one may catch it or be caught by it."""
        self._falls = 0.0 if key is PIG and omitted == "falls" else min(0.0, self._key)
        self._bound = key in reading.bound
        self._exit = 0.0
        """Points of an exit card, lower than all that the others have; the 2♥ and 3♥ above all."""
        if not self._below and omitted != "exits":
            self._exit = EXIT * stakes.pig * (2 if hearts else 1)
        self._known: dict[tuple[int, int, float], float] = {}

    def points(self, place: int, kept: int, gone: float = 0.0) -> float:
        """Points that the card costs at a place, from 0, among the kept cards of its suit, of which
        the others have `gone` fewer than now. It may wait for as many rounds as there are cards
        below it."""
        known = self._known.get((place, kept, gone))
        if known is None:
            known = self._known[place, kept, gone] = self._points(place, kept, gone)
        return known

    def _points(self, place: int, kept: int, gone: float) -> float:
        if self._free:
            return 0.0
        if self._unguarded:
            place = 0
        left = max(0.0, self._unseen - gone)
        wins = self._wins(place, kept, left / self._active)
        cost = -wins * self._trick(place, left) if wins else 0.0
        if self._alone:
            cost += GIVEN * (1 - wins) * self._alone / self._rivals
        if self._key > 0:
            catches = CATCHES if place == kept - 1 else CATCHES_TOO
            cost -= catches * (self._key / (1 + self._higher))
        return cost - self._exit

    def _wins(self, place: int, kept: int, rounds: float) -> float:
        """Probability that the card wins a trick in so many rounds of its suit."""
        if self._gain > 0 and self._higher:
            company = COMPANY[min(kept, len(COMPANY)) - 1]
            return company * max(0.1, BEST_CATCH - WORSE_CATCH * self._higher)
        wins = rounds - place + 1 / 3
        if wins <= 0:
            return 0.0
        wins = min(1.0, wins)
        if self._higher:
            forced = self._below / self._unseen * rounds - EVEN * place
            if forced <= 0:
                return 0.0
            wins *= min(1.0, forced) * (1 - OVERTAKEN * min(3, self._higher))
        return wins

    def _trick(self, place: int, left: float) -> float:
        """Points of a trick that the card wins at its place after so many rounds of its suit."""
        void = 1 / (1 + exp(1.8 * (left / self._others - place - 0.3)))
        void = max(void, self._void)
        points = self._gain + self._others * void * self._thrown
        points += self._others * (1 - void) * self._heart
        return points + self._falls * (FALLS_THOUGH_BOUND if self._bound and not place else FALLS)
