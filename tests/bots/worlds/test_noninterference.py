"""What is hidden makes no difference to what is drawn."""

from collections import Counter
from random import Random

import pytest

from gongzhu.bots.worlds import sample_worlds
from gongzhu.cards import Seat
from gongzhu.rules import start_deal
from gongzhu.view import view_of
from tests.support.playing import play_out, random_hands
from tests.support.rulesets import PRESET_RULES, tries
from tests.support.worlds import World, unlike


@pytest.mark.parametrize("name", ["gongzhu-boulder", "gongzhu-pagat-5", "hearts-denexa"])
def test_two_deals_that_look_the_same_are_drawn_from_alike(name: str) -> None:
    rules, rng = PRESET_RULES[name], Random(name)
    kinds: Counter[str] = Counter()
    for _ in range(tries(5)):
        hands = random_hands(rules, rng)
        deal, _ = start_deal(rules, hands)
        actions = tuple((step.seat, step.action) for step in play_out(deal, rng))
        for _ in range(30):
            world = World(rules, hands, 0, None, actions[: rng.randrange(len(actions) // 2)])
            viewer = Seat(rng.randrange(rules.players))
            found = unlike(world, viewer, rng)
            if found is None:
                continue
            kind, other = found
            kinds[kind] += 1
            mine, its = (
                sample_worlds(view_of(each.replay()[0], viewer), 3, seed=7)
                for each in (world, other)
            )
            assert mine.hands.tolist() == its.hands.tolist()
            assert mine.down.tolist() == its.down.tolist()
    assert sum(kinds.values()) > 20
