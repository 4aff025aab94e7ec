"""The expected cost of a hand in points, suit by suit: the expected losses of its cards, minus the
savings of short suits, which allow discards."""

from bisect import bisect_left
from collections.abc import Iterator
from math import exp

from msgspec import Struct

from gongzhu.bots.evaluation import add_up
from gongzhu.bots.evaluation.reading import Others, Reading
from gongzhu.cards import PIG, Card, Suit

PIG_FALLS = 0.45
"""Probability that another seat plays the pig to a trick of spades that A♠ or K♠ wins."""
PIG_FALLS_IF_BOUND = 0.1
"""Probability that another seat plays the pig to a trick of spades that A♠ or K♠ wins, when the pig
is exposed and this is the first round of spades, to which it may be played only as the last spade
of a hand."""
CATCHES_SHEEP = 0.3
CATCHES_SHEEP_BELOW = 0.1
"""Probability that the highest diamond of a hand eventually captures the sheep (J♦), and how much
each further diamond beside it adds."""
CARDS_PER_ROUND = 0.8
"""Cards of a suit that each seat is assumed to have played after one round of it: less than one,
since suits are distributed unevenly."""
OVERTAKE_CHANCE = 0.15
"""For each higher unseen card, up to three: the probability that its holder plays it over a card
that it could have let win the trick."""
MANY_OTHERS = 5
"""The least number of other seats with which a card cannot wait safely behind lower ones: a suit is
gone from some hands after a round or two, and every trick takes a greater part of a hand."""
SOME_TRICK, AMONG_MANY = 0.5, 2.5
"""With MANY_OTHERS or more other seats, the highest card of a suit wins some trick of it with
probability SOME_TRICK; for other cards it is SOME_TRICK * (share of the unseen cards that are
lower) ** AMONG_MANY."""
BEST_CATCH = 0.75
WORSE_CATCH = 0.13
"""Probability that the holder of a good key card captures it itself when no higher card is unseen,
and how much each higher unseen card reduces it."""
OWN_CAPTURE_FACTORS = (0.1, 0.6, 1.0)
"""The factor on the probability that a key card is captured by its own holder, for the last card of
its suit in the hand, for one of two, and for one of three."""
EXIT_CARD_VALUE = 0.03
"""Value of an exit card (one that is sure to lose the lead), in pigs, the points that Q♠ costs; one
of hearts is worth twice as much."""
RIVAL_LOSS_WEIGHT = 0.8
"""The fraction that counts of the points that a point card still in the hand would cost a rival who
captures it."""


class SuitOdds(Struct, frozen=True):
    """The chances and points of the tricks of one suit that this seat may win. They are the same
    for all its cards of the suit."""

    suit: Suit
    """The suit that all other fields are about."""
    others: int
    """The number of other seats."""
    active: int
    """Number of other seats that may have a card of the suit; 1 if none has."""
    unseen: list[int]
    """The ranks (`Card.order`) of the cards that the others have of the suit."""
    void: float
    """The mean probability that another seat is void in the suit."""
    thrown: float
    """Mean points that a seat without the suit adds to a trick by discarding."""
    heart: float
    """If the suit is hearts, the mean points of a heart that another seat plays to follow suit."""
    special: list[Card]
    """The cards of the suit that score and are held by others; empty for hearts."""
    bound: bool
    """True if one of the `special` cards is exposed and may not yet be played to a trick of the
    suit."""


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
        """Points of the good and of the bad cards of others that this card may capture."""
        for key in odds.special:
            if key.order < card.order:
                gain = stakes.gains(key)[reading.seat]
                self._caught += max(0.0, gain)
                self._falls += 0.0 if key is PIG and omitted == "falls" else min(0.0, gain)
        self._exit = 0.0
        """Value in points as an exit card, one that is lower than all cards of the others; highest
        for 2♥ and 3♥."""
        if not self._below and omitted != "exits":
            self._exit = EXIT_CARD_VALUE * stakes.pig * (2 if odds.suit is Suit.HEARTS else 1)
        self._pig_without = omitted if card is PIG else None
        """If the card is the pig, the name of the evaluation term that is left out to measure its
        effect; otherwise None."""

    def points(self, index: int, kept: int, gone: float = 0.0) -> float:
        """Points that the card costs at `index` (0 is the lowest) among the `kept` cards of
        its suit, when the others have `gone` fewer cards of the suit than now. The card can wait
        for one round for each card below it."""
        if self._pig_without == "queen":
            return 0.0
        if self._pig_without == "guards":
            index = 0
        left = max(0.0, self._unseen - gone)
        wins = self._wins(index, kept, left / self._odds.active)
        cost = -wins * self._trick(index, left) if wins else 0.0
        if self._alone:
            cost += RIVAL_LOSS_WEIGHT * (1 - wins) * self._alone / self._rivals
        if self._caught:
            catches = CATCHES_SHEEP if index == kept - 1 else CATCHES_SHEEP_BELOW
            cost -= catches * (self._caught / (1 + self._higher))
        return cost - self._exit

    def _wins(self, index: int, kept: int, rounds: float) -> float:
        """Probability, 0 to 1, that the card eventually wins a trick when the suit is led `rounds`
        more times; `index` is its position among the `kept` cards of its suit."""
        if self._gain > 0 and self._higher:
            company = OWN_CAPTURE_FACTORS[min(kept, len(OWN_CAPTURE_FACTORS)) - 1]
            return company * max(0.1, BEST_CATCH - WORSE_CATCH * self._higher)
        least: float = 0.0
        if self._odds.others >= MANY_OTHERS and self._unseen:
            least = SOME_TRICK * (self._below / self._unseen) ** AMONG_MANY
        wins = rounds - index + 1 / 3
        if wins <= 0:
            return least
        wins = min(1.0, wins)
        if self._higher:
            forced = self._below / self._unseen * rounds - CARDS_PER_ROUND * index
            if forced <= 0:
                return least
            wins *= min(1.0, forced) * (1 - OVERTAKE_CHANCE * min(3, self._higher))
        return max(least, wins)

    def _trick(self, index: int, left: float) -> float:
        """Points of a trick that the card wins at `index` among the kept cards of its suit,
        when the others have `left` cards of the suit."""
        odds = self._odds
        void = max(odds.void, 1 / (1 + exp(1.8 * (left / odds.others - index - 0.3))))
        points = self._gain + odds.others * void * odds.thrown
        points += odds.others * (1 - void) * odds.heart
        return points + self._falls * (
            PIG_FALLS_IF_BOUND if odds.bound and not index else PIG_FALLS
        )


Cards = tuple[Card, ...]

VOIDS = (0.5, 0.25, 0.1)
"""Probabilities that having no card, one or two cards of a suit allows the worst card of another
suit to be discarded."""


class HandCost:
    """The points that a seat expects to lose because of its hand, computed suit by suit. Fewer is
    better."""

    def __init__(self, reading: Reading, others: Others) -> None:
        self._reading = reading
        self._cards = {
            card: CardCost(reading, card, odds)
            for odds in _suit_odds(reading, others)
            for card in reading.held[odds.suit]
        }
        by_card = {
            suit: [self._cards[card].points(index, len(held)) for index, card in enumerate(held)]
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
        """Cache of points by card, index among the kept cards, and number of cards kept, since
        passes differ by only a card or two."""

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
        """For each card of the suit, the cost of the other cards of the suit after that card is
        played. Lower cards keep their index, and higher ones move down by one."""
        cards, held = self._cards, self._reading.held[suit]
        kept, gone = len(held) - 1, self._reading.followers[suit]
        lower = [cards[card].points(index, kept, gone) for index, card in enumerate(held[:-1])]
        higher = [cards[card].points(index, kept, gone) for index, card in enumerate(held[1:])]
        return {
            card: self._total(suit, lower[:index] + higher[index:])
            for index, card in enumerate(held)
        }

    def cost(self, suit: Suit, cards: Cards) -> float:
        """Expected cost in points of a suit of which `cards`, from the lowest up, are all that is
        kept."""
        by_card = [self._card(card, index, len(cards)) for index, card in enumerate(cards)]
        return self._total(suit, by_card)

    def _card(self, card: Card, index: int, kept: int) -> float:
        known = self._known.get((card, index, kept))
        if known is None:
            known = self._known[card, index, kept] = self._cards[card].points(index, kept)
        return known

    def _total(self, suit: Suit, by_card: list[float]) -> float:
        """Expected cost in points of the cards kept of a suit, given the cost of each from the
        lowest up, less what a short suit saves."""
        total = -self._relief(suit, len(by_card))
        if not (self._reading.omitted == "hearts" and suit is Suit.HEARTS):
            total += add_up(by_card)
        return total

    def _relief(self, suit: Suit, count: int) -> float:
        """Points that a suit with `count` cards saves: a void allows the worst card of another suit
        to be discarded."""
        if count >= len(VOIDS) or self._reading.omitted == "void":
            return 0.0
        rounds = len(self._reading.unseen[suit]) / len(self._reading.others)
        return VOIDS[count] * min(1.0, rounds / 2) * self._worst_beside[suit]


def _suit_odds(reading: Reading, others: Others) -> Iterator[SuitOdds]:
    """For each suit of which the seat holds cards, the chances and points of its tricks."""
    count = len(reading.others)
    times = reading.stakes.times[reading.seat]
    thrown = times * add_up(others.throws.values()) / count
    for suit, held in reading.held.items():
        if held:
            unseen = reading.unseen[suit]
            special = [card for card in reading.special[suit] if card in unseen]
            yield SuitOdds(
                suit=suit,
                others=count,
                active=max(1, reading.active[suit]),
                unseen=[card.order for card in unseen],
                void=add_up([reading.void[seat][suit] for seat in reading.others]) / count,
                thrown=0.0 if reading.omitted == "thrown" else thrown,
                heart=times * others.mean_heart if suit is Suit.HEARTS else 0.0,
                special=special,
                bound=any(card in reading.bound for card in special),
            )
