"""Which card to play: what it makes of the trick, and what it leaves in the hand."""

from gongzhu.bots.evaluation.hand_cost import HandCost
from gongzhu.bots.evaluation.others import Others
from gongzhu.bots.evaluation.reading import Reading
from gongzhu.bots.evaluation.sweep import SweepChances
from gongzhu.bots.evaluation.trick_outcomes import TrickOutcomes
from gongzhu.cards import PIG, Card, Suit

CAUTION = 0.4
"""How much of what a card may cost later counts against what it does now."""
DRIVE = 0.1
"""What a low spade does towards driving the pig out, in pigs."""


def choose_card(reading: Reading, cards: tuple[Card, ...]) -> Card:
    """The best of the cards that may be played; of equal ones the highest."""
    weights = evaluate_cards(reading, cards)
    return max(reversed(cards), key=weights.__getitem__)


def evaluate_cards(reading: Reading, cards: tuple[Card, ...]) -> dict[Card, float]:
    """What each card is expected to bring this side, in points."""
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
    """Low spades drive the pig out, when one has neither her nor A♠ or K♠ to catch her with."""
    leads_low = not reading.public.trick and card.suit is Suit.SPADES and card.order < PIG.order
    if not (leads_low and reading.pig_is_out) or reading.omitted == "drive":
        return 0.0
    return DRIVE * reading.stakes.pig if reading.held[Suit.SPADES][-1].order < PIG.order else 0.0
