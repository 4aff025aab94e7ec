"""Samples deals from the posterior of a seat: all deals that fit its view, weighted by the
likelihood of the others' actions.

This is sampling-importance-resampling. The prior is uniform over the deals that fit the view, and
deals are proposed from it. Each is weighted by the likelihood of the others' actions, raised to a
power below 1. Systematic resampling turns them into a sample with equal weights:

- D. B. Rubin, "Using the SIR algorithm to simulate posterior distributions", Bayesian Statistics 3,
  1988;
- G. Kitagawa, "Monte Carlo filter and smoother for non-Gaussian nonlinear state space models", J.
  Computational and Graphical Statistics 5, 1996: systematic (there called stratified) resampling.
"""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.policy import (
    Policy,
    exposure_probability,
    pass_probability,
    probability_in_trick,
    sample_pass,
)
from gongzhu.bots.policy.trick_state import TrickState, trick_state_of
from gongzhu.bots.worlds.constraints import constraints_of
from gongzhu.bots.worlds.observed_play import ObservedPlay, observed_play
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.bots.worlds.sampling import Worlds, place_face_down, sample_into, uniform
from gongzhu.packed.beginning import key_of
from gongzhu.packed.jit import advance, bounded, hash_combine, kernel, splitmix64
from gongzhu.packed.layout import HANDS, MODES, SIZE, Floats, Ints, RngState, State, new_rng
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import legal_cards
from gongzhu.view import View

EPSILON = 0.02
"""The fraction of actions that the opponent model does not explain; in these, any card or exposure
is assumed. It is not divided by the number of legal actions, since likelihoods need no
normalisation."""
PASS_EPSILON = 0.0005
"""The fraction of passes that the opponent model does not explain."""

TRICK_FIELDS = len(TrickState._fields)
"""The number of integers of which a `TrickState` consists."""
CACHE_SLOTS = 1 << 12
"""The number of hands whose likelihood is cached."""


class LikelihoodCache(NamedTuple):
    """A direct-mapped cache of the likelihood of hands, for one `ObservedPlay` and one opponent
    model. Each slot keeps the most recent hand."""

    keys: Ints
    """int64 [slots]: the seat, hand and face-down cards of each slot, as encoded by `_key`; 0 if
    the slot is empty."""
    values: Floats
    """float64 [slots]: the likelihood of the observed actions of the slot's seat with that hand."""


def new_likelihood_cache() -> LikelihoodCache:
    """A cache of likelihoods without entries."""
    return LikelihoodCache(np.zeros(CACHE_SLOTS, np.int64), np.zeros(CACHE_SLOTS))


def log_likelihoods(view: View, worlds: Worlds, opponent_model: Policy) -> Floats:
    """The natural logarithm of the likelihood of each world, float64 [deals].

    The likelihood covers the cards that the viewer was passed, and the exposures and plays of the
    others. The cards that they passed each other are left out, since the viewer has not seen them.
    """
    likelihoods = np.ones(len(worlds.down))
    multiply_likelihoods(
        packed_rules(view.rules),
        opponent_model,
        observed_play(view),
        new_likelihood_cache(),
        worlds.hands,
        worlds.down,
        likelihoods,
    )
    return np.log(likelihoods)


@kernel
def multiply_likelihoods(
    rules: PackedRules,
    opponent_model: Policy,
    played: ObservedPlay,
    cache: LikelihoodCache,
    hands: Ints,
    down: Ints,
    likelihoods: Floats,
) -> None:
    """Multiply `likelihoods`, float64 [deals], by the likelihood of the observed play in each
    world. `hands` and `down` are the arrays of `Worlds`.

    An action depends only on the hand of its seat and on public facts. So the likelihood of a world
    is a product over its hands, and the factors of repeated hands come from the cache.
    """
    keys, found = cache
    here = np.zeros(SIZE, np.int64)
    rng = np.zeros(1, np.uint64)
    start = rng[0]
    tricks = np.zeros((len(played.codes), TRICK_FIELDS), np.int64)
    if len(likelihoods):
        _write_tricks(rules, played, hands[0], here, tricks)
    for world in range(len(likelihoods)):
        for seat in range(rules.players):
            if seat == played.viewer:
                continue
            key = _key(seat, hands[world, seat], down[world])
            slot, _ = bounded(hash_combine(start, key), len(keys))
            if keys[slot] != key:
                keys[slot] = key
                _set_up(rules, played, 0, hands[world], down[world], here)
                found[slot] = _before_play(rules, opponent_model, played, seat, here, rng)
                product = 1.0
                for row in range(1, len(played.codes)):
                    if played.seats[row] != seat:
                        continue
                    _set_up(rules, played, row, hands[world], down[world], here)
                    code, trick = played.codes[row], _trick(tricks, row)
                    cards = legal_cards(rules, here)
                    likely = probability_in_trick(rules, opponent_model, here, trick, cards, code)
                    product *= _with_epsilon(likely)
                found[slot] *= product
            likelihoods[world] *= found[slot]


@kernel
def _write_tricks(
    rules: PackedRules, played: ObservedPlay, hands: Ints, here: State, tricks: Ints
) -> None:
    """Write the trick state before each observed play to `tricks`, int64 [plays + 1, fields]. It is
    the same in all worlds; `hands`, int64 [players], may be those of any world, and `here`, int64
    [SIZE], is working memory."""
    for row in range(1, len(played.codes)):
        _set_up(rules, played, row, hands, 0, here)
        trick = trick_state_of(rules, here)
        for field in range(len(trick)):
            tricks[row, field] = trick[field]


@kernel
def _trick(tricks: Ints, row: int) -> TrickState:
    one = tricks[row]
    return TrickState(one[0], one[1], one[2], one[3], one[4], one[5], one[6], one[7], one[8])


@kernel
def _set_up(
    rules: PackedRules, played: ObservedPlay, row: int, hands: Ints, down: int, here: State
) -> None:
    """Write the packed state before the observed play at index `row` to `here`, int64 [SIZE], for
    the world with these `hands`, int64 [players], and face-down cards, a bitboard."""
    for word in range(SIZE):
        here[word] = played.states[row, word]
    for seat in range(rules.players):
        here[HANDS + seat] |= hands[seat]
    place_face_down(here, down)


@kernel
def _before_play(
    rules: PackedRules,
    opponent_model: Policy,
    played: ObservedPlay,
    seat: int,
    begun: State,
    rng: RngState,
) -> float:
    """The likelihood of a seat's actions before play in a world: the cards that it exposed, and
    those that it passed to the viewer. `begun` is the packed state at the beginning of play in that
    world; `rng` is working memory."""
    likelihood = 1.0
    hand = begun[HANDS + seat]
    if played.exposed:
        likely = exposure_probability(rules, opponent_model, hand, begun[MODES])
        likelihood *= _with_epsilon(likely)
    if seat == played.giver:
        got = played.passed
        if not got:
            # The cards that the giver was passed are not known: a plausible pass is sampled,
            # always the same one for the same hand.
            rng[0] = hand
            got = sample_pass(rules, opponent_model, hand, played.steps, rng)
        dealt = hand & ~got | played.received
        likely = pass_probability(rules, opponent_model, dealt, played.steps, played.received)
        likelihood *= PASS_EPSILON + likely
    return likelihood


@kernel
def _key(seat: int, hand: int, down: int) -> int:
    """A positive number that is different for every combination of seat, hand and face-down cards
    (both bitboards), as a key of the cache.

    The three unused bits above the cards of the lowest suit hold the seat, and those of the next
    two suits have a bit that is always set and one for each face-down card.
    """
    key = hand | seat << 13 | 1 << 31
    cards = hand & down
    while cards:
        index = key_of(cards & -cards)
        key |= 1 << 29 + (index & 1) + 16 * (index >> 1)
        cards &= cards - 1
    return key


@kernel
def _with_epsilon(likely: float) -> float:
    """EPSILON + (1 - EPSILON) * `likely`: the likelihood of an action that the opponent model takes
    with probability `likely` (0 to 1). It is at least EPSILON, since players may act against the
    model."""
    return EPSILON + (1 - EPSILON) * likely


OVERSAMPLING = 4
"""Number of deals proposed for each deal that is returned."""
TEMPERING = 0.75
"""The power to which likelihoods are raised: below 1, since the others may not play like the
opponent model."""


class PosteriorSampler:
    """Samples deals from the posterior of one view; the same seed gives the same deals."""

    def __init__(
        self,
        view: View,
        opponent_model: Policy,
        seed: int,
        *,
        oversampling: int = OVERSAMPLING,
        tempering: float = TEMPERING,
    ) -> None:
        self._constraints = constraints_of(view)
        self._played = observed_play(view)
        self._rules = packed_rules(view.rules)
        self._opponent_model = opponent_model
        self._cache = new_likelihood_cache()
        self._rng = new_rng(seed)
        self._oversampling = oversampling
        self._tempering = tempering

    def sample(self, count: int) -> Worlds:
        """Sample `count` more deals, of equal weight and in random order."""
        proposed = count * self._oversampling
        hands = np.zeros((proposed, self._rules.players), np.int64)
        down = np.zeros(proposed, np.int64)
        likelihoods = np.ones(proposed)
        sample_into(self._constraints, self._rng, hands, down)
        multiply_likelihoods(
            self._rules,
            self._opponent_model,
            self._played,
            self._cache,
            hands,
            down,
            likelihoods,
        )
        weights = likelihoods**self._tempering
        indices = np.zeros(count, np.int64)
        systematic_resample(weights, self._rng, indices)
        return Worlds(hands[indices], down[indices])


@kernel
def systematic_resample(weights: Floats, rng: RngState, indices: Ints) -> None:
    """Fill `indices`, int64 [count], with indices into `weights`, float64 [samples], all above 0.

    Each index occurs count * weight / (sum of weights) times, rounded up or down: one random
    offset, then equal steps through the cumulative weights (Kitagawa 1996). The order is random:
    every new index is swapped with a random earlier one, like in an inside-out Fisher-Yates
    shuffle. `rng`, uint64 [1], advances.
    """
    total = 0.0
    for weight in weights:
        total += weight
    rng_state = advance(rng[0])
    step = total / len(indices)
    target = step * uniform(splitmix64(rng_state))
    index = 0
    cumulative = weights[0]
    for taken in range(len(indices)):
        while cumulative <= target and index < len(weights) - 1:
            index += 1
            cumulative += weights[index]
        target += step
        rng_state = advance(rng_state)
        other, _ = bounded(splitmix64(rng_state), taken + 1)
        indices[taken] = indices[other]
        indices[other] = index
    rng[0] = rng_state
