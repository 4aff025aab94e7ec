"""Kernels for rollouts that report the points of every side, or every card played."""

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy import Policy, roll_out_while, sample_card
from gongzhu.bots.policy.play_policy import sample_legal_card
from gongzhu.bots.search.rollouts import (
    RolloutStats,
    RolloutTask,
    SampledDeals,
    begin_rollout,
    cards_that_count,
    settle_rollout,
)
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import PLAYED, SIZE, Floats, Ints, State
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.scoring import side_of
from gongzhu.packed.tricks import cards_in_hands, legal_cards, play_card, seat_to_play


@kernel
def roll_out_points(
    rules: PackedRules,
    policy: Policy,
    task: RolloutTask,
    deals: SampledDeals,
    stats: RolloutStats,
    points: Floats,
) -> None:
    """Roll out the first candidate on every deal, and add the points of each side, as on the score
    sheet, to `points`, float64 [deals, sides]."""
    counting = cards_that_count(rules)
    for deal in range(len(deals.down)):
        begin_rollout(rules, policy, task, deals, deal, 0, stats)
        roll_out_while(rules, policy, stats.state, stats.rng, counting)
        _settle(rules, task, deal, stats, points)


@kernel
def roll_out_policies(
    rules: PackedRules,
    policy: Policy,
    policies: NDArray[np.float64],
    policy_of_seat: Ints,
    task: RolloutTask,
    deals: SampledDeals,
    candidate: int,
    stats: RolloutStats,
    points: Floats,
) -> None:
    """Like `roll_out_points`, but for the candidate at index `candidate`, with a policy of its own
    for each seat: seat s plays cards by the factors `policies[policy_of_seat[s]]`. `policies`:
    float64 [policies, PLAY_SIZE]; `policy_of_seat`: int64 [players]. All seats pass and
    expose by `policy`."""
    counting = cards_that_count(rules)
    state, rng = stats.state, stats.rng
    for deal in range(len(deals.down)):
        begin_rollout(rules, policy, task, deals, deal, candidate, stats)
        while state[PLAYED] or cards_in_hands(rules, state) & counting:
            cards = legal_cards(rules, state)
            table = policies[policy_of_seat[seat_to_play(rules, state)]]
            code, rng[0] = sample_legal_card(rules, table, state, cards, rng[0])
            play_card(rules, state, code)
        _settle(rules, task, deal, stats, points)


@kernel
def _settle(
    rules: PackedRules, task: RolloutTask, deal: int, stats: RolloutStats, points: Floats
) -> None:
    """Score the deal that was rolled out, and add the points of each side to row `deal` of
    `points`."""
    settle_rollout(rules, task, stats)
    for pile in range(rules.piles):
        points[deal, side_of(rules, pile)] += stats.scores[pile]


@kernel
def record_rollout(
    rules: PackedRules,
    policy: Policy,
    task: RolloutTask,
    deals: SampledDeals,
    deal: int,
    candidate: int,
    stats: RolloutStats,
    begun: State,
    plays: Ints,
) -> int:
    """Roll out the candidate at index `candidate` on the deal at index `deal` to the last card, and
    return the number of cards played.

    The state before the first of these cards is written to `begun`, int64 [SIZE], and the seat and
    card code of each to `plays`, int64 [52, 2]. The scores are written to `stats`.
    """
    begin_rollout(rules, policy, task, deals, deal, candidate, stats)
    state = stats.state
    for word in range(SIZE):
        begun[word] = state[word]
    count = 0
    while cards_in_hands(rules, state):
        seat = seat_to_play(rules, state)
        code = sample_card(rules, policy, state, stats.rng)
        plays[count, 0] = seat
        plays[count, 1] = code
        count += 1
        play_card(rules, state, code)
    settle_rollout(rules, task, stats)
    return count
