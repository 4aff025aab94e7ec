"""Deals one after the other, from one seed."""

from typing import Any
from uuid import uuid4

from gongzhu.dealing import child_seed, deal_hands
from gongzhu.research.stepping import SteppedDeal
from gongzhu.rules import RuleSet, start_deal
from gongzhu.rules.legal import first_lead_by_card


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
        `leader` (the last captor of the pig, where that seat leads). Raises ValueError for totals
        or a leader that do not fit.
        """
        if seed is not None or self._seed is None:
            self._seed = uuid4().hex if seed is None else str(seed)
            self._count = 0
        self.dealer_seed = child_seed(self._seed, self._count)
        number = self._count % len(self.rules.pass_cycle)
        if not first_lead_by_card(self.rules, number):
            number = 0
        self._count += 1
        asked = options or {}
        hands = deal_hands(self.rules, self.dealer_seed)
        number, totals = asked.get("number", number), asked.get("totals")
        deal, _ = start_deal(self.rules, hands, number, totals, asked.get("leader"))
        return SteppedDeal(deal)
