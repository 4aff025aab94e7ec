"""The captions of the study's pictures."""

from msgspec import Struct

from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, PIG, SHEEP, Card


class Captions(Struct, frozen=True, kw_only=True):
    """In one language."""

    beside: dict[Card, str]
    """For each key card, the cards that decide whether to expose it."""
    cards_beside: str
    gained: str
    alone: str
    completed: str


CAPTIONS = {
    "": Captions(
        beside={
            PIG: "lower spades beside Q♠",
            SHEEP: "higher diamonds beside J♦",
            DOUBLER: "lower clubs beside 10♣",
            ACE_OF_HEARTS: "other hearts beside A♥",
        },
        cards_beside="cards beside the key card",
        gained="points gained by exposing it",
        alone="cards that one pile has alone",
        completed="how often it gets them all",
    ),
    ".zh": Captions(
        beside={
            PIG: "Q♠ 旁边更小的黑桃",
            SHEEP: "J♦ 旁边更大的方块",
            DOUBLER: "10♣ 旁边更小的梅花",
            ACE_OF_HEARTS: "A♥ 旁边别的红桃",
        },
        cards_beside="关键牌旁边有几张",
        gained="亮牌多得几分",
        alone="独自收到几张",
        completed="收齐的占几成",
    ),
}
"""By what the names of a language's pictures end in."""
