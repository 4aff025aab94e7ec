"""Kernels: policy gradient with self-play.

REINFORCE (R. J. Williams, "Simple statistical gradient-following algorithms for connectionist
reinforcement learning", Machine Learning 8, 1992) with a leave-one-out baseline (W. Kool, H. van
Hoof, M. Welling, "Buy 4 REINFORCE samples, get a baseline for free!", ICLR 2019 workshop): every
deal is played several times, and the baseline of an episode is the mean return of the others, so
that the luck of the deal cancels out. Returns count from the trick of the decision on, for the
seat's side against its rivals.
"""

from typing import NamedTuple

import numpy as np

from bench.packed.random_playouts import deal_randomly
from gongzhu.bots.policy.exposure_policy import sample_exposures
from gongzhu.bots.policy.gradients import (
    MOST_CARDS,
    GradientSums,
    accumulate_card,
    accumulate_exposures,
    accumulate_pass,
)
from gongzhu.bots.policy.pass_policy import direction_of, losers_of, sample_next_pass
from gongzhu.bots.policy.play_policy import sample_legal_card
from gongzhu.bots.policy.weights import Policy
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.jit import advance, bounded, kernel, splitmix64
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    MODES,
    NOBODY,
    PLAYED,
    SIZE,
    TRICKS,
    Floats,
    Ints,
    RngState,
    State,
)
from gongzhu.packed.rules import NO_SALE, PIG_CAPTOR, POOLED, SEPARATE, PackedRules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules.options import MOST_PLAYERS

EPISODES = 6
"""Episodes played of each deal."""
MOST_TURNS = 52
"""Cards played in a deal, at most."""


class Episodes(NamedTuple):
    """The episodes of one deal."""

    cumulative: Floats
    """float64 [EPISODES, MOST_CARDS + 1, MOST_PLAYERS], scaled points: each seat's cumulative
    reward before each trick, and at the end of the deal."""
    codes: Ints
    """int64 [EPISODES, MOST_TURNS]: the codes of the cards played, turn by turn."""
    choices: Ints
    """int64 [EPISODES, 3, MOST_PLAYERS]. Row 0: the cards that each seat passed, by their codes in
    the order chosen, 8 bits each from the lowest; row 1: their boards; row 2: MODES words."""


@kernel
def accumulate_policy_gradient(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    scale: float,
    entropy_bonus: float,
    deck: Ints,
    rng: RngState,
    deals: int,
    sums: GradientSums,
) -> None:
    """Play EPISODES of each of so many random deals, and add their gradients to `sums`.

    `steps`: seats that cards are passed on, 0 for no passing; `scale`: scaled points per point, so
    that a pig takes 100; `entropy_bonus`: scaled points per nat of entropy at a decision;
    `deck`: int64 [cards], from `new_deck`; `rng`: uint64 [1].
    """
    dealt = np.zeros(MOST_PLAYERS, np.int64)
    state = np.zeros(SIZE, np.int64)
    episodes = Episodes(
        np.zeros((EPISODES, MOST_CARDS + 1, MOST_PLAYERS)),
        np.zeros((EPISODES, MOST_TURNS), np.int64),
        np.zeros((EPISODES, 3, MOST_PLAYERS), np.int64),
    )
    for _ in range(deals):
        deal_randomly(rules, state, deck, rng)
        for seat in range(rules.players):
            dealt[seat] = state[HANDS + seat]
        rng[0] = advance(rng[0])
        drawn, _ = bounded(splitmix64(rng[0]), 2 * rules.players)
        captor = drawn if rules.later_lead == PIG_CAPTOR and drawn < rules.players else NOBODY
        for episode in range(EPISODES):
            _start_episode(rules, policy, steps, dealt, captor, state, rng, episodes, episode)
            _play_episode(rules, policy, state, scale, rng, episodes, episode)
        for episode in range(EPISODES):
            _accumulate_episode(
                rules, policy, steps, dealt, captor, state, entropy_bonus, episodes, sums, episode
            )


@kernel
def _start_episode(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    dealt: Ints,
    captor: int,
    state: State,
    rng: RngState,
    episodes: Episodes,
    episode: int,
) -> None:
    """Pass and expose by the policy, and note the choices. `dealt`: int64 [players], boards."""
    choices = episodes.choices
    for seat in range(rules.players):
        state[HANDS + seat] = dealt[seat]
        if steps:
            lost = losers_of(rules, dealt[seat])
            rest = dealt[seat]
            order = 0
            direction = direction_of(rules, steps)
            for place in range(rules.pass_count):
                code = sample_next_pass(policy, rest, lost, direction, rng)
                rest ^= 1 << code
                order |= code << 8 * place
            choices[episode, 0, seat] = order
            choices[episode, 1, seat] = dealt[seat] ^ rest
    if steps:
        pass_cards(rules, state, steps, choices[episode, 1])
    begin(rules, state, captor)
    if rules.sale != NO_SALE:
        for seat in range(rules.players):
            board, modes = sample_exposures(rules, policy, state[HANDS + seat], rng)
            choices[episode, 2, seat] = modes
            state[EXPOSED] |= board
            state[MODES] |= modes


@kernel
def _play_episode(
    rules: PackedRules,
    policy: Policy,
    state: State,
    scale: float,
    rng: RngState,
    episodes: Episodes,
    episode: int,
) -> None:
    """Play by the policy, and note the cards and the points before every trick."""
    points = np.zeros(MOST_PLAYERS, np.int64)
    table, codes, cumulative = policy.playing, episodes.codes, episodes.cumulative
    rng_state = rng[0]
    for place in range(rules.players * rules.hand_size):
        if not state[PLAYED]:
            _write_cumulative(rules, state, points, scale, cumulative[episode, state[TRICKS]])
        code, rng_state = sample_legal_card(
            rules, table, state, legal_cards(rules, state), rng_state
        )
        codes[episode, place] = code
        play_card(rules, state, code)
    _write_cumulative(rules, state, points, scale, cumulative[episode, rules.hand_size])
    rng[0] = rng_state


@kernel
def _write_cumulative(
    rules: PackedRules, state: State, points: Ints, scale: float, cumulative: Floats
) -> None:
    """Write each seat's cumulative reward to `cumulative`, float64 [MOST_PLAYERS], scaled points.

    It is the points of the seat's side by the cards captured so far less the mean of its rivals'.
    """
    score(rules, state, points)
    total = 0
    for pile in range(rules.piles):
        total += points[pile]
    for seat in range(rules.players):
        own = points[seat & 1] if rules.partners == POOLED else points[seat]
        if rules.partners == SEPARATE:
            own += points[seat ^ 2]
        cumulative[seat] = scale * (own - (total - own) / (rules.sides - 1))


@kernel
def _accumulate_episode(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    dealt: Ints,
    captor: int,
    state: State,
    entropy_bonus: float,
    episodes: Episodes,
    sums: GradientSums,
    episode: int,
) -> None:
    """Go through an episode again, and add the gradient of each decision."""
    cumulative, codes, choices = episodes
    for seat in range(rules.players):
        state[HANDS + seat] = dealt[seat]
        if steps:
            advantage = _advantage(cumulative, episode, 0, seat, rules.hand_size)
            accumulate_pass(
                rules,
                policy,
                steps,
                dealt[seat],
                choices[episode, 0, seat],
                advantage,
                entropy_bonus,
                sums,
            )
    if steps:
        pass_cards(rules, state, steps, choices[episode, 1])
    begin(rules, state, captor)
    if rules.sale != NO_SALE:
        for seat in range(rules.players):
            modes = choices[episode, 2, seat]
            advantage = _advantage(cumulative, episode, 0, seat, rules.hand_size)
            hand = state[HANDS + seat]
            state[MODES] |= modes
            state[EXPOSED] |= accumulate_exposures(
                rules, policy, hand, modes, advantage, entropy_bonus, sums
            )
    for place in range(rules.players * rules.hand_size):
        cards = legal_cards(rules, state)
        code = codes[episode, place]
        if cards & (cards - 1):
            seat = seat_to_play(rules, state)
            advantage = _advantage(cumulative, episode, state[TRICKS], seat, rules.hand_size)
            accumulate_card(rules, policy, state, cards, code, advantage, entropy_bonus, sums)
        play_card(rules, state, code)


@kernel
def _advantage(cumulative: Floats, episode: int, trick: int, seat: int, last: int) -> float:
    """The return of an episode from a trick on, less the mean of the other episodes'."""
    total = 0.0
    for other in range(EPISODES):
        total += cumulative[other, last, seat] - cumulative[other, trick, seat]
    own = cumulative[episode, last, seat] - cumulative[episode, trick, seat]
    return (own * EPISODES - total) / (EPISODES - 1)
