"""Hints under any rules, in every phase of a deal."""

from random import Random

import pytest

from gongzhu.bots.reasons import find_hint
from gongzhu.rules import Phase, apply
from gongzhu.texts import Lang
from gongzhu.view import view_of
from tests.support.playing import random_action, random_start, waiting
from tests.support.rulesets import every_kind, tries

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
