"""The levels stand in order of strength under every preset.

`bench/bots/strength.py` measures by how much, over many more deals.
"""

from itertools import pairwise

import pytest

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import entrant
from gongzhu.arena.match import play_match
from gongzhu.bots import LEVELS
from gongzhu.rules import PRESETS

DEALS = 24


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LEVELS[:3])))
def test_a_level_beats_the_one_before(name: str, weaker: str, stronger: str) -> None:
    pairing = Pairing(entrant(stronger), entrant(weaker), PRESETS[name].rules, "strength", 2)
    assert sum(result.advantage for result in play_match(pairing, range(DEALS))) > 0


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-pagat-partners"])
def test_a_search_beats_rules_of_thumb(name: str) -> None:
    pairing = Pairing(entrant("strong"), entrant("steady"), PRESETS[name].rules, "strength", 2)
    assert sum(result.advantage for result in play_match(pairing, range(20))) > 0
