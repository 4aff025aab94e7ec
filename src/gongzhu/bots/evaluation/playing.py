"""Chooses a card to play, by its effect on the trick and on the remaining hand."""

from gongzhu.bots.evaluation.hand_cost import HandCost
from gongzhu.bots.evaluation.others import Others
from gongzhu.bots.evaluation.reading import Reading
from gongzhu.bots.evaluation.sweep import SweepChances
from gongzhu.bots.evaluation.trick_outcomes import TrickOutcomes
from gongzhu.cards import PIG, Card, Suit

CAUTION = 0.4
"""The weight of later costs compared with the effect on the present trick."""
DRIVE = 0.1
"""Value in pigs of a low spade that drives out the pig."""


def choose_card(reading: Reading, cards: tuple[Card, ...]) -> Card:
    """The playable card with the highest value; of equal ones, the highest card."""
    values = evaluate_cards(reading, cards)
    return max(reversed(cards), key=values.__getitem__)


def evaluate_cards(reading: Reading, cards: tuple[Card, ...]) -> dict[Card, float]:
    """By card, the points that playing it is expected to bring this side."""
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
    """Points for leading a low spade to drive out the pig, for a seat that holds neither the pig
    nor A♠ or K♠, which would catch it."""
    leads_low = not reading.public.trick and card.suit is Suit.SPADES and card.order < PIG.order
    if not (leads_low and reading.pig_is_out) or reading.omitted == "drive":
        return 0.0
    return DRIVE * reading.stakes.pig if reading.held[Suit.SPADES][-1].order < PIG.order else 0.0
