"""Finds the winner of a trick."""

from collections.abc import Sequence

from gongzhu.cards import Card


def winning_place(cards: Sequence[Card]) -> int:
    """The place in the order of play, from 0, of the highest card of the suit led.

    `cards` holds at least the card led.

    >>> winning_place(parse_cards("9S KH QS AD"))
    2
    """
    best = cards[0]
    place = 0
    for index, card in enumerate(cards):
        if card.suit is best.suit and card.order > best.order:
            best, place = card, index
    return place
