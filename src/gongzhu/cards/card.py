"""The 52 cards with their suits and ranks, constants for the cards with special names, and smaller
packs."""

from collections.abc import Collection
from enum import Enum


class Suit(Enum):
    """A suit. Its value is the letter used in card codes."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    order: int
    """Sort order of the suit, 0 to 3: clubs, diamonds, hearts, spades."""
    symbol: str
    """One of the characters ♣ ♦ ♥ ♠."""

    def __init__(self, code: str) -> None:
        self.order = "CDHS".index(code)
        self.symbol = "♣♦♥♠"[self.order]

    # Enum hashes a member's name at every look-up; members are unique, so their identity will do.
    __hash__ = object.__hash__


class Rank(Enum):
    """A rank. Its value is the character used in card codes. Aces are high, tens are `T`."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    order: int
    """Order of the rank, 2 to 14. The higher of two cards of one suit has the higher order."""

    def __init__(self, code: str) -> None:
        self.order = "23456789TJQKA".index(code) + 2


class Card(Enum):
    """A card. Its value is its code, rank then suit: `Card("QS")` is the queen of spades.

    Cards sort by suit (clubs, diamonds, hearts, spades), then by rank from the two up. An unknown
    code raises ValueError.
    """

    TWO_OF_CLUBS = "2C"
    THREE_OF_CLUBS = "3C"
    FOUR_OF_CLUBS = "4C"
    FIVE_OF_CLUBS = "5C"
    SIX_OF_CLUBS = "6C"
    SEVEN_OF_CLUBS = "7C"
    EIGHT_OF_CLUBS = "8C"
    NINE_OF_CLUBS = "9C"
    TEN_OF_CLUBS = "TC"
    JACK_OF_CLUBS = "JC"
    QUEEN_OF_CLUBS = "QC"
    KING_OF_CLUBS = "KC"
    ACE_OF_CLUBS = "AC"
    TWO_OF_DIAMONDS = "2D"
    THREE_OF_DIAMONDS = "3D"
    FOUR_OF_DIAMONDS = "4D"
    FIVE_OF_DIAMONDS = "5D"
    SIX_OF_DIAMONDS = "6D"
    SEVEN_OF_DIAMONDS = "7D"
    EIGHT_OF_DIAMONDS = "8D"
    NINE_OF_DIAMONDS = "9D"
    TEN_OF_DIAMONDS = "TD"
    JACK_OF_DIAMONDS = "JD"
    QUEEN_OF_DIAMONDS = "QD"
    KING_OF_DIAMONDS = "KD"
    ACE_OF_DIAMONDS = "AD"
    TWO_OF_HEARTS = "2H"
    THREE_OF_HEARTS = "3H"
    FOUR_OF_HEARTS = "4H"
    FIVE_OF_HEARTS = "5H"
    SIX_OF_HEARTS = "6H"
    SEVEN_OF_HEARTS = "7H"
    EIGHT_OF_HEARTS = "8H"
    NINE_OF_HEARTS = "9H"
    TEN_OF_HEARTS = "TH"
    JACK_OF_HEARTS = "JH"
    QUEEN_OF_HEARTS = "QH"
    KING_OF_HEARTS = "KH"
    ACE_OF_HEARTS = "AH"
    TWO_OF_SPADES = "2S"
    THREE_OF_SPADES = "3S"
    FOUR_OF_SPADES = "4S"
    FIVE_OF_SPADES = "5S"
    SIX_OF_SPADES = "6S"
    SEVEN_OF_SPADES = "7S"
    EIGHT_OF_SPADES = "8S"
    NINE_OF_SPADES = "9S"
    TEN_OF_SPADES = "TS"
    JACK_OF_SPADES = "JS"
    QUEEN_OF_SPADES = "QS"
    KING_OF_SPADES = "KS"
    ACE_OF_SPADES = "AS"

    code: str
    """The card code, such as `QS`. Equal to `value`, but faster to read."""
    rank: Rank
    suit: Suit
    order: int
    """Order of the card's rank, 2 (two) to 14 (ace)."""
    index: int
    """Number of the card in the sorted pack, 0 to 51: `13 * suit.order + order - 2`."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.rank = Rank(code[0])
        self.suit = Suit(code[1])
        self.order = self.rank.order
        self.index = 13 * self.suit.order + self.order - 2

    __hash__ = object.__hash__  # for the same reason as that of `Suit`

    def __eq__(self, other: object) -> bool:
        # Identity is faster than the comparison that Python would make for a class with `__lt__`.
        return self is other

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        """The card as people write it: `Q♠`, `10♣`."""
        number = "10" if self.order == Rank.TEN.order else self.code[0]
        return number + self.suit.symbol


PACK: tuple[Card, ...] = tuple(Card)
"""All 52 cards in sorting order, so that `PACK[card.index] is card`."""

SUITS: tuple[Suit, ...] = tuple(Suit)
"""The suits in sorting order. Iterating over a tuple is faster than over an enum."""

PIG = Card.QUEEN_OF_SPADES
SHEEP = Card.JACK_OF_DIAMONDS
DOUBLER = Card.TEN_OF_CLUBS
ACE_OF_HEARTS = Card.ACE_OF_HEARTS
QUEEN_OF_DIAMONDS = Card.QUEEN_OF_DIAMONDS

KEY_CARDS: tuple[Card, ...] = (DOUBLER, SHEEP, ACE_OF_HEARTS, PIG)
"""The four cards that may be exposed in Gong Zhu, one of each suit: 10♣, J♦, A♥, Q♠."""

HEARTS: tuple[Card, ...] = tuple(card for card in PACK if card.suit is Suit.HEARTS)


def pack_without(removed: Collection[Card]) -> tuple[Card, ...]:
    """The cards of the full pack except `removed`, sorted.

    >>> len(pack_without([Card.TWO_OF_CLUBS, Card.TWO_OF_DIAMONDS]))
    50
    """
    return tuple(card for card in PACK if card not in removed)
