"""Sets of cards as the bits of one integer (bitboards): 16 bits for each suit, 13 of them used.

The code of a card, 0 to 60, is 16 * suit.order + the index of its rank (0 for the two, 12 for the
ace), and the card is the bit with that index. So a higher card of a suit is a greater number, and
every bitboard is a positive int64.
"""

from collections.abc import Iterable

from gongzhu.cards import (
    ACE_OF_HEARTS,
    PACK,
    PIG,
    QUEEN_OF_DIAMONDS,
    SHEEP,
    Card,
)

_CODES = {card: 16 * card.suit.order + card.order - 2 for card in PACK}
_CARDS = {code: card for card, code in _CODES.items()}
_BITS = {card: 1 << code for card, code in _CODES.items()}


def code_of_card(card: Card) -> int:
    """The code of a card, 0 to 60."""
    return _CODES[card]


def card_of_code(code: int) -> Card:
    """The card with this code; raises KeyError if there is none."""
    return _CARDS[int(code)]


def board_of(cards: Iterable[Card]) -> int:
    """The bitboard of these cards."""
    board = 0
    for card in cards:
        board |= _BITS[card]
    return board


def cards_of(board: int) -> tuple[Card, ...]:
    """The cards of a bitboard, in ascending order."""
    rest = int(board)
    return tuple(card for code, card in _CARDS.items() if rest >> code & 1)


SUIT_BITS = 0x1FFF
"""The clubs as a bitboard. The suit of a card with code c is `SUIT_BITS << (c & 48)`."""
CLUBS_BOARD, DIAMONDS_BOARD, HEARTS_BOARD, SPADES_BOARD = (SUIT_BITS << 16 * n for n in range(4))
PIG_BOARD = board_of([PIG])
SHEEP_BOARD = board_of([SHEEP])
ACE_OF_HEARTS_BOARD = board_of([ACE_OF_HEARTS])
QUEEN_OF_DIAMONDS_BOARD = board_of([QUEEN_OF_DIAMONDS])
