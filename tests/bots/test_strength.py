"""The levels stand in order of strength under every preset.

`bench/bots/strength.py` measures by how much, over many more deals.
"""

from itertools import pairwise

import pytest

from gongzhu.bots import LEVELS
from gongzhu.bots.duel import duel
from gongzhu.rules import PRESETS

DEALS = 12


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LEVELS)))
def test_a_level_beats_the_one_before(name: str, weaker: str, stronger: str) -> None:
    advantages = duel(PRESETS[name].rules, stronger, weaker, DEALS, seed="strength")
    assert sum(advantages) > 0
