"""Deals one after the other, from one seed."""

from collections.abc import Mapping
from math import inf
from operator import index
from typing import Any
from uuid import uuid4

import numpy as np

from gongzhu.dealing import child_seed, deal_hands
from gongzhu.research.layout import OWN, SEAT
from gongzhu.research.stepping import SteppedDeal
from gongzhu.rules import RuleSet, start_deal
from gongzhu.rules.legal import first_lead_by_card

OPTIONS = ("number", "totals", "leader")
MOST_NUMBER = (1 << OWN["number"]) - 1
MOST_TOTAL = (1 << SEAT["total"] - 1) - 1
"""The largest that an observation has bits for."""


class Episodes:
    """The deals of an environment: each the first of a game with totals 0, but the directions of
    passing take turns."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.dealer_seed = ""
        """The seed of the deal that was begun last."""
        self._seed: str | None = None
        self._count = 0

    def begin(self, seed: int | None, options: dict[str, Any] | None = None) -> SteppedDeal:
        """The next deal. The same seed begins the same ones again; None goes on, and at first takes
        a seed from the system.

        `options` may hold `number` (of the deal in its game, 0-based), `totals` (by side) and
        `leader` (the last captor of the pig, where that seat leads). Raises ValueError for a seed
        that is no whole number from 0, for other options and for such as do not fit.
        """
        asked = _checked(self.rules, options)
        if seed is not None or self._seed is None:
            self._seed = uuid4().hex if seed is None else str(_whole("seed", seed, 0))
            self._count = 0
        self.dealer_seed = child_seed(self._seed, self._count)
        number = self._count % len(self.rules.pass_cycle)
        if not first_lead_by_card(self.rules, number):
            number = 0
        self._count += 1
        hands = deal_hands(self.rules, self.dealer_seed)
        number, totals = asked.get("number", number), asked.get("totals")
        deal, _ = start_deal(self.rules, hands, number, totals, asked.get("leader"))
        return SteppedDeal(deal)


def _checked(rules: RuleSet, options: Any) -> dict[str, Any]:
    """The options as the rules take them. Raises ValueError for others, and for other types."""
    if not isinstance(options or {}, Mapping):
        raise ValueError(f"options are a dict, not {options!r}")
    asked = dict(options or {})
    for name in asked:
        if name not in OPTIONS:
            raise ValueError(f"options are {', '.join(OPTIONS)}, not {name!r}")
    for name, most in (("number", MOST_NUMBER), ("leader", rules.players - 1)):
        if asked.get(name) is not None:
            asked[name] = _whole(name, asked[name], 0, most)
    totals = asked.get("totals")
    if totals is not None:
        if not isinstance(totals, list | tuple | np.ndarray):
            raise ValueError(f"totals are a list of whole numbers, by side, not {totals!r}")
        asked["totals"] = [_whole("a total", each, -MOST_TOTAL - 1, MOST_TOTAL) for each in totals]
    return {name: value for name, value in asked.items() if value is not None}


def _whole(name: str, value: Any, low: int, high: float = inf) -> int:
    """The whole number, one of NumPy too, from `low` to `high`. Raises ValueError for others."""
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        allowed = f"from {low}" if high == inf else f"from {low} to {high}"
        raise ValueError(f"{name} is a whole number {allowed}, not {value!r}")
    return number
