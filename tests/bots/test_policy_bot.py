"""The bot of the policy: legal anywhere, by its view alone, and as often as the policy says."""

from collections import Counter
from random import Random

import pytest

from gongzhu.bots import LEVELS, make_bot
from gongzhu.bots.levels import POLICY, UNSEARCHED
from gongzhu.bots.policy import card_probability, policy_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.boards import code_of_card
from gongzhu.packed.packing import pack_deal
from gongzhu.rules import PRESETS, Deal, Phase, Play, RuleSet, apply
from gongzhu.view import view_of
from tests.support.playing import random_action, random_start, waiting

KINDS = [
    "gongzhu-denexa",
    "gongzhu-wiki",
    "gongzhu-boulder",
    "gongzhu-pagat-partners",
    "gongzhu-pagat-5",
    "hearts-choice",
    "hearts-omnibus",
]


def test_it_is_no_level() -> None:
    assert POLICY not in LEVELS


@pytest.mark.parametrize("player", UNSEARCHED)
@pytest.mark.parametrize("name", [*KINDS, "gongzhu-pagat", "hearts-denexa"])
def test_plays_legally_under_any_rules(name: str, player: str) -> None:
    rng, bot = Random(name), make_bot(player)
    deal, _ = random_start(PRESETS[name].rules, rng)
    while deal.public.phase is not Phase.ENDED:
        seat = rng.choice(waiting(deal))
        view = view_of(deal, seat)
        action = bot.choose(view, rng, 0.0)
        assert view.why_illegal(action) is None
        deal, _ = apply(deal, seat, action)


def in_play(rules: RuleSet, rng: Random, plays: int) -> Deal:
    """A deal played by chance up to a choice of a card."""
    while True:
        deal, _ = random_start(rules, rng)
        for _ in range(plays):
            seat = rng.choice(waiting(deal))
            deal, _ = apply(deal, seat, random_action(deal, seat, rng))
            if deal.public.phase is Phase.ENDED:
                break
        else:
            seats = waiting(deal)
            if deal.public.phase is Phase.PLAYING and len(view_of(deal, seats[0]).playable()) > 1:
                return deal


@pytest.mark.parametrize("name", ["gongzhu-wiki", "gongzhu-pagat-partners", "hearts-denexa"])
def test_cards_come_as_often_as_in_a_rollout_of_the_whole_deal(name: str) -> None:
    """A rollout sees all hands, and the policy must not: so both give each card one chance."""
    rules, rng, bot = PRESETS[name].rules, Random(name), make_bot(POLICY)
    packed, policy = packed_rules(rules), policy_of(rules)
    for plays in (9, 20, 33):
        deal = in_play(rules, rng, plays)
        (seat,) = waiting(deal)
        view = view_of(deal, seat)
        tries = 1000
        chosen = Counter(bot.choose(view, rng, 0.0) for _ in range(tries))
        state = pack_deal(packed, deal)
        for card in view.playable():
            chance = card_probability(packed, policy, state, code_of_card(card))
            error = (chance * (1 - chance) / tries) ** 0.5
            assert abs(chosen[Play(card)] / tries - chance) <= 4 * error + 1e-9
