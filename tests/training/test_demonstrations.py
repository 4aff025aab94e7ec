"""Demonstrations, told by the plain functions: compiling them would take longer."""

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.layout import EXPOSED, HANDS, MODE_BITS, MODES, NOBODY, OPEN, State, new_state
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.packed.tricks import legal_cards, play_card
from gongzhu.rules import PRESETS

pytestmark = pytest.mark.rest

MAKE = """
import json
from training.actor_critic.demonstrations import new_demonstrations as make
sets = make(True, 6, 1), make(True, 6, 1), make(True, 6, 2), make(False, 32, 1)
print(json.dumps([{name: part.tolist() for name, part in one._asdict().items()} for one in sets]))
"""
KEYS = (8, 22, 38, 49)
DECLINED = 52
"""As `training.actor_critic.demonstrations` has it, which would compile its kernels."""


def code_of(card: int) -> int:
    return card // 13 * 16 + card % 13


@pytest.fixture(scope="module")
def made() -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-c", MAKE],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return told


def begun(deals: dict[str, Any], number: int, rules: PackedRules, hearts: bool) -> State:
    """A deal where play begins."""
    state = new_state()
    for card, seat in enumerate(deals["holders"][number]):
        state[HANDS + seat] |= 1 << code_of(card)
    _, sale, steps, captor = deals["told"][number]
    early = deals["early"][number]
    if steps:
        passed = [sum(1 << code_of(card) for card in early[k : k + 3]) for k in (0, 3, 6, 9)]
        for seat, cards in enumerate(passed):
            assert cards.bit_count() == 3
            assert cards & state[HANDS + seat] == cards
        pass_cards(rules, state, steps, np.array(passed))
    begin(rules, state, captor if captor < 4 else NOBODY)
    if not hearts:
        assert all(shown in (key, DECLINED) for shown, key in zip(early, KEYS, strict=True))
        shown = [suit for suit, card in enumerate(early) if card != DECLINED]
        assert sale or not shown
        for suit in shown:
            state[EXPOSED] |= 1 << code_of(KEYS[suit])
            state[MODES] |= OPEN << MODE_BITS * suit
    return state


@pytest.mark.parametrize("hearts", [True, False])
def test_every_card_is_played_once_and_is_legal(made: list[dict[str, Any]], hearts: bool) -> None:
    deals = made[0 if hearts else 3]
    for number, played in enumerate(deals["late"]):
        partners = deals["told"][number][0]
        preset = "gongzhu-pagat-partners" if partners else "gongzhu-pagat"
        rules = pack_rules(PRESETS["hearts-denexa" if hearts else preset].rules)
        state = begun(deals, number, rules, hearts)
        assert sorted(played) == list(range(52))
        for card in played:
            assert legal_cards(rules, state) >> code_of(card) & 1
            play_card(rules, state, code_of(card))


def test_the_same_seed_gives_the_same_deals(made: list[dict[str, Any]]) -> None:
    first, again, other, _ = made
    assert first == again
    assert first["late"] != other["late"]


def test_all_ways_to_play_are_mixed(made: list[dict[str, Any]]) -> None:
    hearts, gongzhu = made[0]["told"], made[3]["told"]
    assert {steps for _, _, steps, _ in hearts} == {0, 1, 2, 3}
    assert {tuple(told) for told in gongzhu} == {
        (partners, sale, 0, captor) for partners in (0, 1) for sale in (0, 1) for captor in range(5)
    }
    # Whoever reads them in order meets no rules in blocks.
    assert [told[0] for told in gongzhu] != sorted(told[0] for told in gongzhu)
