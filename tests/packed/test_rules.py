"""Rule sets as integers."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gongzhu.packed.beginning import steps_of
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import (
    PRESETS,
    RuleError,
    RuleSet,
    option_values,
    options_of,
    rules_from_preset,
    rules_from_values,
)
from tests.packed.parity import Difference, Seen, run_deal
from tests.support.random_options import VALUES

BASES = ("gongzhu-boulder", "gongzhu-pagat-partners", "gongzhu-hwa", "hearts-choice")


def flips(base: str) -> Iterator[tuple[str, Any, RuleSet]]:
    """The rule sets that one value of one option keeps apart from this preset."""
    rules = PRESETS[base].rules
    values = option_values(rules)
    for key in options_of():
        for value in VALUES.get(key, ()):
            try:
                flipped = rules_from_values({**values, key: value})
            except RuleError:
                continue
            if flipped != rules:
                yield key, value, flipped


def run_deals(rules: RuleSet, packed: PackedRules, rng: Random, deals: int) -> None:
    for _ in range(deals):
        run_deal(rules, packed, rng, Seen())


@pytest.mark.parametrize("base", BASES)
def test_no_option_is_lost(base: str) -> None:
    packed = pack_rules(PRESETS[base].rules)
    lost = [(key, value) for key, value, flipped in flips(base) if pack_rules(flipped) == packed]
    # All the point cards of Hearts are penalties.
    assert lost == ([("slam_needs", "penalties")] if base == "hearts-choice" else [])


def test_what_is_passed_where_is_kept() -> None:
    rules = PRESETS["hearts-denexa"].rules
    cycle = ["left", "right", "across", "none", "right"]
    changed = rules_from_values(option_values(rules) | {"pass_cycle": cycle})
    packed = pack_rules(changed)
    assert [steps_of(packed, number) for number in range(7)] == [1, 3, 2, 0, 3, 1, 3]


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        ("gongzhu-boulder", {"first_lead_card": "2C"}),
        ("gongzhu-boulder", {"first_lead": "must-lead"}),
        ("gongzhu-boulder", {"face_down_first_trick": "free"}),
        ("gongzhu-boulder", {"first_trick_points": False}),
        ("gongzhu-boulder", {"hearts_must_be_broken": True}),
        ("gongzhu-boulder", {"points": {"2H": -2}}),
        ("gongzhu-boulder", {"points": {"KS": -7}}),
        ("gongzhu-boulder", {"doubler": "9C"}),
        ("gongzhu-boulder", {"all_hearts": "nothing"}),
        ("gongzhu-boulder", {"pig_with_all_hearts": "swap"}),
        ("gongzhu-boulder", {"pig_with_all_hearts": "sweep"}),
        ("gongzhu-boulder", {"lone_doubler": 0}),
        ("gongzhu-boulder", {"cancelled_doubler": "bonus-if-exposed"}),
        ("gongzhu-boulder", {"all_point_cards": "flat"}),
        ("gongzhu-boulder", {"all_point_cards": "instant-win"}),
        ("gongzhu-boulder", {"queen_of_diamonds": True}),
        ("gongzhu-boulder", {"at_lower_limit": "plays-on"}),
        ("gongzhu-boulder", {"at_lower_limit": "turns-positive"}),
        ("gongzhu-boulder", {"lower_limit": -500}),
        ("gongzhu-boulder", {"upper_limit": 500}),
        ("gongzhu-boulder", {"deals": 2}),
        ("gongzhu-boulder", {"exact_total": [[0, 50]]}),
        ("gongzhu-wiki-ceiling", {"past_upper_limit": "wins"}),
        ("gongzhu-boulder", {"worth": "round-points"}),
        ("gongzhu-pagat-partners", {"partners": "pooled"}),
        ("gongzhu-pagat-partners", {"partners": "none"}),
        ("hearts-choice", {"pass_cycle": ["across"]}),
        ("hearts-choice", {"queen_breaks_hearts": True}),
        ("hearts-choice", {"points": {"JD": -10}}),
        ("hearts-denexa", {"all_point_cards": "self"}),
        ("hearts-denexa", {"slam_points": 30}),
        ("hearts-choice", {"upper_limit": 50}),
        ("hearts-choice", {"at_upper_limit": "ends"}),
        ("hearts-choice", {"losers": "past-limit"}),
    ],
    ids=str,
)
def test_kernels_obey_every_option(base: str, changes: dict[str, object]) -> None:
    """Kernels with one option changed soon differ from the engine without the change."""
    rules = PRESETS[base].rules
    packed = pack_rules(rules_from_preset(base, changes)[1])
    rng = Random(str(changes))
    with pytest.raises(Difference):
        run_deals(rules, packed, rng, 3000)
