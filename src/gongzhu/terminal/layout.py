"""The order of a hand, from left to right."""

from collections.abc import Iterable

from gongzhu.cards import Card, Suit

SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""Red and black take turns."""


def laid_out(cards: Iterable[Card]) -> list[Card]:
    """Cards as they lie in a hand from left to right: by suit, each high to low."""
    return sorted(cards, key=lambda card: (SUIT_ORDER.index(card.suit), -card.order))
