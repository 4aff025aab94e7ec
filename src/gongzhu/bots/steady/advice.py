"""A piece of advice that supports an action, with its sentence."""

from msgspec import Struct

from gongzhu.cards import Card
from gongzhu.texts import Lang, say


class Advice(Struct, frozen=True):
    """A piece of advice from the strategy pages that supports an action."""

    name: str
    """Name of the advice; its sentence is the message `advice.NAME`."""
    points: float
    """How much of the action's lead depends on the advice, in points above 0: how much of the lead
    over the best of the actions that the advice rejects is lost when the terms of the advice are
    left out."""
    cards: tuple[Card, ...]
    """The seat's own cards that the advice is about."""

    def text(self, lang: Lang = "en") -> str:
        """The advice as one plain sentence."""
        return say(f"advice.{self.name}", lang, cards=" ".join(map(str, self.cards)))
