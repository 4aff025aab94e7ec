"""Ablation: the part of the lead of one option over others that rests on a term of the
evaluation."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Generic, TypeVar

from gongzhu.bots.evaluation.terms import Term

SHARE = 1 / 3
"""The share of a lead that must rest on a term for its advice to be given."""
MIN_DEALS = 0.004
"""Pigs that it must come to at least; a smaller lead is none."""

Choice = TypeVar("Choice")


class Ablation(Generic[Choice]):
    """The values of options, more is better, with all terms and without one."""

    def __init__(self, evaluate_cards: Callable[[Term | None], Mapping[Choice, float]]) -> None:
        self.weights = cache(evaluate_cards)
        """Values by the term left out; computed when first needed."""

    def lead_lost(
        self, terms: Iterable[Term], choice: Choice, rivals: Iterable[Choice], pig: float
    ) -> float:
        """Points of the lead over the best rival that the option beats, summed over the terms that
        it loses without; 0 where that is little."""
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
