"""Playing a card: what it makes of the trick, and what it leaves in the hand."""

from gongzhu.bots.evaluation.hand_cost import HandCost
from gongzhu.bots.evaluation.others import Others
from gongzhu.bots.evaluation.reading import Reading
from gongzhu.bots.evaluation.sweep import SweepChances
from gongzhu.bots.evaluation.trick_outcomes import TrickOutcomes
from gongzhu.cards import PIG, Card, Suit

CAUTION = 0.4
"""The weight of later costs against what a card does now."""
DRIVE = 0.1
"""Pigs that a low spade is worth for driving the pig out."""


def choose_card(reading: Reading, cards: tuple[Card, ...]) -> Card:
    """The playable card with the highest value; of equal ones the highest card."""
    values = evaluate_cards(reading, cards)
    return max(reversed(cards), key=values.__getitem__)


def evaluate_cards(reading: Reading, cards: tuple[Card, ...]) -> dict[Card, float]:
    """By card, the points that it is expected to bring this side."""
    others = Others(reading)
    sweep = SweepChances(reading)
    outcomes = TrickOutcomes(reading, others, sweep)
    hand_cost = HandCost(reading, others)
    # Who captures everything need not fear high cards: all is reversed.
    caution = 0.0 if reading.omitted == "later" else CAUTION * (1 - sweep.mine)
    return {
        card: outcomes.points(card) + caution * hand_cost.saved(card) + drives_pig(reading, card)
        for card in cards
    }


def drives_pig(reading: Reading, card: Card) -> float:
    """Points for a low spade that is led to drive the pig out, by a seat that holds neither the pig
    nor A♠ or K♠ to catch it with."""
    leads_low = not reading.public.trick and card.suit is Suit.SPADES and card.order < PIG.order
    if not (leads_low and reading.pig_is_out) or reading.omitted == "drive":
        return 0.0
    return DRIVE * reading.stakes.pig if reading.held[Suit.SPADES][-1].order < PIG.order else 0.0
