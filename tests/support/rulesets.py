"""Rule sets to try: every preset, and random ones over every value of every option."""

import os
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gongzhu.cards import Card
from gongzhu.rules import PRESETS, Family, RuleSet, rules_from_values
from tests.support.random_options import Choose, draw_options

EFFORT = float(os.environ.get("GONGZHU_EFFORT", "1"))
"""How much random testing: 1 for every day, 100 for a long campaign."""

SHORT = replace(
    PRESETS["gongzhu-pagat"].rules,
    removed=tuple(
        Card(f"{rank}{suit}")
        for suit, ranks in (("S", "345678KA"), ("D", "23456789TA"), ("C", "2345678QKA"))
        for rank in ranks
    ),
)
"""Six cards each, for tests that play a deal to its end and are about something else."""

FAMILIES: tuple[Family, ...] = ("gongzhu", "hearts")
PRESET_RULES = {name: preset.rules for name, preset in PRESETS.items()}
OFTEN = (
    "gongzhu-pagat",
    "gongzhu-pagat-partners",
    "gongzhu-pagat-5",
    "hearts-denexa",
    "hearts-choice",
)
"""The presets that differ most: with partners and without, five seats, what a moon counts."""
EVERY_PRESET = [
    name if name in OFTEN else pytest.param(name, marks=pytest.mark.long) for name in PRESET_RULES
]
"""For a test that takes long: `make long` tries the others too."""


def any_rules(usual: int) -> settings:
    """Settings for a test of random rule sets: the same ones every day, new ones in a campaign."""
    return settings(max_examples=tries(usual), derandomize=EFFORT == 1, deadline=None)


def tries(usual: int) -> int:
    """How often to try, at the effort asked for."""
    return max(1, round(usual * EFFORT))


def build_rules(choose: Choose) -> RuleSet:
    """A rule set that makes sense, each value picked by `choose` from those that do."""
    return rules_from_values(draw_options(choose))


def random_rules(rng: Random) -> RuleSet:
    """Any rule set."""
    return build_rules(rng.choice)


def rule_sets() -> st.SearchStrategy[RuleSet]:
    """Any rule set, as a strategy that shrinks towards the first value of each option."""
    return st.composite(lambda draw: build_rules(lambda items: draw(st.sampled_from(items))))()


def every_kind(seed: int, count: int) -> dict[str, RuleSet]:
    """Every preset by name, and `count` random rule sets (at the usual effort)."""
    rng = Random(seed)
    return PRESET_RULES | {f"random-{n}": random_rules(rng) for n in range(tries(count))}
