"""The pack, its suits, the specially named cards, and smaller packs."""

from collections.abc import Collection

from gongzhu.cards.card import Card, Suit

PACK: tuple[Card, ...] = tuple(Card)
"""All 52 cards, in the order in which cards sort."""

SUITS: tuple[Suit, ...] = tuple(Suit)
"""The suits in sorting order; iterating over a tuple is faster than over an enum."""

PIG = Card.QUEEN_OF_SPADES
SHEEP = Card.JACK_OF_DIAMONDS
DOUBLER = Card.TEN_OF_CLUBS
ACE_OF_HEARTS = Card.ACE_OF_HEARTS
QUEEN_OF_DIAMONDS = Card.QUEEN_OF_DIAMONDS

KEY_CARDS: tuple[Card, ...] = (DOUBLER, SHEEP, ACE_OF_HEARTS, PIG)
"""The cards that may be exposed in Gong Zhu, one of each suit."""

HEARTS: tuple[Card, ...] = tuple(card for card in PACK if card.suit is Suit.HEARTS)


def pack_without(removed: Collection[Card]) -> tuple[Card, ...]:
    """The sorted cards in play when `removed` are laid aside.

    >>> len(pack_without([Card.TWO_OF_CLUBS, Card.TWO_OF_DIAMONDS]))
    50
    """
    return tuple(card for card in PACK if card not in removed)
