"""Kernels: what playing against itself teaches the policy.

Every deal is played several times. What a choice is worth is how the play went on, for its own
side against the rivals, less how the other plays of the same deal went on from that trick: so the
luck of the deal counts for nothing.
"""

from typing import NamedTuple

import numpy as np

from bench.packed.random_playouts import deal_randomly
from gongzhu.bots.policy.exposure_policy import sample_exposures
from gongzhu.bots.policy.pass_policy import losers_of, sample_next_pass
from gongzhu.bots.policy.play_policy import sample_legal_card
from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.jit import advance, bounded, kernel, splitmix64
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    MODES,
    MOST_PLAYERS,
    NOBODY,
    PLAYED,
    SIZE,
    TRICKS,
    Ints,
    RngState,
    State,
)
from gongzhu.packed.rules import NO_SALE, POOLED, SEPARATE, PackedRules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from training.gradients import (
    MOST_CARDS,
    Floats,
    GradientSums,
    accumulate_card,
    accumulate_exposures,
    accumulate_pass,
)

EPISODES = 6
"""How often each deal is played."""
MOST_TURNS = 52


class Episodes(NamedTuple):
    """How one deal was played, each time."""

    values: Floats
    """By play, trick and seat: the points by what has been captured before the trick, for the
    seat's side against its rivals; at the place after the last trick, of the whole deal."""
    codes: Ints
    """By play and turn: what was played."""
    choices: Ints
    """By play: for each seat the cards it passed, by their codes in 8 bits each from the first;
    the boards of these; how cards were exposed."""


@kernel
def accumulate_policy_gradient(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    scale: float,
    temperature: float,
    deck: Ints,
    chance: RngState,
    deals: int,
    lesson: GradientSums,
) -> None:
    """Play so many deals, and add to the lesson what they teach.

    Cards are passed so many steps. `scale` makes points of pigs' hundredths, `temperature` is
    how many of these an even spread of chances is worth.
    """
    dealt = np.zeros(MOST_PLAYERS, np.int64)
    state = np.zeros(SIZE, np.int64)
    played = Episodes(
        np.zeros((EPISODES, MOST_CARDS + 1, MOST_PLAYERS)),
        np.zeros((EPISODES, MOST_TURNS), np.int64),
        np.zeros((EPISODES, 3, MOST_PLAYERS), np.int64),
    )
    for _ in range(deals):
        deal_randomly(rules, state, deck, chance)
        for seat in range(rules.players):
            dealt[seat] = state[HANDS + seat]
        chance[0] = advance(chance[0])
        drawn, _ = bounded(splitmix64(chance[0]), 2 * rules.players)
        captor = drawn if rules.captor_leads and drawn < rules.players else NOBODY
        for number in range(EPISODES):
            _start_episode(rules, policy, steps, dealt, captor, state, chance, played, number)
            _play_episode(rules, policy, state, scale, chance, played, number)
        for number in range(EPISODES):
            _accumulate_episode(
                rules, policy, steps, dealt, captor, state, temperature, played, lesson, number
            )


@kernel
def _start_episode(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    dealt: Ints,
    captor: int,
    state: State,
    chance: RngState,
    played: Episodes,
    number: int,
) -> None:
    """Pass and expose by the policy; the choices are kept."""
    choices = played.choices
    for seat in range(rules.players):
        state[HANDS + seat] = dealt[seat]
        if steps:
            lost = losers_of(rules, dealt[seat])
            rest = dealt[seat]
            order = 0
            for place in range(3):
                code = sample_next_pass(policy, rest, lost, steps, chance)
                rest ^= 1 << code
                order |= code << 8 * place
            choices[number, 0, seat] = order
            choices[number, 1, seat] = dealt[seat] ^ rest
    if steps:
        pass_cards(rules, state, steps, choices[number, 1])
    begin(rules, state, captor)
    if rules.sale != NO_SALE:
        for seat in range(rules.players):
            board, modes = sample_exposures(rules, policy, state[HANDS + seat], chance)
            choices[number, 2, seat] = modes
            state[EXPOSED] |= board
            state[MODES] |= modes


@kernel
def _play_episode(
    rules: PackedRules,
    policy: Policy,
    state: State,
    scale: float,
    chance: RngState,
    played: Episodes,
    number: int,
) -> None:
    """Play by the policy; the cards and how the points stand are kept."""
    points = np.zeros(MOST_PLAYERS, np.int64)
    table, codes, values = policy.playing, played.codes, played.values
    numbers = chance[0]
    for place in range(rules.players * rules.hand_size):
        if not state[PLAYED]:
            _write_returns(rules, state, points, scale, values[number, state[TRICKS]])
        code, numbers = sample_legal_card(rules, table, state, legal_cards(rules, state), numbers)
        codes[number, place] = code
        play_card(rules, state, code)
    _write_returns(rules, state, points, scale, values[number, rules.hand_size])
    chance[0] = numbers


@kernel
def _write_returns(
    rules: PackedRules, state: State, points: Ints, scale: float, values: Floats
) -> None:
    """How each seat's side stands against its rivals, by what has been captured."""
    score(rules, state, points)
    total = 0
    for pile in range(rules.piles):
        total += points[pile]
    for seat in range(rules.players):
        own = points[seat & 1] if rules.partners == POOLED else points[seat]
        if rules.partners == SEPARATE:
            own += points[seat ^ 2]
        values[seat] = scale * (own - (total - own) / (rules.sides - 1))


@kernel
def _accumulate_episode(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    dealt: Ints,
    captor: int,
    state: State,
    temperature: float,
    played: Episodes,
    lesson: GradientSums,
    number: int,
) -> None:
    """Go through a play again, and add up what its choices teach."""
    values, codes, choices = played
    for seat in range(rules.players):
        state[HANDS + seat] = dealt[seat]
        if steps:
            worth = _advantage(values, number, 0, seat, rules.hand_size)
            accumulate_pass(
                rules,
                policy,
                steps,
                dealt[seat],
                choices[number, 0, seat],
                worth,
                temperature,
                lesson,
            )
    if steps:
        pass_cards(rules, state, steps, choices[number, 1])
    begin(rules, state, captor)
    if rules.sale != NO_SALE:
        for seat in range(rules.players):
            modes = choices[number, 2, seat]
            worth = _advantage(values, number, 0, seat, rules.hand_size)
            hand = state[HANDS + seat]
            state[MODES] |= modes
            state[EXPOSED] |= accumulate_exposures(
                rules, policy, hand, modes, worth, temperature, lesson
            )
    for place in range(rules.players * rules.hand_size):
        cards = legal_cards(rules, state)
        code = codes[number, place]
        if cards & (cards - 1):
            seat = seat_to_play(rules, state)
            worth = _advantage(values, number, state[TRICKS], seat, rules.hand_size)
            accumulate_card(rules, policy, state, cards, code, worth, temperature, lesson)
        play_card(rules, state, code)


@kernel
def _advantage(values: Floats, number: int, trick: int, seat: int, last: int) -> float:
    """How much better a play went on from a trick than the others of the deal."""
    total = 0.0
    for other in range(EPISODES):
        total += values[other, last, seat] - values[other, trick, seat]
    own = values[number, last, seat] - values[number, trick, seat]
    return (own * EPISODES - total) / (EPISODES - 1)
