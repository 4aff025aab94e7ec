"""Kernels for the log-linear policy of play, and rollouts with it.

The probability of a legal card is its unnormalised probability divided by the sum over all legal
cards. Cards are sampled in one pass, as a weighted reservoir of one (M. T. Chao, "A general purpose
unequal probability sampling plan", Biometrika 69, 1982), using random numbers of RANDOM_BITS bits.
"""

from gongzhu.bots.policy.feature_indices import (
    TO_DISCARD,
    TO_FOLLOW,
    TO_LEAD,
    feature_indices,
    role_of,
)
from gongzhu.bots.policy.features import Features, features_of
from gongzhu.bots.policy.trick_state import (
    TrickState,
    legal_in_trick,
    play_in_trick,
    trick_state_of,
)
from gongzhu.bots.policy.weights import Policy, Weights
from gongzhu.packed.jit import advance, bounded, code_of, kernel, select, splitmix64
from gongzhu.packed.layout import LEADER, PLAYED, TABLE, RngState, State
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import legal_cards

RANDOM_BITS = 24
"""The resolution of sampling: probabilities are multiples of 2 to the power of -RANDOM_BITS."""

INDEX_MASK = (1 << 17) - 1
"""A mask that does not change any index into a table. Applying it tells Numba that indices are
never negative, so that it skips a check."""


@kernel
def unnormalised_probability(table: Weights, features: Features, role: int, code: int) -> float:
    """The product of the six factors of a legal card, above 0. `table`: float64 [PLAY_SIZE], the
    factors; `role`: TO_LEAD, TO_FOLLOW or TO_DISCARD; `code`: the card code."""
    one, two, three, four, five, six = feature_indices(features, role, code)
    first = table[one & INDEX_MASK] * table[two & INDEX_MASK] * table[three & INDEX_MASK]
    return first * table[four & INDEX_MASK] * table[five & INDEX_MASK] * table[six & INDEX_MASK]


@kernel
def sample_card(rules: PackedRules, policy: Policy, state: State, rng: RngState) -> int:
    """Sample a card for the seat to play from its probabilities, and return its card code. `rng`,
    uint64 [1], advances."""
    code, rng[0] = sample_legal_card(
        rules, policy.playing, state, legal_cards(rules, state), rng[0]
    )
    return code


@kernel
def sample_legal_card(
    rules: PackedRules, table: Weights, state: State, cards: int, rng_state: int
) -> tuple[int, int]:
    """Sample a card for the seat to play from the policy's distribution: the probability of each
    card is proportional to its unnormalised probability. Returns the card's code, and the next
    state of the random numbers.

    `table`: float64 [PLAY_SIZE], the factors of playing; `state`: int64 [SIZE]; `cards`: the
    bitboard of the legal cards, which is not empty; `rng_state`: the state of the random numbers.
    """
    return _sample(rules, table, state, trick_state_of(rules, state), cards, rng_state)


@kernel
def _sample(
    rules: PackedRules, table: Weights, state: State, trick: TrickState, cards: int, rng_state: int
) -> tuple[int, int]:
    """The same as `sample_legal_card`, with `trick`, the trick state of `state`, already
    computed."""
    chosen = code_of(cards)
    if cards & (cards - 1):
        features = features_of(rules, state, trick, cards)
        # One loop for each role, so that each computes only the features that it needs.
        role = role_of(features)
        if role == TO_LEAD:
            chosen, rng_state = _sample_in_role(table, features, TO_LEAD, rng_state)
        elif role == TO_FOLLOW:
            chosen, rng_state = _sample_in_role(table, features, TO_FOLLOW, rng_state)
        else:
            chosen, rng_state = _sample_in_role(table, features, TO_DISCARD, rng_state)
    return chosen, rng_state


@kernel
def _sample_in_role(
    table: Weights, features: Features, role: int, rng_state: int
) -> tuple[int, int]:
    """The same as `_sample`, for one role (TO_LEAD, TO_FOLLOW or TO_DISCARD), which is a constant
    when this is compiled."""
    cards = features.legal
    chosen = 0
    total = 0.0
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        weight = unnormalised_probability(table, features, role, code)
        total += weight
        rng_state = advance(rng_state)
        drawn, _ = bounded(splitmix64(rng_state), 1 << RANDOM_BITS)
        chosen = select(drawn * total < weight * (1 << RANDOM_BITS), code, chosen)
    return chosen, rng_state


@kernel
def card_probability(rules: PackedRules, policy: Policy, state: State, code: int) -> float:
    """The probability, above 0 and at most 1, that the seat to play chooses a legal card, given by
    its code.

    `state`: int64 [SIZE].
    """
    cards = legal_cards(rules, state)
    return probability_in_trick(rules, policy, state, trick_state_of(rules, state), cards, code)


@kernel
def probability_in_trick(
    rules: PackedRules, policy: Policy, state: State, trick: TrickState, cards: int, code: int
) -> float:
    """The probability that the seat to play chooses the legal card with this code; like
    `card_probability`, but for a trick state and legal cards (a bitboard) that are already
    known."""
    if not cards & (cards - 1):
        return 1.0
    features = features_of(rules, state, trick, cards)
    role = role_of(features)
    if role == TO_LEAD:
        return _probability(policy.playing, features, TO_LEAD, code)
    if role == TO_FOLLOW:
        return _probability(policy.playing, features, TO_FOLLOW, code)
    return _probability(policy.playing, features, TO_DISCARD, code)


@kernel
def _probability(table: Weights, features: Features, role: int, asked: int) -> float:
    """The probability of the legal card with the code `asked`, for one role (TO_LEAD, TO_FOLLOW or
    TO_DISCARD), which is a constant when this is compiled."""
    cards = features.legal
    weight_of_asked = 0.0
    total = 0.0
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        weight = unnormalised_probability(table, features, role, code)
        if code == asked:
            weight_of_asked = weight
        total += weight
    return weight_of_asked / total


@kernel
def roll_out_while(
    rules: PackedRules, policy: Policy, state: State, rng: RngState, wanted: int
) -> None:
    """Play the deal on with the policy as long as any seat holds a card of the bitboard `wanted`,
    and then to the end of the trick.

    The cards are those that `sample_card` would play. `state`, int64 [SIZE], and `rng`, uint64 [1],
    advance.
    """
    table = policy.playing
    rng_state = rng[0]
    trick = trick_state_of(rules, state)
    while trick.table or trick.left & wanted:
        cards = legal_in_trick(rules, state, trick)
        code, rng_state = _sample(rules, table, state, trick, cards, rng_state)
        trick = play_in_trick(rules, state, trick, 1 << code)
    state[LEADER] = trick.seat
    state[PLAYED] = 0
    state[TABLE] = 0
    rng[0] = rng_state
