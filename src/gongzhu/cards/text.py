"""The ways people write cards."""

from collections.abc import Iterable

from gongzhu.cards.card import Card


class CardTextError(ValueError):
    """A text that names no card."""


def parse_card(text: str) -> Card:
    """The card that a text names."""
    try:
        return Card(text)
    except ValueError as error:
        raise CardTextError(text) from error


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards that a text names."""
    return tuple(parse_card(word) for word in text.split())


def show_cards(cards: Iterable[Card]) -> str:
    """Cards as people print them, apart by spaces."""
    return " ".join(str(card) for card in cards)
