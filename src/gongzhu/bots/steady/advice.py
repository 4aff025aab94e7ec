"""A piece of advice that speaks for an action, with its sentence."""

from msgspec import Struct

from gongzhu.cards import Card
from gongzhu.texts import Lang, say


class Advice(Struct, frozen=True):
    """A piece of advice from the strategy pages that speaks for an action."""

    name: str
    """There is a sentence `advice.NAME` for it in the catalogue of texts."""
    points: float
    """Points of the action's lead that rest on the advice, above 0: how far it falls back against
    the best of the actions that the advice prefers it to, once the terms of the advice are left
    out."""
    cards: tuple[Card, ...]
    """The own cards that it is about."""

    def text(self, lang: Lang = "en") -> str:
        """One plain sentence."""
        return say(f"advice.{self.name}", lang, cards=" ".join(map(str, self.cards)))
