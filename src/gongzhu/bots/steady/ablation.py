"""How much of what sets one choice above others rests on a thought."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Generic, TypeVar

from gongzhu.bots.evaluation.terms import Thought

SHARE = 1 / 3
"""The part of a lead that has to rest on a thought for it to be told."""
LEAST = 0.004
"""And the least that it has to come to, in pigs; a smaller lead is none."""

Choice = TypeVar("Choice")


class Comparison(Generic[Choice]):
    """The weights of choices, more is better, with all thoughts and without one."""

    def __init__(self, weigh: Callable[[Thought | None], Mapping[Choice, float]]) -> None:
        self.weights = cache(weigh)
        """By the thought left out; weighed when it is asked for."""

    def rests_on(
        self, thoughts: Iterable[Thought], choice: Choice, rivals: Iterable[Choice], pig: float
    ) -> float:
        """How far the choice falls back, in points, behind the best of the rivals that it is
        better than, when the thoughts are left out one by one; 0 where that is little."""
        weights = self.weights(None)
        least = LEAST * pig
        beaten = [rival for rival in rivals if weights[rival] + least <= weights[choice]]
        if not beaten:
            return 0.0
        rival = max(beaten, key=weights.__getitem__)
        lead = weights[choice] - weights[rival]
        drop = 0.0
        for thought in thoughts:
            without = self.weights(thought)
            drop += max(0.0, lead - (without[choice] - without[rival]))
        return drop if drop >= max(SHARE * lead, least) else 0.0
