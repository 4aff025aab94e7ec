"""Advice that supports an action, and how far the lead of the action depends on a term of the
evaluation."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Generic, TypeVar

from msgspec import Struct

from gongzhu.bots.evaluation import Term
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


SHARE = 1 / 3
"""The share of a lead that must depend on a term for its advice to be given."""
MIN_LEAD = 0.004
"""The least lead in pigs; a smaller one is ignored."""

Option = TypeVar("Option")


class Ablation(Generic[Option]):
    """The values of options (more is better) with all terms and without one."""

    def __init__(self, evaluate: Callable[[Term | None], Mapping[Option, float]]) -> None:
        self.values = cache(evaluate)
        """The values for each term left out, computed when first needed."""

    def lead_lost(
        self, terms: Iterable[Term], option: Option, rivals: Iterable[Option], pig: float
    ) -> float:
        """Points of the lead over the best rival that the option beats, summed over the terms
        without which it loses them; 0 if that is little."""
        values = self.values(None)
        least = MIN_LEAD * pig
        beaten = [rival for rival in rivals if values[rival] + least <= values[option]]
        if not beaten:
            return 0.0
        rival = max(beaten, key=values.__getitem__)
        lead = values[option] - values[rival]
        drop = 0.0
        for term in terms:
            without = self.values(term)
            drop += max(0.0, lead - (without[option] - without[rival]))
        return drop if drop >= max(SHARE * lead, least) else 0.0
