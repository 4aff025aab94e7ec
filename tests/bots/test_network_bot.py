"""The bot of the network: far ahead of the tables; test_policy_bot.py has it play legally."""

from statistics import fmean, stdev

import pytest
from msgspec.structs import replace

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import entrant, make_player
from gongzhu.bots import LEVELS
from gongzhu.bots.levels import NETWORK
from gongzhu.rules import PRESETS, RuleSet


def test_it_is_no_level() -> None:
    assert NETWORK not in LEVELS


@pytest.mark.rest
@pytest.mark.parametrize(
    ("rules", "least"),
    [
        (replace(PRESETS["gongzhu-pagat"].rules, sale="none"), 10.0),
        (PRESETS["hearts-denexa"].rules, 0.5),
    ],
    ids=["gongzhu", "hearts"],
)
def test_it_plays_better_than_the_tables(rules: RuleSet, least: float) -> None:
    pairing = Pairing(entrant("network"), entrant("policy"), rules, "network", 2)
    players = tuple(make_player(each) for each in pairing.entrants)
    found = [pairing.play(number, players).advantage for number in range(150)]
    assert fmean(found) > least
    assert fmean(found) / stdev(found) * len(found) ** 0.5 > 3
