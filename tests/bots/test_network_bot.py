"""The bot of the network: legal anywhere, and far ahead of the tables."""

from random import Random
from statistics import fmean, stdev

import pytest
from msgspec.structs import replace

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import entrant, sit_down
from gongzhu.bots import LEVELS, make_bot
from gongzhu.bots.levels import NETWORK
from gongzhu.rules import PRESETS, Phase, RuleSet, apply
from gongzhu.view import view_of
from tests.support.playing import random_start, waiting


def test_it_is_no_level() -> None:
    assert NETWORK not in LEVELS


@pytest.mark.parametrize("name", ["gongzhu-pagat-5", "gongzhu-boulder", *PRESETS])
def test_plays_legally_under_any_rules(name: str) -> None:
    rng, bot = Random(name), make_bot(NETWORK)
    deal, _ = random_start(PRESETS[name].rules, rng)
    while deal.public.phase is not Phase.ENDED:
        seat = rng.choice(waiting(deal))
        view = view_of(deal, seat)
        action = bot.choose(view, rng, 0.0)
        assert view.why_illegal(action) is None
        deal, _ = apply(deal, seat, action)


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
    players = tuple(sit_down(each) for each in pairing.entrants)
    found = [pairing.play(number, players).advantage for number in range(150)]
    assert fmean(found) > least
    assert fmean(found) / stdev(found) * len(found) ** 0.5 > 3
