"""What a text about cards is read as, told by the codes of the cards."""

from gongzhu.cards import HEARTS, parse_cards

ALL_HEARTS = " ".join(card.code for card in HEARTS)


def words(text: str) -> list[str]:
    """The words of a line, so that a list of them needs no quotation marks."""
    return text.split()


def codes(text: str) -> str:
    """The codes of the cards that a text names, in its order."""
    return " ".join(card.code for card in parse_cards(text))
