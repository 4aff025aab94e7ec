"""The policy: chances of every choice, by what the seat may know."""

import os
from collections import Counter
from itertools import combinations
from random import Random
from statistics import fmean

import numpy as np
import pytest

from gongzhu.bots.policy import (
    card_probability,
    exposure_probability,
    pass_probability,
    policy_of,
    roll_out_while,
    sample_card,
    sample_exposures,
    sample_pass,
)
from gongzhu.bots.policy.exposure_policy import EXPOSURE_SIZE
from gongzhu.bots.policy.feature_indices import PLAY_SIZE
from gongzhu.bots.policy.pass_policy import PASS_SIZE
from gongzhu.packed.layout import HANDS, PLAYED, TRICKS, new_rng
from gongzhu.packed.rules import pack_rules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules import PRESETS
from tests.bots.policy.random_positions import (
    cards_in,
    dealt,
    exchanged,
    key_codes,
    packed,
    positions,
)
from tests.support.fresh_python import run_code
from tests.support.rulesets import every_kind, tries

KINDS = every_kind(seed=11, count=20)
COMPILED = not os.environ.get("NUMBA_DISABLE_JIT")


@pytest.mark.parametrize("name", KINDS)
def test_every_legal_card_has_a_chance_and_together_they_are_one(name: str) -> None:
    rng = Random(name)
    rules, policy = pack_rules(KINDS[name]), policy_of(KINDS[name])
    for _ in range(tries(3)):
        for state in positions(rules, rng):
            cards = cards_in(legal_cards(rules, state))
            chances = [card_probability(rules, policy, state, code) for code in cards]
            assert min(chances) > 0
            assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("name", KINDS)
def test_hidden_cards_of_others_change_nothing(name: str) -> None:
    rng = Random(name)
    rules, policy = pack_rules(KINDS[name]), policy_of(KINDS[name])
    for _ in range(tries(3)):
        for state in positions(rules, rng):
            other = exchanged(rules, state, rng)
            for code in cards_in(legal_cards(rules, state)):
                one = card_probability(rules, policy, state, code)
                assert one == card_probability(rules, policy, other, code)


def test_cards_are_drawn_as_often_as_their_chances_say() -> None:
    rng = Random(5)
    chance = new_rng(6)
    times = 4000 if COMPILED else 300
    for name in ("hearts-denexa", "gongzhu-boulder", "gongzhu-pagat-partners"):
        rules, policy = pack_rules(PRESETS[name].rules), policy_of(PRESETS[name].rules)
        for state in [state.copy() for state in positions(rules, rng)][::9]:
            drawn = Counter(int(sample_card(rules, policy, state, chance)) for _ in range(times))
            for code in cards_in(legal_cards(rules, state)):
                likely = card_probability(rules, policy, state, code)
                error = 5 * (likely * (1 - likely) / times) ** 0.5 + 2 / times
                assert abs(drawn[code] / times - likely) < error


def test_the_same_seed_plays_the_same_deal() -> None:
    rules, policy = packed("gongzhu-pagat")
    start = dealt(rules, Random(7))
    ends = []
    for seed in (1, 1, 2, 3, 4, 5):
        state = start.copy()
        roll_out_while(rules, policy, state, new_rng(seed), rules.pack)
        assert state[TRICKS] == rules.hand_size
        ends.append(state.tolist())
    assert ends[0] == ends[1]
    assert any(end != ends[0] for end in ends)


def test_playing_on_goes_on_in_the_middle_of_a_trick() -> None:
    rules, policy = packed("hearts-denexa")
    for state in positions(rules, Random(8)):
        if state[PLAYED]:
            end = state.copy()
            roll_out_while(rules, policy, end, new_rng(3), rules.pack)
            assert not end[HANDS : HANDS + 4].any()


@pytest.mark.parametrize("name", KINDS)
def test_playing_on_plays_what_would_be_chosen_card_by_card(name: str) -> None:
    """What is kept up from card to card is what each position says."""
    rules, policy = pack_rules(KINDS[name]), policy_of(KINDS[name])
    for state in [state.copy() for state in positions(rules, Random(name))][::17]:
        ends = state.copy(), state.copy()
        chance, again = new_rng(3), new_rng(3)
        roll_out_while(rules, policy, ends[0], chance, rules.pack)
        while ends[1][TRICKS] < rules.hand_size:
            play_card(rules, ends[1], sample_card(rules, policy, ends[1], again))
        assert ends[0].tolist() == ends[1].tolist()
        assert chance == again


def test_three_cards_are_passed_as_often_as_their_chances_say() -> None:
    rules, policy = packed("hearts-denexa")
    hand = int(dealt(rules, Random(9))[HANDS])
    boards = [sum(1 << code for code in three) for three in combinations(cards_in(hand), 3)]
    for steps in (1, 2, 3):
        chances = {board: pass_probability(rules, policy, hand, steps, board) for board in boards}
        assert min(chances.values()) > 0
        assert sum(chances.values()) == pytest.approx(1)
        chance, times = new_rng(steps), 3000 if COMPILED else 300
        drawn = Counter(int(sample_pass(rules, policy, hand, steps, chance)) for _ in range(times))
        assert set(drawn) <= set(boards)
        for board, likely in chances.items():
            assert abs(drawn[board] / times - likely) < 5 * (likely / times) ** 0.5 + 3 / times


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-boulder", "gongzhu-hwa"])
def test_cards_are_exposed_as_often_as_their_chances_say(name: str) -> None:
    rules, policy = packed(name)
    rng, chance, times = Random(10), new_rng(4), 2000 if COMPILED else 200
    for _ in range(10):
        hand = int(dealt(rules, rng)[HANDS])
        drawn: Counter[int] = Counter()
        for _ in range(times):
            board, modes = sample_exposures(rules, policy, hand, chance)
            shown = [code for code in key_codes(rules) if int(modes) >> 2 * (code >> 4) & 3]
            assert board == sum(1 << code for code in shown)
            assert not board & ~hand
            drawn[int(modes)] += 1
        together = 0.0
        for modes, often in drawn.items():
            likely = exposure_probability(rules, policy, hand, modes)
            assert abs(often / times - likely) < 5 * (likely / times) ** 0.5 + 3 / times
            together += likely
        assert 0.97 - 10 / times < together <= 1 + 1e-9


RUN_OF_DEALS = """
from random import Random
from tests.bots.policy.random_positions import dealt, packed
from gongzhu.bots.policy import *
from gongzhu.packed.layout import HANDS, new_rng
for name in ("hearts-denexa", "gongzhu-boulder", "gongzhu-pagat-partners"):
    rules, policy = packed(name)
    chance = new_rng(12)
    state = dealt(rules, Random(13))
    hand = int(state[HANDS])
    print(sample_pass(rules, policy, hand, 1, chance))
    print(*sample_exposures(rules, policy, hand, chance))
    roll_out_while(rules, policy, state, chance, rules.pack)
    print(state.tolist())
"""


@pytest.mark.rest
def test_kernels_compute_the_same_with_the_jit_off() -> None:
    compiled, plain = (run_code(RUN_OF_DEALS, NUMBA_DISABLE_JIT=off) for off in ("0", "1"))
    assert compiled == plain


def test_the_tables_that_were_learned_fit_the_kernels() -> None:
    for preset in PRESETS.values():
        policy = policy_of(preset.rules)
        assert tuple(map(len, policy)) == (PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)
        assert all((table > 0).all() for table in policy)


@pytest.mark.parametrize(
    ("name", "better"),
    [("hearts-denexa", 4), ("gongzhu-pagat", 50), ("gongzhu-pagat-5", 30), ("gongzhu-hwa", 50)],
)
def test_it_plays_far_better_than_chance(name: str, better: int) -> None:
    rules, policy = packed(name)
    rng, chance, points = Random(14), new_rng(15), np.zeros(5, np.int64)
    found = []
    for _ in range(80 if COMPILED else 20):
        start = dealt(rules, rng)
        for seats in ((0, 2), (1, 3)):
            state = start.copy()
            while state[TRICKS] < rules.hand_size:
                cards = cards_in(legal_cards(rules, state))
                good = int(seat_to_play(rules, state)) in seats
                code = sample_card(rules, policy, state, chance) if good else rng.choice(cards)
                play_card(rules, state, code)
            score(rules, state, points)
            own = sum(int(points[seat]) for seat in seats) / 2
            others = (int(points[: rules.players].sum()) - 2 * own) / (rules.players - 2)
            found.append(own - others)
    assert (-1 if rules.aim_low else 1) * fmean(found) > better
