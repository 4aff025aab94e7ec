"""The order of a hand, from left to right."""

from collections.abc import Iterable

from gongzhu.cards import Card, Suit

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The order of suits in a hand, in which red and black alternate."""


def laid_out(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order of a hand from left to right: by suit, each from high to low."""
    return sorted(cards, key=lambda card: (SUIT_ORDER.index(card.suit), -card.order))
