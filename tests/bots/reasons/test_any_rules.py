"""Hints under any rules, in every phase of a deal."""

from random import Random

import pytest

from gongzhu.bots.reasons import find_hint
from gongzhu.bots.reasons.hint import NEAR_PASSES
from gongzhu.cards import Seat, parse_cards
from gongzhu.rules import PRESETS, Pass, Phase, apply
from gongzhu.rules.actions import same_action
from gongzhu.texts import Lang
from gongzhu.view import view_of
from tests.support.playing import random_action, random_start, waiting
from tests.support.rulesets import every_kind, tries
from tests.support.tables import begin

RULES = every_kind(seed=12, count=10)
OFTEN = 7
"""A hint is asked for at one in so many decisions."""


@pytest.mark.parametrize("name", RULES)
def test_there_is_a_hint_for_every_choice_in_both_languages(name: str) -> None:
    languages: tuple[Lang, ...] = ("en", "zh")
    for number in range(tries(1)):
        rng = Random(f"{name} {number}")
        deal, _ = random_start(RULES[name], rng)
        while deal.public.phase is not Phase.ENDED:
            seat = rng.choice(waiting(deal))
            if deal.public.phase is not Phase.PLAYING or not rng.randrange(OFTEN):
                view = view_of(deal, seat)
                for lang in languages:
                    hint = find_hint(view, lang, seed=name, rollouts=1)
                    assert hint.sentence
                    assert all(view.why_illegal(each.action) is None for each in hint.choices)
            deal, _ = apply(deal, seat, random_action(deal, seat, rng))


SURE = "7S 5S 3S QH 8H QC TC 9C 8C 4C 2C 8D 3D"
"""A hand of Hearts from which the policy, `steady` and the network all pass 8♦ 8♥ Q♥ to the left,
and never anything else."""


@pytest.mark.parametrize("asked", ["8D 8H QH", "2C 4C 3D", "3D 4C 2C"])
def test_a_pass_is_compared_with_others_even_if_no_bot_would_pass_them(asked: str) -> None:
    deal = begin(PRESETS["hearts-denexa"].rules, {0: SURE})
    action = Pass(parse_cards(asked))
    hint = find_hint(view_of(deal, Seat(0)), "en", rollouts=100, asked=action)
    assert len(hint.choices) >= 1 + NEAR_PASSES
    assert any(same_action(each.action, action) for each in hint.choices)
