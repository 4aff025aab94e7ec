"""How much of what sets one choice above others rests on a term."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Generic, TypeVar

from gongzhu.bots.evaluation.terms import Term

SHARE = 1 / 3
"""The part of a lead that has to rest on a term for it to be told."""
MIN_DEALS = 0.004
"""And the least that it has to come to, in pigs; a smaller lead is none."""

Choice = TypeVar("Choice")


class Ablation(Generic[Choice]):
    """The weights of choices, more is better, with all terms and without one."""

    def __init__(self, evaluate_cards: Callable[[Term | None], Mapping[Choice, float]]) -> None:
        self.weights = cache(evaluate_cards)
        """By the term left out; weighed when it is asked for."""

    def lead_lost(
        self, terms: Iterable[Term], choice: Choice, rivals: Iterable[Choice], pig: float
    ) -> float:
        """How far the choice falls back, in points, behind the best of the rivals that it is
        better than, when the terms are left out one by one; 0 where that is little."""
        weights = self.weights(None)
        least = MIN_DEALS * pig
        beaten = [rival for rival in rivals if weights[rival] + least <= weights[choice]]
        if not beaten:
            return 0.0
        rival = max(beaten, key=weights.__getitem__)
        lead = weights[choice] - weights[rival]
        drop = 0.0
        for term in terms:
            without = self.weights(term)
            drop += max(0.0, lead - (without[choice] - without[rival]))
        return drop if drop >= max(SHARE * lead, least) else 0.0
