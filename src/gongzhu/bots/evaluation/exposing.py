"""Decides which key cards to expose, by how much doubling them brings or costs."""

from collections.abc import Callable

from gongzhu.bots.adding import add_up
from gongzhu.bots.evaluation.hand_cost import HandCost
from gongzhu.bots.evaluation.others import Others
from gongzhu.bots.evaluation.reading import Reading
from gongzhu.bots.evaluation.sweep import SweepChances
from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, HEARTS, PIG, SHEEP, Card
from gongzhu.rules import Mode, exposure_modes

EXPOSE_THRESHOLD = 0.12
"""Expected gain in pigs that exposing a card needs, since it reveals who holds the card."""
CERTAIN = 0.25
"""Expected gain in pigs that exposing in the mode with the largest factor needs."""
SLAM = 0.3
"""The probability of capturing all hearts above which A♥ is exposed for a slam."""


def choose_exposures(reading: Reading) -> dict[Card, Mode]:
    """The key cards in hand to expose, and their modes."""
    modes = exposure_modes(reading.rules)
    chosen: dict[Card, Mode] = {}
    for card, promise in PROMISES.items():
        if card in reading.own.hand:
            pigs = promise(reading) / reading.stakes.pig
            if pigs >= EXPOSE_THRESHOLD:
                chosen[card] = modes[-1] if pigs >= CERTAIN else modes[0]
    return chosen


def pig(reading: Reading) -> float:
    """The expected gain of exposing Q♠: guarded by low spades it goes to another seat; a lone one
    falls in the first round, and is not exposed."""
    guards = sum(card.order < PIG.order for card in reading.held[PIG.suit])
    return _shared(reading, reading.stakes.alone(PIG), max(0.05, 0.6 - 0.14 * guards))


def sheep(reading: Reading) -> float:
    """The expected gain of exposing J♦, which a hand that is strong in diamonds captures itself."""
    higher = sum(card.order > SHEEP.order for card in reading.unseen[SHEEP.suit])
    return _shared(reading, reading.stakes.alone(SHEEP), 0.62 - 0.12 * higher)


def doubler(reading: Reading) -> float:
    """The expected gain of exposing 10♣, which multiplies another seat's bad pile when low clubs
    keep it away from this seat."""
    guards = sum(card.order < DOUBLER.order for card in reading.held[DOUBLER.suit])
    gain = reading.stakes.gains(DOUBLER)[reading.seat]
    return _shared(reading, gain, max(0.02, 0.3 - 0.1 * guards))


def hearts(reading: Reading) -> float:
    """The expected gain of exposing A♥, which doubles all hearts: for a slam, or, rarely, for a
    hand that will win hardly any hearts."""
    values = reading.stakes.values
    slam = SweepChances(reading).mine
    if slam >= SLAM:
        return slam * values.sweep_mine
    cost = HandCost(reading, Others(reading)).hand()
    share = max(0.1, 0.2 + 0.16 * cost / reading.stakes.pig)
    return _shared(reading, sum(values.alone[card] for card in HEARTS), share)


def _shared(reading: Reading, points: float, chance: float) -> float:
    """Points for this side when its seat gets `points` with probability `chance`, and otherwise one
    of the others gets them, with equal probabilities."""
    rest = (1 - chance) / len(reading.others)
    return points * chance + add_up(
        reading.stakes.to_me(seat, points * rest) for seat in reading.others
    )


PROMISES: dict[Card, Callable[[Reading], float]] = {
    PIG: pig,
    SHEEP: sheep,
    DOUBLER: doubler,
    ACE_OF_HEARTS: hearts,
}
