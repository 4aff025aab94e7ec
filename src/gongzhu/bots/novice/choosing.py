"""How a novice chooses cards to pass and to expose: by rank and suit length alone."""

from gongzhu.cards import KEY_CARDS, PIG, Card
from gongzhu.rules import PASSED_CARDS, Mode, exposure_modes
from gongzhu.view import View

LONG = 4
"""Number of cards from which the novice thinks that it is strong in a suit, whatever the cards
are."""


def choose_pass(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards to pass: the pig, whether well guarded or not, and the highest cards of any
    suit."""
    return tuple(sorted(hand, key=lambda card: (card is PIG, card.order))[-PASSED_CARDS:])


def choose_exposures(view: View, hand: tuple[Card, ...]) -> dict[Card, Mode]:
    """The cards to expose: key cards of long suits. The novice mistakes length for strength, and A♠
    for a guard."""
    mode = exposure_modes(view.rules)[0]
    return {
        key: mode
        for key in KEY_CARDS
        if key in hand and sum(card.suit is key.suit for card in hand) >= LONG
    }
