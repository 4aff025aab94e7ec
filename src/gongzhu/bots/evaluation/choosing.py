"""Chooses the cards to pass, to expose and to play by the evaluation."""

from collections.abc import Callable
from itertools import combinations, product
from operator import itemgetter

from gongzhu.bots.evaluation import add_up
from gongzhu.bots.evaluation.hand_cost import Cards, HandCost
from gongzhu.bots.evaluation.reading import BySuit, Others, Reading, by_suit
from gongzhu.bots.evaluation.stakes import dear_cards
from gongzhu.bots.evaluation.sweep import SweepChances
from gongzhu.bots.evaluation.trick_outcomes import TrickOutcomes
from gongzhu.cards import ACE_OF_HEARTS, HEARTS, PIG, SHEEP, Card, Suit, next_seat
from gongzhu.rules import Mode, exposure_modes, key_cards

EXPOSE_THRESHOLD = 0.12
"""The least expected gain for which a card is exposed, since exposing reveals who holds the card;
in pigs, the points that the pig (Q♠) costs."""
MIN_GAIN_LARGEST_MODE = 0.25
"""The least expected gain, in pigs (the points that Q♠ costs), for which a card is exposed in the
mode with the largest factor."""
MIN_SLAM_CHANCE = 0.3
"""The least probability of capturing all hearts at which A♥ is exposed to make that slam worth
more."""


def choose_exposures(reading: Reading) -> dict[Card, Mode]:
    """The key cards of the hand to expose, each with its mode: those whose expected gain
    (`promises`) is at least EXPOSE_THRESHOLD pigs, from MIN_GAIN_LARGEST_MODE pigs on in the mode
    with the largest factor."""
    modes = exposure_modes(reading.rules)
    chosen: dict[Card, Mode] = {}
    for card, promise in promises(reading).items():
        pigs = promise / reading.stakes.pig
        if pigs >= EXPOSE_THRESHOLD:
            chosen[card] = modes[-1] if pigs >= MIN_GAIN_LARGEST_MODE else modes[0]
    return chosen


def promises(reading: Reading) -> dict[Card, float]:
    """The expected gain, in points, of exposing each key card of the hand; without entries for key
    cards that the seat does not hold."""
    found: dict[Card, float] = {}
    doubler = reading.rules.doubler
    for card in (PIG, SHEEP, doubler, ACE_OF_HEARTS):
        if card is None or card not in key_cards(reading.rules) or card not in reading.own.hand:
            continue
        if card is ACE_OF_HEARTS:
            found[card] = _promise_of_hearts(reading)
        elif card is doubler:
            found[card] = _promise_of_doubler(reading, card)
        elif reading.stakes.alone(card) < 0:
            found[card] = _promise_of_penalty(reading, card)
        else:
            found[card] = _promise_of_prize(reading, card)
    return found


def _promise_of_penalty(reading: Reading, card: Card) -> float:
    """The expected gain, in points, of exposing a bad card such as Q♠.

    With n lower cards of its suit in the hand, this seat captures it with probability max(0.05, 0.6
    - 0.14 * n). Lower cards let it go to another seat; a lone bad card falls in the first round.
    """
    guards = sum(other.order < card.order for other in reading.held[card.suit])
    return _shared(reading, reading.stakes.alone(card), max(0.05, 0.6 - 0.14 * guards))


def _promise_of_prize(reading: Reading, card: Card) -> float:
    """The expected gain, in points, of exposing a good card such as J♦. This seat captures it with
    probability 0.62 - 0.12 * n, where n is the number of higher unseen cards of its suit."""
    higher = sum(other.order > card.order for other in reading.unseen[card.suit])
    return _shared(reading, reading.stakes.alone(card), 0.62 - 0.12 * higher)


def _promise_of_doubler(reading: Reading, card: Card) -> float:
    """The expected gain, in points, of exposing the doubler, which multiplies the pile of its
    captor. With n lower cards of its suit in the hand, this seat captures it with probability
    max(0.02, 0.3 - 0.1 * n)."""
    guards = sum(other.order < card.order for other in reading.held[card.suit])
    gain = reading.stakes.gains(card)[reading.seat]
    return _shared(reading, gain, max(0.02, 0.3 - 0.1 * guards))


def _promise_of_hearts(reading: Reading) -> float:
    """The expected gain, in points, of exposing A♥, which doubles all hearts: from a slam, if its
    probability is at least MIN_SLAM_CHANCE; otherwise from the other seats capturing most of the
    hearts."""
    values = reading.stakes.values
    slam = SweepChances(reading).mine
    if slam >= MIN_SLAM_CHANCE:
        return slam * values.sweep_mine
    cost = HandCost(reading, Others(reading)).hand()
    share = max(0.1, 0.2 + 0.16 * cost / reading.stakes.pig)
    return _shared(reading, sum(values.alone.get(card, 0) for card in HEARTS), share)


def _shared(reading: Reading, points: float, chance: float) -> float:
    """The expected value for this side, in points, of a capture worth `points`: this seat makes it
    with probability `chance`, otherwise one of the others, all equally likely."""
    rest = (1 - chance) / len(reading.others)
    return points * chance + add_up(
        reading.stakes.to_me(seat, points * rest) for seat in reading.others
    )


RECEIVED_FACTOR = 0.6
"""The factor on the probability of capturing everything that allows for the unknown cards that the
seat will receive."""

Cost = Callable[[Suit, Cards], float]


def choose_pass(reading: Reading) -> Cards:
    """The cards to pass: the best pass for capturing everything if that has the higher expected
    value, otherwise the best pass for an ordinary deal."""
    passing = Passing(reading)
    return passing.bold if passing.promise > 0 else passing.safe


def near_passes(reading: Reading) -> list[Cards]:
    """The passes that differ from that of `choose_pass` in one card, in descending order of their
    value in an ordinary deal; empty if the whole hand is passed."""
    chosen = choose_pass(reading)
    kept = [card for card in reading.own.hand if card not in chosen]
    near = [
        (*(card for card in chosen if card is not back), other)
        for back, other in product(chosen, kept)
    ]
    return sorted(near, key=Passing(reading).value, reverse=True)


class Passing:
    """The values of passes to one seat, and the best pass for each of two plans: an ordinary deal,
    and capturing everything."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._hand_cost = HandCost(reading, Others(reading))
        self._sweep = SweepChances(reading)
        receiver = next_seat(reading.seat, reading.public.players, reading.public.passing)
        self._to_partner = reading.stakes.allied(reading.seat, receiver)
        self.safe, danger = cheapest(reading, self._danger)
        """The cards whose passing leaves the hand with the least expected cost, for an ordinary
        deal."""
        self.bold, _ = cheapest(reading, self._weakness)
        """The cards whose passing leaves the hand most likely to capture everything."""
        kept = self._kept(self.bold)
        losers = add_up(self._sweep.losers(*item) for item in kept.items())
        self.chance = RECEIVED_FACTOR * self._sweep.chance(losers)
        """Probability that the hand captures everything after passing `bold`."""
        left_with = add_up(self._hand_cost.cost(*item) for item in kept.items())
        everything = self.chance * reading.stakes.values.sweep_mine
        everything -= (1 - self.chance) * left_with
        self.promise = everything + danger
        """Points by which trying to capture everything is better than passing `safe`."""

    def value(self, passed: Cards) -> float:
        """Points that passing these cards brings in an ordinary deal; more is better."""
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
    """The cards to pass that leave the hand with the least cost, and that cost. `cost(suit, cards)`
    is the cost of keeping `cards` of a suit.

    The cost of a hand is a sum over its suits, so the best cards to pass are found for each suit
    and each number of cards passed from it.
    """
    most = reading.rules.pass_count
    best = {suit: _best(suit, held, cost, most) for suit, held in reading.held.items()}
    shares = [
        share
        for share in product(range(most + 1), repeat=len(Suit))
        if sum(share) == most
        and all(count < len(best[suit]) for suit, count in zip(Suit, share, strict=True))
    ]
    ways = [
        [best[suit][count] for suit, count in zip(Suit, share, strict=True)] for share in shares
    ]
    total, way = min(((add_up(cost for cost, _ in way), way) for way in ways), key=itemgetter(0))
    return tuple(card for _, passed in way for card in passed), total


def _best(suit: Suit, held: Cards, cost: Cost, most: int) -> list[tuple[float, Cards]]:
    """For each number of cards passed from a suit, 0 to `most`: the least cost of the cards that
    stay, and the cards to pass for it."""
    found = []
    for count in range(min(most, len(held)) + 1):
        ways = [
            (cost(suit, tuple(card for card in held if card not in passed)), passed)
            for passed in combinations(reversed(held), count)
        ]
        found.append(min(ways, key=itemgetter(0)))
    return found


REST_OF_HAND_WEIGHT = 0.4
"""The weight of a card's effect on the cost of the rest of the hand, compared with its effect on
the present trick."""
DRIVE_OUT_CREDIT = 0.1
"""The fraction of the pig's cost that is credited for leading a low spade which may force another
seat to play the pig; likewise for every other dear card."""


def choose_card(reading: Reading, cards: tuple[Card, ...]) -> Card:
    """The card of `cards`, the playable ones from the lowest up, with the highest value; of equal
    ones, the highest card."""
    values = evaluate_cards(reading, cards)
    return max(reversed(cards), key=values.__getitem__)


def evaluate_cards(reading: Reading, cards: tuple[Card, ...]) -> dict[Card, float]:
    """By card of `cards`, the playable ones, the points of the deal's score that playing it is
    expected to bring this side; with the sign reversed in Hearts, so that more is better."""
    others = Others(reading)
    sweep = SweepChances(reading)
    outcomes = TrickOutcomes(reading, others, sweep)
    hand_cost = HandCost(reading, others)
    # A seat that captures everything need not fear high cards: their cost is reversed.
    caution = 0.0 if reading.omitted == "later" else REST_OF_HAND_WEIGHT * (1 - sweep.mine)
    return {
        card: outcomes.points(card) + caution * hand_cost.saved(card) + drives(reading, card)
        for card in cards
    }


def drives(reading: Reading, card: Card) -> float:
    """Points for leading a low card that may force another seat to play a dear card of the suit,
    such as a low spade for Q♠; 0 if the seat holds a card that would capture it."""
    if reading.public.trick or reading.omitted == "drive":
        return 0.0
    highest = reading.held[card.suit][-1]
    driven = [
        -reading.stakes.alone(dear)
        for dear in dear_cards(reading.rules)
        if dear in reading.unseen[card.suit] and highest.order < dear.order
    ]
    return DRIVE_OUT_CREDIT * max(driven, default=0.0)
