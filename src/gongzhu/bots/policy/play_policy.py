"""Kernels: which card a good player plays, by chance: each legal card as often as it deserves."""

from gongzhu.bots.policy.feature_indices import (
    TO_DISCARD,
    TO_FOLLOW,
    TO_LEAD,
    feature_indices,
    role_of,
)
from gongzhu.bots.policy.features import (
    Features,
    TrickState,
    after_card,
    after_trick,
    features_of,
    trick_state_of,
)
from gongzhu.bots.policy.tables import Policy, Weights
from gongzhu.packed.boards import HEARTS_BOARD
from gongzhu.packed.jit import advance, bounded, code_of, kernel, select, splitmix64
from gongzhu.packed.layout import (
    BROKEN,
    EXPOSED,
    HANDS,
    LEADER,
    MUST_LEAD,
    PLAYED,
    SUITS_LED,
    TABLE,
    TRICKS,
    VOIDS,
    RngState,
    State,
)
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import legal_cards, legal_follows, legal_leads, take_trick

RANDOM_BITS = 24
"""How fine chance is: a card may be played out of that many bits."""

PLACE_BITS = (1 << 17) - 1
"""Places in the tables are cut to these: then Numba does not look whether they are negative."""


@kernel
def unnormalised_probability(table: Weights, now: Features, role: int, code: int) -> float:
    """How much a card that may be played deserves it, above 0; only ratios mean something."""
    one, two, three, four, five, six = feature_indices(now, role, code)
    deserved = table[one & PLACE_BITS] * table[two & PLACE_BITS] * table[three & PLACE_BITS]
    return deserved * table[four & PLACE_BITS] * table[five & PLACE_BITS] * table[six & PLACE_BITS]


@kernel
def sample_card(rules: PackedRules, policy: Policy, state: State, chance: RngState) -> int:
    """The code of a card for the seat that is to play."""
    code, chance[0] = sample_legal_card(
        rules, policy.playing, state, legal_cards(rules, state), chance[0]
    )
    return code


@kernel
def sample_legal_card(
    rules: PackedRules, table: Weights, state: State, cards: int, numbers: int
) -> tuple[int, int]:
    """The code of one of the legal cards, and the next state of the random numbers."""
    return _sample(rules, table, state, trick_state_of(rules, state), cards, numbers)


@kernel
def _sample(
    rules: PackedRules, table: Weights, state: State, course: TrickState, cards: int, numbers: int
) -> tuple[int, int]:
    """The code of one of these cards, and the next state of the random numbers."""
    chosen = code_of(cards)
    if cards & (cards - 1):
        now = features_of(rules, state, course, cards)
        # A loop for each role: what only one of them wants is not made ready for all.
        role = role_of(now)
        if role == TO_LEAD:
            chosen, numbers = _sample_in_role(table, now, TO_LEAD, numbers)
        elif role == TO_FOLLOW:
            chosen, numbers = _sample_in_role(table, now, TO_FOLLOW, numbers)
        else:
            chosen, numbers = _sample_in_role(table, now, TO_DISCARD, numbers)
    return chosen, numbers


@kernel
def _sample_in_role(table: Weights, now: Features, role: int, numbers: int) -> tuple[int, int]:
    cards = now.legal
    chosen = 0
    total = 0.0
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        deserved = unnormalised_probability(table, now, role, code)
        total += deserved
        numbers = advance(numbers)
        drawn, _ = bounded(splitmix64(numbers), 1 << RANDOM_BITS)
        chosen = select(drawn * total < deserved * (1 << RANDOM_BITS), code, chosen)
    return chosen, numbers


@kernel
def card_probability(rules: PackedRules, policy: Policy, state: State, code: int) -> float:
    """How likely `choose_card` is to choose this card, which may be played: above 0, at most 1."""
    cards = legal_cards(rules, state)
    if not cards & (cards - 1):
        return 1.0
    now = features_of(rules, state, trick_state_of(rules, state), cards)
    role = role_of(now)
    if role == TO_LEAD:
        return _probability(policy.playing, now, TO_LEAD, code)
    if role == TO_FOLLOW:
        return _probability(policy.playing, now, TO_FOLLOW, code)
    return _probability(policy.playing, now, TO_DISCARD, code)


@kernel
def _probability(table: Weights, now: Features, role: int, asked: int) -> float:
    """How much of what all cards deserve this one does."""
    cards = now.legal
    of_asked = 0.0
    total = 0.0
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        deserved = unnormalised_probability(table, now, role, code)
        if code == asked:
            of_asked = deserved
        total += deserved
    return of_asked / total


@kernel
def roll_out_while(
    rules: PackedRules, policy: Policy, state: State, chance: RngState, wanted: int
) -> None:
    """Play on, every card by `choose_card`, until a trick is over and nobody holds any of the
    cards wanted."""
    table = policy.playing
    numbers = chance[0]
    course = trick_state_of(rules, state)
    while course.table or course.left & wanted:
        seat = course.seat & 7
        hand = state[HANDS + seat]
        bound = state[EXPOSED] & ~state[SUITS_LED]
        if course.table:
            kept = 0 if state[TRICKS] else rules.kept_from_first_trick
            cards = legal_follows(hand, course.suit, bound, kept)
        elif state[MUST_LEAD]:
            cards = hand & state[MUST_LEAD]
            state[MUST_LEAD] = 0
        else:
            cards = legal_leads(hand, bound, 0 if state[BROKEN] else rules.kept_from_lead)
        code, numbers = _sample(rules, table, state, course, cards, numbers)
        card = 1 << code
        state[HANDS + seat] = hand ^ card
        course = after_card(rules, course, card)
        suit = course.suit
        void = 1 << 4 * seat + (code_of(suit) >> 4)
        state[VOIDS] |= select(card & suit != 0, 0, void)
        breaks = card & ((HEARTS_BOARD & ~suit) | rules.breaks_hearts) != 0
        state[BROKEN] = select(breaks, 1, state[BROKEN])
        if not course.waiting:
            take_trick(rules, state, course.winner & 7, course.table)
            state[SUITS_LED] |= suit
            state[TRICKS] += 1
            course = after_trick(rules, state, course)
    state[LEADER] = course.seat
    state[PLAYED] = 0
    state[TABLE] = 0
    chance[0] = numbers
