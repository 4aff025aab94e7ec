"""The levels stand in order of strength under every preset.

`make strength` measures by how much, over hundreds of times as many deals.
"""

from itertools import pairwise

import pytest

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import entrant
from gongzhu.arena.match import play_match
from gongzhu.bots import LEVELS
from gongzhu.rules import PRESETS
from tests.support.rulesets import EVERY_PRESET

pytestmark = pytest.mark.rest

DEALS = {"novice": 12, "steady": 24, "strong": 12}
"""By the level that is to win: `steady` is not far above `novice`."""


@pytest.mark.parametrize("name", EVERY_PRESET)
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LEVELS[:3])))
def test_a_level_beats_the_one_before(name: str, weaker: str, stronger: str) -> None:
    pairing = Pairing(entrant(stronger), entrant(weaker), PRESETS[name].rules, "strength", 2)
    assert sum(result.advantage for result in play_match(pairing, range(DEALS[stronger]))) > 0


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-pagat-partners"])
def test_a_search_beats_rules_of_thumb(name: str) -> None:
    pairing = Pairing(entrant("strong"), entrant("steady"), PRESETS[name].rules, "strength", 2)
    assert sum(result.advantage for result in play_match(pairing, range(DEALS["strong"]))) > 0
