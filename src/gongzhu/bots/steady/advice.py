"""A line of advice that speaks for an action, and the sentence that tells it."""

from msgspec import Struct

from gongzhu.cards import Card
from gongzhu.texts import Lang, say


class Advice(Struct, frozen=True):
    """A line of the strategy pages that speaks for an action."""

    name: str
    """There is a sentence `advice.NAME` for it in the catalogue of texts."""
    points: float
    """How much of the action's worth rests on it, above 0: how far the action falls back behind
    the best of those that the advice prefers it to once the advice is forgotten, in points of
    the deal's score."""
    cards: tuple[Card, ...]
    """The cards of one's own that it is about."""

    def text(self, lang: Lang = "en") -> str:
        """One plain sentence."""
        return say(f"advice.{self.name}", lang, cards=" ".join(map(str, self.cards)))
