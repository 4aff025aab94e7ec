"""Distinct types for suits, ranks, cards and seats, smaller packs, and the parser of cards written
by people."""

from gongzhu.cards.card import (
    ACE_OF_HEARTS,
    DOUBLER,
    HEARTS,
    KEY_CARDS,
    PACK,
    PIG,
    QUEEN_OF_DIAMONDS,
    SHEEP,
    SUITS,
    Card,
    Rank,
    Suit,
    pack_without,
)
from gongzhu.cards.seat import Seat, next_seat, seats
from gongzhu.cards.text import (
    Captured,
    CardTextError,
    parse_captured,
    parse_card,
    parse_cards,
    show_cards,
)

__all__ = [
    "ACE_OF_HEARTS",
    "DOUBLER",
    "HEARTS",
    "KEY_CARDS",
    "PACK",
    "PIG",
    "QUEEN_OF_DIAMONDS",
    "SHEEP",
    "SUITS",
    "Captured",
    "Card",
    "CardTextError",
    "Rank",
    "Seat",
    "Suit",
    "next_seat",
    "pack_without",
    "parse_captured",
    "parse_card",
    "parse_cards",
    "seats",
    "show_cards",
]
