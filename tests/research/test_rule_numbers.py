"""A rule set as numbers tells every option that changes anything."""

from itertools import combinations

import numpy as np
from msgspec.structs import replace

from gongzhu.cards import PACK
from gongzhu.research import RULE_NUMBERS, RULE_PLACES, rule_numbers
from gongzhu.rules import PRESETS, RuleSet, key_cards, options_of
from tests.support.rulesets import every_kind

KINDS = every_kind(seed=13, count=60)


def plain(rules: RuleSet) -> RuleSet:
    """The rule set in the words of one game, with the key cards named."""
    return replace(rules, family="hearts", exposable=key_cards(rules))


def test_other_rules_have_other_numbers() -> None:
    told = [(plain(rules), rule_numbers(rules).tobytes()) for rules in KINDS.values()]
    for (one, mine), (other, theirs) in combinations(told, 2):
        assert (mine == theirs) == (one == other)


def test_every_option_has_its_place() -> None:
    assert [*RULE_PLACES] == [*options_of()]
    places = [index for part in RULE_PLACES.values() for index in range(part.start, part.stop)]
    assert places == [*range(RULE_NUMBERS)]
    for rules in KINDS.values():
        numbers = rule_numbers(rules)
        assert numbers.shape == (RULE_NUMBERS,)
        assert numbers[RULE_PLACES["players"]] == rules.players
        counts, values = numbers[RULE_PLACES["points"]].reshape(2, 52)
        assert {PACK[n]: values[n] for n in np.flatnonzero(counts)} == dict(rules.points)


def test_what_is_missing_is_told_beside_the_number() -> None:
    numbers = rule_numbers(PRESETS["hearts-gilfoy"].rules)
    assert numbers[RULE_PLACES["lower_limit"]].tolist() == [0, 1]
    assert numbers[RULE_PLACES["upper_limit"]].tolist() == [100, 0]
    assert numbers[RULE_PLACES["exact_total"]].tolist() == [0] * 12
    directions = numbers[RULE_PLACES["pass_cycle"]].reshape(12, 6)
    assert directions.argmax(axis=1)[:4].tolist() == [0, 1, 2, 5]
    assert directions.sum(axis=1).tolist() == [1] * 4 + [0] * 8
