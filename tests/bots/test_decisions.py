"""Every level chooses as it did: the same view and the same chance give the same action.

A change of how bots play makes the tables of tests/golden/decisions anew, and says why.
"""

from pathlib import Path

import pytest

from tests.golden.level_choices import decisions
from tests.support.rulesets import EVERY_PRESET, PRESET_RULES

GOLDEN = Path(__file__).parents[1] / "golden" / "decisions"


@pytest.mark.rest
@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_level_chooses_as_ever(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text("utf-8")
    assert decisions(name, PRESET_RULES[name]) == golden


def test_every_preset_has_a_table_and_together_they_are_enough() -> None:
    tables = {path.stem: path.read_text("utf-8") for path in GOLDEN.iterdir()}
    assert set(tables) == set(PRESET_RULES)
    assert sum(text.count(" | ") + text.count(": ") - 2 for text in tables.values()) >= 2_000
