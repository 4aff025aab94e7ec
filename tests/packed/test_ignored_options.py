"""Kernels that take one option for another: playing beside the engine shows it, whichever it is."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import Family, RuleError, RuleSet, options_of, rules_from_values
from gongzhu.rules.option_table import all_option_values
from tests.packed.parity import Difference, Seen, run_deal
from tests.support.rulesets import FAMILIES, random_rules, values_of

NOT_READ = {
    "players": "decides how many hands there are",
    "removed": "decides which cards are in them",
    "direction": "seats are counted in playing order",
    "sale": "who exposes what is told to the kernels",
    "later_lead": "who leads first is told to the kernels",
}
"""Options that no kernel asks for while it plays and scores a deal, and why."""
OPTIONS = [
    (family, key)
    for family in FAMILIES
    for key in options_of(family)
    if key not in NOT_READ and (family, key) != ("hearts", "partners")  # of one value
]


def others(rules: RuleSet, key: str) -> Iterator[RuleSet]:
    """The same rules with every other value of one option that makes sense."""
    values = all_option_values(rules)
    for value in values_of(key, options_of(rules.family)[key].form):
        other: Any = [value] if isinstance(values[key], list | tuple) else value
        with suppress(RuleError):
            yield rules_from_values({**values, key: other})


def mistaken(family: Family, key: str, rng: Random) -> Iterator[tuple[RuleSet, PackedRules]]:
    """Rules, and the same rules as kernels get them that ignore the option."""
    for _ in range(400):
        rules = random_rules(rng)
        if rules.family == family:
            for other in others(rules, key):
                if pack_rules(other) != pack_rules(rules):
                    yield rules, pack_rules(other)


@pytest.mark.parametrize(("family", "key"), OPTIONS)
def test_an_option_that_kernels_ignore_makes_a_difference(family: Family, key: str) -> None:
    rng = Random(f"{family} {key}")
    tried = 0
    for rules, packed in mistaken(family, key, rng):
        for _ in range(4):
            tried += 1
            try:
                run_deal(rules, packed, rng, Seen())
            except Difference:
                return
    raise AssertionError(f"the same in {tried} deals")
