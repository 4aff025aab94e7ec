"""Reasons why an action is not allowed, as data that can be put into words in either language."""

from msgspec import Struct

from gongzhu.cards import Card, Suit
from gongzhu.texts import Lang, say


class Reason(Struct, frozen=True):
    """The rule that forbids an action: the message `reasons.CODE`, and the values for it."""

    code: str
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None
    count: int = 0

    def text(self, lang: Lang = "en") -> str:
        """The rule in words, such as `you have spades: follow suit`."""
        joint = say("rules.joint", lang)
        return say(
            f"reasons.{self.code}",
            lang,
            cards=joint.join(str(card) for card in self.cards),
            suit=say(f"cards.suit.{self.suit.value}", lang) if self.suit else "",
            count=self.count,
        )


class IllegalAction(ValueError):
    """Raised for an action that the rules forbid; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)

    def __str__(self) -> str:
        # A caller that only tries actions needs no text.
        return self.reason.text()
