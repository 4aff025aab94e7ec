"""Kernels that take one option for another: playing beside the engine shows it, whichever it is."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import RuleError, RuleSet, option_values, options_of, rules_from_values
from tests.packed.parity import Difference, Seen, run_deal
from tests.support.random_options import VALUES
from tests.support.rulesets import random_rules

NOT_READ = {
    "players": "decides how many hands there are",
    "removed": "decides which cards are in them",
    "direction": "seats are counted in playing order",
    "sale": "who exposes what is told to the kernels",
    "later_lead": "who leads first is told to the kernels",
    "pass_count": "who passes what is told to the kernels",
    "exposable": "who exposes what is told to the kernels",
}
"""Options that no kernel asks for while it plays and scores a deal, and why."""
OTHERS: dict[str, Sequence[Any]] = {
    "pass_cycle": [[way] for way in ("left", "right", "across", "none")],
    "points": [{"QS": -100, "KS": -7}, {"QS": 13, "AS": 5, "AH": 5, "KH": 1}],
}
"""Other values of the options that `VALUES` leaves out."""
OPTIONS = [key for key in options_of() if key not in NOT_READ]


def others(rules: RuleSet, key: str) -> Iterator[RuleSet]:
    """The same rules with every other value of one option that makes sense."""
    values = option_values(rules)
    for value in VALUES.get(key) or OTHERS[key]:
        with suppress(RuleError):
            yield rules_from_values({**values, key: value})


def mistaken(key: str, rng: Random) -> Iterator[tuple[RuleSet, PackedRules]]:
    """Rules, and the same rules as kernels get them that ignore the option."""
    for _ in range(400):
        rules = random_rules(rng)
        for other in others(rules, key):
            if pack_rules(other) != pack_rules(rules):
                yield rules, pack_rules(other)


@pytest.mark.parametrize("key", OPTIONS)
def test_an_option_that_kernels_ignore_makes_a_difference(key: str) -> None:
    rng = Random(key)
    tried = 0
    for rules, packed in mistaken(key, rng):
        for _ in range(4):
            tried += 1
            try:
                run_deal(rules, packed, rng, Seen())
            except Difference:
                return
    raise AssertionError(f"the same in {tried} deals")
