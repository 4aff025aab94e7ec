"""A log of events read again: the same deal comes of it, event by event."""

from random import Random

import pytest

from gongzhu.rules import DealBegan, begin_deal, evolve_deal
from support.playing import play_out, random_start
from support.rulesets import PRESET_RULES


@pytest.mark.parametrize("name", PRESET_RULES)
def test_events_alone_make_the_deal(name: str) -> None:
    rng = Random(5)
    deal, (began, *rest) = random_start(PRESET_RULES[name], rng, strong=True)
    assert isinstance(began, DealBegan)
    again = begin_deal(PRESET_RULES[name], began)
    for event in rest:
        again = evolve_deal(again, event)
    assert again == deal
    for step in play_out(deal, rng, claims=True):
        for event in step.events:
            again = evolve_deal(again, event)
        assert again == step.after
