"""Kernels: samples to learn from, decisions of self-play in which every legal card was tried."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.packed.random_playouts import deal_randomly
from gongzhu.bots.policy import Policy, roll_out_while, sample_exposures, sample_pass
from gongzhu.bots.policy.feature_indices import role_of
from gongzhu.bots.policy.features import features_of
from gongzhu.bots.policy.play_policy import sample_legal_card
from gongzhu.bots.policy.trick_state import trick_state_of
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.jit import advance, code_of, hash_combine, kernel, routine
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    MODES,
    MOST_PLAYERS,
    NOBODY,
    SIZE,
    Floats,
    Ints,
    RngState,
    State,
)
from gongzhu.packed.rules import NO_SALE, POOLED, SEPARATE, PackedRules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from training.network.inputs import MOST_INPUTS, NOTHING, write_inputs
from training.network.play import (
    MOST_LEGAL,
    Network,
    Scratch,
    indices_of,
    roll_out_with_network,
    sample_with_network,
)

TABLES = 6
MOST_TURNS = 52
"""Decisions of a deal, at most."""


class Samples(NamedTuple):
    """Decisions, a row each. `card` stands for a place among the legal cards of its row."""

    inputs: NDArray[np.int16]
    """[n, MOST_INPUTS]: the inputs that are on; then NOTHING."""
    sizes: NDArray[np.int16]
    """[n]: how many are on."""
    legal: NDArray[np.int8]
    """[n]: how many legal cards there are."""
    codes: NDArray[np.int8]
    """[n, card]"""
    indices: NDArray[np.int32]
    """[n, card, TABLES]: into the tables of the policy."""
    weights: NDArray[np.float32]
    """[n, card]: the logarithm of what the tables make of it."""
    returns: NDArray[np.float32]
    """[n, card]: what came of it for the seat's side against its rivals, where the pig is 1."""

    def part(self, rows: slice) -> "Samples":
        """These rows, in place."""
        return Samples(
            self.inputs[rows],
            self.sizes[rows],
            self.legal[rows],
            self.codes[rows],
            self.indices[rows],
            self.weights[rows],
            self.returns[rows],
        )


def new_samples(rows: int) -> Samples:
    """Room for so many decisions."""
    return Samples(
        np.full((rows, MOST_INPUTS), NOTHING, np.int16),
        np.zeros(rows, np.int16),
        np.zeros(rows, np.int8),
        np.zeros((rows, MOST_LEGAL), np.int8),
        np.zeros((rows, MOST_LEGAL, TABLES), np.int32),
        np.zeros((rows, MOST_LEGAL), np.float32),
        np.zeros((rows, MOST_LEGAL), np.float32),
    )


@routine
def branch(
    rules: PackedRules,
    policy: Policy,
    network: Network,
    asked: int,
    steps: int,
    pig: float,
    deck: Ints,
    rng: RngState,
    scratch: Scratch,
    samples: Samples,
) -> int:
    """Play whole deals until `samples` is full, and fill it with their decisions; how many.

    Everybody plays by the tables, and by the network too if `asked` is 1. `steps`: seats that cards
    are passed on; `pig`: the points of the pig; `deck`: int64 [cards], from `new_deck`; `rng`:
    uint64 [1].
    """
    state = np.zeros(SIZE, np.int64)
    tried = np.zeros(SIZE, np.int64)
    points = np.zeros(MOST_PLAYERS, np.int64)
    lots = np.zeros(1, np.uint64)
    inputs = scratch.inputs
    table = policy.playing
    row = 0
    while row <= len(samples.sizes) - MOST_TURNS:
        deal(rules, policy, steps, deck, state, rng)
        rng_state = rng[0]
        for _ in range(rules.players * rules.hand_size):
            cards = legal_cards(rules, state)
            trick = trick_state_of(rules, state)
            if cards & (cards - 1):
                features = features_of(rules, state, trick, cards)
                role = role_of(features)
                size = write_inputs(rules, state, features, inputs)
                samples.sizes[row] = size
                for place in range(MOST_INPUTS):
                    samples.inputs[row, place] = inputs[place] if place < size else NOTHING
                number = 0
                while cards:
                    code = code_of(cards)
                    cards &= cards - 1
                    samples.codes[row, number] = code
                    weight = 0.0
                    indices = indices_of(features, role, code)
                    for place in range(TABLES):
                        samples.indices[row, number, place] = indices[place]
                        weight += np.log(table[indices[place]])
                    samples.weights[row, number] = weight
                    for word in range(SIZE):
                        tried[word] = state[word]
                    play_card(rules, tried, code)
                    # The same lots for every card, as far as play goes the same way.
                    lots[0] = hash_combine(rng_state, 1)
                    if asked:
                        roll_out_with_network(
                            rules, table, network, tried, lots, rules.pack, scratch
                        )
                    else:
                        roll_out_while(rules, policy, tried, lots, rules.pack)
                    score(rules, tried, points)
                    samples.returns[row, number] = side_gain(rules, points, features.seat) / pig
                    number += 1
                samples.legal[row] = number
                row += 1
            cards = legal_cards(rules, state)
            code, rng_state = choose_card(
                rules, policy, network, asked, state, cards, rng_state, scratch
            )
            play_card(rules, state, code)
        rng[0] = rng_state
    return row


@kernel
def choose_card(
    rules: PackedRules,
    policy: Policy,
    network: Network,
    asked: int,
    state: State,
    cards: int,
    rng_state: int,
    scratch: Scratch,
) -> tuple[int, int]:
    """Sample a card by the tables, and by the network if `asked` is 1."""
    if asked:
        trick = trick_state_of(rules, state)
        return sample_with_network(
            rules, policy.playing, network, state, trick, cards, rng_state, scratch
        )
    return sample_legal_card(rules, policy.playing, state, cards, rng_state)


@kernel
def deal(
    rules: PackedRules, policy: Policy, steps: int, deck: Ints, state: State, rng: RngState
) -> None:
    """Deal, pass and expose by the tables: `state`, int64 [SIZE], is where play begins."""
    deal_randomly(rules, state, deck, rng)
    if steps:
        passed = np.zeros(MOST_PLAYERS, np.int64)
        for seat in range(rules.players):
            passed[seat] = sample_pass(rules, policy, state[HANDS + seat], steps, rng)
        pass_cards(rules, state, steps, passed)
    begin(rules, state, NOBODY)
    if rules.sale != NO_SALE:
        for seat in range(rules.players):
            cards, modes = sample_exposures(rules, policy, state[HANDS + seat], rng)
            state[EXPOSED] |= cards
            state[MODES] |= modes
    rng[0] = advance(rng[0])


@kernel
def side_gain(rules: PackedRules, points: Ints, seat: int) -> float:
    """The points of the seat's side less the mean of its rivals'. `points`: int64 [piles]."""
    total = 0
    for pile in range(rules.piles):
        total += points[pile]
    own = points[seat & 1] if rules.partners == POOLED else points[seat]
    if rules.partners == SEPARATE:
        own += points[seat ^ 2]
    return own - (total - own) / (rules.sides - 1)


@routine
def duel(
    rules: PackedRules,
    policy: Policy,
    network: Network,
    steps: int,
    deck: Ints,
    rng: RngState,
    scratch: Scratch,
    gains: Floats,
) -> None:
    """Write the points that a seat with the network has above one without to `gains`, float64
    [deals]: each deal is played twice, with the network in the even seats and in the odd."""
    dealt = np.zeros(SIZE, np.int64)
    state = np.zeros(SIZE, np.int64)
    points = np.zeros(MOST_PLAYERS, np.int64)
    for number in range(len(gains)):
        deal(rules, policy, steps, deck, dealt, rng)
        gains[number] = 0
        for side in range(2):
            for word in range(SIZE):
                state[word] = dealt[word]
            rng_state = hash_combine(rng[0], 1)
            for _ in range(rules.players * rules.hand_size):
                asked = 1 if seat_to_play(rules, state) & 1 == side else 0
                cards = legal_cards(rules, state)
                code, rng_state = choose_card(
                    rules, policy, network, asked, state, cards, rng_state, scratch
                )
                play_card(rules, state, code)
            score(rules, state, points)
            gains[number] += _gain_of_parity(rules, points, side) / 2


@kernel
def _gain_of_parity(rules: PackedRules, points: Ints, parity: int) -> float:
    """The mean of the points of the even or the odd seats above the mean of the others'."""
    own = 0.0
    others = 0.0
    count = 0
    for seat in range(rules.players):
        got = points[seat & 1] if rules.partners == POOLED else points[seat]
        if seat & 1 == parity:
            own += got
            count += 1
        else:
            others += got
    return own / count - others / (rules.players - count)
