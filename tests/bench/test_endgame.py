"""Endings solved, against trying everything. The solver is compiled for `bench` alone, which takes
half a minute."""

from random import Random

import numpy as np
import pytest

from bench.endgame import Workspace, new_workspace, solve_max_n, solve_paranoid
from bench.packed.random_playouts import deal_randomly, new_deck
from gongzhu.cards import Seat
from gongzhu.packed import bits
from gongzhu.packed.beginning import begin, expose
from gongzhu.packed.boards import HEARTS_BOARD, board_of, cards_of
from gongzhu.packed.layout import (
    DOWN,
    LEADER,
    NOBODY,
    OPEN,
    PILES,
    TRICKS,
    UP,
    State,
    new_rng,
    new_state,
)
from gongzhu.packed.rules import OPEN_SALE, PackedRules, pack_rules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules import PRESETS, RuleSet, piles, side_of, sides
from gongzhu.rules.facts import points_sign
from gongzhu.rules.options import MOST_PLAYERS
from tests.support.rulesets import PRESET_RULES, tries

pytestmark = pytest.mark.long
KINDS = PRESET_RULES
MEMORY = new_workspace(12)


def any_card(packed: PackedRules, state: State, rng: Random) -> None:
    """Play any card that may be played."""
    cards = legal_cards(packed, state)
    play_card(packed, state, bits.code_of(bits.nth(cards, rng.randrange(bits.count(cards)))))


def ending(packed: PackedRules, rng: Random, tricks: int, plays: int) -> State:
    """A deal played at random until so many tricks are left, and so many cards more."""
    state = new_state()
    deal_randomly(packed, state, new_deck(packed), new_rng(rng.getrandbits(64)))
    begin(packed, state, NOBODY)
    if packed.sale:
        for key in cards_of(packed.keys):
            mode = rng.choice((0, 0, OPEN) if packed.sale == OPEN_SALE else (0, DOWN, UP))
            if mode:
                expose(state, board_of([key]), mode)
    while state[TRICKS] < packed.hand_size - tricks:
        any_card(packed, state, rng)
    if rng.random() < 0.5:
        give_one_seat(packed, state, rng)
    for _ in range(plays):
        any_card(packed, state, rng)
    return state


def give_one_seat(packed: PackedRules, state: State, rng: Random) -> None:
    """Put all point cards that have been captured, or the hearts, in one pile: slams and moons
    come about in deals at random too seldom."""
    hoard = rng.choice((packed.points, HEARTS_BOARD))
    captor, cards = rng.randrange(packed.players), 0
    for seat in range(packed.players):
        cards |= state[PILES + seat] & hoard
        state[PILES + seat] &= ~hoard
    state[PILES + captor] |= cards


def solved(packed: PackedRules, state: State, memory: Workspace = MEMORY) -> list[int]:
    outcome = np.zeros(MOST_PLAYERS, np.int64)
    solve_max_n(packed, state, memory, outcome)
    return [int(points) for points in outcome[: packed.piles]]


def tried(rules: RuleSet, packed: PackedRules, state: State) -> list[int]:
    """The points of each pile, by trying all cards everywhere."""
    if state[TRICKS] == packed.hand_size:
        points = np.zeros(packed.piles, np.int64)
        score(packed, state, points)
        return points.tolist()
    seat = Seat(seat_to_play(packed, state))
    outcomes = [tried(rules, packed, after) for after in following(packed, state)]
    return max(outcomes, key=lambda points: own_points(rules, points, seat))


def following(packed: PackedRules, state: State) -> list[State]:
    """The states after each card that may be played."""
    states = []
    cards = legal_cards(packed, state)
    for place in range(bits.count(cards)):
        states.append(state.copy())
        play_card(packed, states[-1], bits.code_of(bits.nth(cards, place)))
    return states


def own_points(rules: RuleSet, points: list[int], seat: Seat) -> int:
    """How good these points of piles are for a seat's side."""
    own = [owner[0] for owner in piles(rules)]
    side = side_of(rules, seat)
    total = sum(n for n, owner in zip(points, own, strict=True) if side_of(rules, owner) == side)
    return points_sign(rules) * total


def fought(rules: RuleSet, packed: PackedRules, state: State, seat: Seat) -> int:
    """The value for a seat's side against all others, by trying all cards everywhere."""
    if state[TRICKS] == packed.hand_size:
        points = np.zeros(packed.piles, np.int64)
        score(packed, state, points)
        own = own_points(rules, points.tolist(), seat)
        everyone = sum(own_points(rules, points.tolist(), side[0]) for side in sides(rules))
        return own * len(sides(rules)) - everyone
    values = [fought(rules, packed, after, seat) for after in following(packed, state)]
    acting = side_of(rules, Seat(seat_to_play(packed, state)))
    return max(values) if acting == side_of(rules, seat) else min(values)


@pytest.mark.parametrize("name", KINDS)
def test_an_ending_comes_to_what_trying_everything_finds(name: str) -> None:
    rules = KINDS[name]
    packed = pack_rules(rules)
    rng = Random(name)
    for _ in range(tries(3)):
        state = ending(packed, rng, tricks=3, plays=rng.randrange(packed.players))
        before = state.copy()
        assert solved(packed, state) == tried(rules, packed, state)
        assert (state == before).all()


@pytest.mark.parametrize("name", KINDS)
def test_one_side_against_all_others_comes_to_what_trying_everything_finds(name: str) -> None:
    rules = KINDS[name]
    packed = pack_rules(rules)
    rng = Random(name)
    for _ in range(tries(4)):
        state = ending(packed, rng, tricks=3, plays=rng.randrange(packed.players))
        seat = Seat(rng.randrange(packed.players))
        before = state.copy()
        found = solve_paranoid(packed, state, MEMORY, seat, 10**9)
        assert (found.complete, found.value) == (1, fought(rules, packed, state, seat))
        assert (state == before).all()


def test_a_small_memory_forgets_and_does_not_mistake() -> None:
    for name in ("gongzhu-pagat", "hearts-omnibus"):
        packed = pack_rules(PRESETS[name].rules)
        rng = Random(name)
        for _ in range(10):
            state = ending(packed, rng, tricks=4, plays=0)
            assert solved(packed, state, new_workspace(3)) == solved(
                packed, state, new_workspace(16)
            )


def test_the_outcome_is_that_of_the_best_card() -> None:
    packed = pack_rules(PRESETS["gongzhu-pagat"].rules)
    rng = Random(2)
    for _ in range(10):
        state = ending(packed, rng, tricks=4, plays=0)
        seat, cards, gains = state[LEADER], legal_cards(packed, state), []
        for place in range(bits.count(cards)):
            after = state.copy()
            play_card(packed, after, bits.code_of(bits.nth(cards, place)))
            gains.append(solved(packed, after)[seat])
        assert solved(packed, state)[seat] == max(gains)


@pytest.mark.parametrize("name", ["gongzhu-wiki", "gongzhu-pagat-partners", "hearts-denexa"])
def test_a_budget_that_does_not_do_is_said_and_one_that_does_changes_nothing(name: str) -> None:
    packed = pack_rules(PRESETS[name].rules)
    rng = Random(name)
    for _ in range(10):
        state = ending(packed, rng, tricks=5, plays=0)
        whole = solve_paranoid(packed, state, new_workspace(12), 0, 10**9)
        half = solve_paranoid(packed, state, new_workspace(12), 0, whole.nodes // 2)
        enough = solve_paranoid(packed, state, new_workspace(12), 0, whole.nodes + 1)
        assert enough == whole
        if whole.nodes > 1:
            assert not half.complete
            assert half.nodes <= whole.nodes // 2 + 1


def test_what_is_remembered_is_good_in_other_deals() -> None:
    packed = pack_rules(PRESETS["gongzhu-boulder"].rules)
    rng, kept = Random(4), new_workspace(16)
    for _ in range(40):
        state = ending(packed, rng, tricks=4, plays=rng.randrange(4))
        seat = rng.randrange(4)
        fresh = solve_paranoid(packed, state, new_workspace(16), seat, 10**9)
        assert solve_paranoid(packed, state, kept, seat, 10**9).value == fresh.value
        assert solved(packed, state, kept) == solved(packed, state, new_workspace(16))
