"""The expected cost of keeping a card: the tricks that it may win later, and the points in them."""

from bisect import bisect_left
from math import exp

from msgspec import Struct

from gongzhu.bots.evaluation.reading import Reading
from gongzhu.cards import PIG, Card, Suit

FALLS = 0.45
"""Probability that the pig falls into a trick of spades that A♠ or K♠ wins."""
FALLS_THOUGH_BOUND = 0.1
"""Probability of the same when the pig is exposed and it is the first round of spades."""
CATCHES = 0.3
CATCHES_TOO = 0.1
"""Probability that the highest diamond of a hand catches the sheep eventually, and how much each
further diamond beside it adds."""
EVEN = 0.8
"""Cards of a suit that each seat is assumed to have played after one round of it: less than one,
since suits are distributed unevenly."""
OVERTAKEN = 0.15
"""Probability that each higher card (up to three are counted) is played over a card that could have
been allowed to win."""
BEST_CATCH = 0.75
WORSE_CATCH = 0.13
"""Probability that the holder of a good card captures it itself when no higher card is unseen, and
how much each higher unseen card reduces it."""
COMPANY = (0.1, 0.6, 1.0)
"""The factor on that probability for the last card of a suit, for one of two, and for one of
three."""
EXIT = 0.03
"""Value of an exit card in pigs; one of hearts is worth twice as much."""
GIVEN = 0.8
"""The share of what a point card costs a rival that counts while it is still in the hand."""


class SuitOdds(Struct, frozen=True):
    """The odds on the tricks of a suit that this seat may win, the same for all its cards of the
    suit."""

    suit: Suit
    others: int
    """The number of other seats."""
    active: int
    """Number of other seats that may have a card of the suit; 1 if none has."""
    unseen: list[int]
    """The orders of the cards that the others have of the suit."""
    void: float
    """The mean probability that another seat is void in the suit."""
    thrown: float
    """Mean points that a void seat adds to a trick."""
    heart: float
    """Mean points of a card of the suit that follows, if the suit is hearts."""
    key: Card | None
    """The key card of the suit, if another seat has it."""
    bound: bool
    """True if that key card may not yet be played to a trick of the suit."""


class CardCost:
    """The points that a seat expects to lose because of one card of its hand.

    A high card costs most when it is alone in its suit: lower cards can be played first, until the
    suit is no longer led.
    """

    def __init__(self, reading: Reading, card: Card, odds: SuitOdds) -> None:
        stakes, omitted = reading.stakes, reading.omitted
        self._odds = odds
        self._unseen = len(odds.unseen)
        self._below = bisect_left(odds.unseen, card.order)
        self._higher = self._unseen - self._below
        self._gain = stakes.gains(card)[reading.seat]
        self._alone = stakes.alone(card)
        if self._alone > 0 and omitted == "lost":
            self._alone = 0.0
        self._rivals = stakes.rivals
        self._caught = self._falls = 0.0
        key = odds.key
        if key and key.order < card.order:
            gain = stakes.gains(key)[reading.seat]
            self._caught = max(0.0, gain)
            """Points of a good key card that this card may catch."""
            self._falls = 0.0 if key is PIG and omitted == "falls" else min(0.0, gain)
            """Points of a bad key card that may fall under this card; 0 or negative."""
        self._exit = 0.0
        """Value in points as an exit card, which is lower than all cards of the others; highest for
        2♥ and 3♥."""
        if not self._below and omitted != "exits":
            self._exit = EXIT * stakes.pig * (2 if odds.suit is Suit.HEARTS else 1)
        self._pig_without = omitted if card is PIG else None
        """The term left out of the evaluation, if the card is the pig."""

    def points(self, place: int, kept: int, gone: float = 0.0) -> float:
        """Points that the card costs at index `place` (from 0) among the kept cards of its suit,
        when the others have `gone` fewer cards of it than now. It can wait for as many rounds as
        there are cards below it."""
        if self._pig_without == "queen":
            return 0.0
        if self._pig_without == "guards":
            place = 0
        left = max(0.0, self._unseen - gone)
        wins = self._wins(place, kept, left / self._odds.active)
        cost = -wins * self._trick(place, left) if wins else 0.0
        if self._alone:
            cost += GIVEN * (1 - wins) * self._alone / self._rivals
        if self._caught:
            catches = CATCHES if place == kept - 1 else CATCHES_TOO
            cost -= catches * (self._caught / (1 + self._higher))
        return cost - self._exit

    def _wins(self, place: int, kept: int, rounds: float) -> float:
        """Probability that the card wins a trick after `rounds` rounds of its suit."""
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
        """Points of a trick that the card wins at index `place`, when the others have `left` cards
        of its suit."""
        odds = self._odds
        void = max(odds.void, 1 / (1 + exp(1.8 * (left / odds.others - place - 0.3))))
        points = self._gain + odds.others * void * odds.thrown
        points += odds.others * (1 - void) * odds.heart
        return points + self._falls * (FALLS_THOUGH_BOUND if odds.bound and not place else FALLS)
