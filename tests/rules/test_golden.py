"""Whole deals and counts kept in tests/golden, so that no change of the rules goes unseen.

`python -m tests.golden.regenerate` makes them anew.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from gongzhu.rules import load_rules
from tests.golden.perft import engine_count, oracle_count, position
from tests.golden.playthrough import playthrough
from tests.support.rulesets import EFFORT, PRESET_RULES

GOLDEN = Path(__file__).parents[1] / "golden"
COUNTS: dict[str, list[dict[str, Any]]] = tomllib.loads((GOLDEN / "perft.toml").read_text("utf-8"))
POSITIONS = [
    pytest.param(name, entry["seed"], entry["plays"], entry["counts"], id=entry["seed"])
    for name, entries in COUNTS.items()
    for entry in entries
]
DEPTH = 6
"""How many cards deep every day; all that is known in a campaign."""


@pytest.mark.parametrize("name", PRESET_RULES)
def test_a_preset_is_played_and_seen_as_ever(name: str) -> None:
    golden = (GOLDEN / "playthroughs" / f"{name}.txt").read_text("utf-8")
    assert playthrough(name, PRESET_RULES[name]) == golden


def test_every_preset_has_positions_counted_deep_enough() -> None:
    """And ten of the examples, with three to eight players."""
    examples = COUNTS.keys() - PRESET_RULES.keys()
    assert COUNTS.keys() >= PRESET_RULES.keys()
    assert len(examples) == 10
    assert {load_rules(name).rules.players for name in examples} == set(range(3, 9))
    assert all(len(entry["counts"]) >= DEPTH for entries in COUNTS.values() for entry in entries)
    assert not {path.stem for path in (GOLDEN / "playthroughs").iterdir()} ^ set(PRESET_RULES)


@pytest.mark.parametrize(("name", "seed", "plays", "counts"), POSITIONS)
def test_the_ways_to_play_on_are_as_many_as_ever(
    name: str, seed: str, plays: int, counts: list[int]
) -> None:
    deal, oracle = position(load_rules(name).rules, seed, plays)
    known = counts[:DEPTH] if EFFORT <= 1 else counts
    for depth, count in enumerate(known, start=1):
        assert engine_count(deal, depth) == count
        assert oracle_count(oracle, depth) == count
