"""Chooses three cards to pass, so that the remaining hand is the best, or can shoot."""

from collections.abc import Callable
from itertools import combinations, product
from operator import itemgetter

from gongzhu.bots.adding import add_up
from gongzhu.bots.evaluation.hand_cost import Cards, HandCost
from gongzhu.bots.evaluation.others import Others
from gongzhu.bots.evaluation.reading import BySuit, Reading, by_suit
from gongzhu.bots.evaluation.sweep import SweepChances
from gongzhu.cards import Suit, next_seat
from gongzhu.rules import PASSED_CARDS

RECEIVED = 0.6
"""The factor on the chance to shoot for receiving three unknown cards."""

Cost = Callable[[Suit, Cards], float]


def choose_pass(reading: Reading) -> Cards:
    """The three cards to pass."""
    passing = Passing(reading)
    return passing.bold if passing.promise > 0 else passing.safe


class Passing:
    """Evaluates passes for two plans: an ordinary deal, and capturing everything."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._hand_cost = HandCost(reading, Others(reading))
        self._sweep = SweepChances(reading)
        receiver = next_seat(reading.seat, reading.public.players, reading.public.passing)
        self._to_partner = reading.stakes.allied(reading.seat, receiver)
        self.safe, danger = cheapest(reading, self._danger)
        """The three cards whose passing makes the hand cheapest."""
        self.bold, _ = cheapest(reading, self._weakness)
        """The three cards whose passing makes the hand capture the most."""
        kept = self._kept(self.bold)
        losers = add_up(self._sweep.losers(*item) for item in kept.items())
        self.chance = RECEIVED * self._sweep.chance(losers)
        """Probability that the hand captures everything after passing `bold`."""
        left_with = add_up(self._hand_cost.cost(*item) for item in kept.items())
        everything = self.chance * reading.stakes.values.sweep_mine
        everything -= (1 - self.chance) * left_with
        self.promise = everything + danger
        """Points by which trying to capture everything is better than passing `safe`."""

    def value(self, passed: Cards) -> float:
        """Points that passing these three cards brings in an ordinary deal; more is better."""
        return -add_up(self._danger(*item) for item in self._kept(passed).items())

    def _kept(self, passed: Cards) -> BySuit:
        return by_suit([card for card in self._reading.own.hand if card not in passed])

    def _danger(self, suit: Suit, kept: Cards) -> float:
        cost = self._hand_cost.cost(suit, kept)
        if self._to_partner:
            passed = [card for card in self._reading.held[suit] if card not in kept]
            cost += add_up(self._hand_cost.cost(suit, (card,)) for card in passed)
        return cost

    def _weakness(self, suit: Suit, kept: Cards) -> float:
        return self._sweep.losers(suit, kept) - 0.001 * sum(card.order for card in kept)


def cheapest(reading: Reading, cost: Cost) -> tuple[Cards, float]:
    """The three cards whose passing makes the hand cheapest, and the cost of the rest.

    Suits are evaluated one by one, so it is enough to know for each of them the best cards to pass
    when one, two or three of it go.
    """
    best = {suit: _best(suit, held, cost) for suit, held in reading.held.items()}
    shares = [
        share
        for share in product(range(PASSED_CARDS + 1), repeat=len(Suit))
        if sum(share) == PASSED_CARDS
        and all(count < len(best[suit]) for suit, count in zip(Suit, share, strict=True))
    ]
    ways = [
        [best[suit][count] for suit, count in zip(Suit, share, strict=True)] for share in shares
    ]
    total, way = min(((add_up(cost for cost, _ in way), way) for way in ways), key=itemgetter(0))
    return tuple(card for _, passed in way for card in passed), total


def _best(suit: Suit, held: Cards, cost: Cost) -> list[tuple[float, Cards]]:
    """For each number of cards passed from a suit: the least cost of the cards that stay, and which
    cards to pass."""
    found = []
    for count in range(min(PASSED_CARDS, len(held)) + 1):
        ways = [
            (cost(suit, tuple(card for card in held if card not in passed)), passed)
            for passed in combinations(reversed(held), count)
        ]
        found.append(min(ways, key=itemgetter(0)))
    return found
