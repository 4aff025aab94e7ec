"""Kernels that deal and take actions in a slot of a vector environment, which holds one deal in
play. `slot` is int64 [SLOT_SIZE] (`gongzhu.research.slots`)."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.packed.beginning import begin, expose, key_card, steps_of
from gongzhu.packed.game_end import end_deal
from gongzhu.packed.jit import advance, bounded, count, kernel, nth, routine, splitmix64
from gongzhu.packed.layout import (
    DOWN,
    HANDS,
    LEADER,
    MODE_BITS,
    MOON_CHOICE,
    NOBODY,
    OPEN,
    PILES,
    PLAYED,
    SIZE,
    TRICKS,
    UP,
    Ints,
    RngState,
    State,
)
from gongzhu.packed.rules import CHOICE, DOWN_OR_UP, NO_SALE, OTHERS, SELF, PackedRules
from gongzhu.packed.scoring import (
    instant_winner,
    pile_cards,
    score,
    side_of,
    slam_maker,
)
from gongzhu.packed.tricks import legal_cards, next_seat, play_card, seat_to_play
from gongzhu.research.actions import CLAIM, EXPOSE, EXPOSURES_THERE_ARE, KEYS, MOON
from gongzhu.research.leading import first_leader, later_leader, pile_of
from gongzhu.research.slots import (
    CHOICES,
    CLAIMED,
    EXPOSING,
    EXPOSURES,
    FIRST_LEADER,
    LED_FIRST,
    MAY_CLAIM,
    MOON_CHOOSING,
    NUMBER,
    PASSED,
    PASSING,
    PHASE,
    PLAYING,
    SEAT,
    SLOT_SIZE,
    STARTED,
    TOTALS,
)
from gongzhu.rules.options import MOST_PLAYERS

Rewards: TypeAlias = NDArray[np.float32]
"""float32 [n, players]: the reward of each seat in each slot."""
Results: TypeAlias = NDArray[np.int8]
"""int8 [n, players]: for each seat in each slot, 1 if it has won the game that just ended, -1 if it
has lost it, otherwise 0."""


def _digits(number: int) -> list[int]:
    """The digits in base 3 of an exposure's number, one for each key card: 0 for a card that is not
    exposed, 1 and 2 for the two modes."""
    return [number // 3**digit % 3 for digit in range(KEYS)]


def _mode_word(number: int, first: int) -> int:
    modes = (0, first, UP)
    return sum(modes[digit] << MODE_BITS * key for key, digit in enumerate(_digits(number)))


_ALL = range(EXPOSURES_THERE_ARE)
EXPOSED_KEYS = np.array(
    [sum((digit > 0) << key for key, digit in enumerate(_digits(n))) for n in _ALL], np.int64
)
"""By number of an exposure (0 to 80: the number of the action minus EXPOSE), a bit for each key
card that it exposes, by the card's index in a MODES word."""
FACE_UP = np.array([2 in _digits(n) for n in _ALL], np.int64)
"""By number of an exposure, 1 if it exposes a card in the mode of digit 2, face up, otherwise 0."""
MODES_OPEN = np.array([_mode_word(n, OPEN) for n in _ALL], np.int64)
MODES_DOWN = np.array([_mode_word(n, DOWN) for n in _ALL], np.int64)
"""By number of an exposure, its MODES word (`packed.layout`): under rules with open exposing
(MODES_OPEN), and under rules in which cards are put up for sale (MODES_DOWN)."""


@kernel
def code_of_index(index: int) -> int:
    """The card code (`packed.boards`) of the card with this index in the pack, 0 to 51."""
    return index + 3 * (index // 13)


@kernel
def is_legal(rules: PackedRules, slot: State, action: int) -> bool:
    """True if the seat to act may take the action with this number; any integer may be given."""
    phase = slot[PHASE]
    if 0 <= action < EXPOSE:
        if phase in (EXPOSING, MOON_CHOOSING):
            return False
        return slot[CHOICES] >> code_of_index(action) & 1 != 0
    if EXPOSE <= action < MOON:
        return phase == EXPOSING and may_expose(rules, slot, action - EXPOSE)
    if MOON <= action < CLAIM:
        return phase == MOON_CHOOSING
    return action == CLAIM and slot[MAY_CLAIM] != 0


@kernel
def may_expose(rules: PackedRules, slot: State, exposure: int) -> bool:
    """True if the exposure with this number, 0 to 80, is legal for the seat to act in the phase of
    exposing."""
    if FACE_UP[exposure] and rules.sale != DOWN_OR_UP:
        return False
    return not EXPOSED_KEYS[exposure] & ~slot[CHOICES]


@kernel
def _held_keys(rules: PackedRules, hand: int) -> int:
    """A bit for each key card of a hand that may be exposed, by its index in a MODES word."""
    held = 0
    for key in range(KEYS):
        if hand & rules.keys & key_card(rules, key):
            held |= 1 << key
    return held


@routine
def deal(rules: PackedRules, slot: State, rng: RngState, index: int) -> None:
    """Begin the deal whose number is in the slot, with random hands, all equally likely.

    `rng`: uint64 [index + 1 or more]; only the element at `index` is used and advanced.
    """
    rng_state = advance(rng[index])
    number = splitmix64(rng_state)
    left = rules.players * rules.hand_size
    rest = rules.pack
    for seat in range(1, rules.players):
        hand = 0
        for _ in range(rules.hand_size):
            if left & 3 == 0:  # one random number is enough for four cards
                rng_state = advance(rng_state)
                number = splitmix64(rng_state)
            chosen, number = bounded(number, left)
            left -= 1
            card = nth(rest, chosen)
            rest ^= card
            hand |= card
        slot[HANDS + seat] = hand
    slot[HANDS] = rest
    rng[index] = rng_state
    for word in range(PILES, SIZE):
        slot[word] = 0
    for word in range(PASSED, SLOT_SIZE):
        slot[word] = 0
    slot[CLAIMED] = NOBODY
    slot[MAY_CLAIM] = 0
    if steps_of(rules, slot[NUMBER]):
        slot[PHASE] = PASSING
        slot[SEAT] = 0
        slot[CHOICES] = slot[HANDS]
    else:
        for seat in range(rules.players):
            slot[STARTED + seat] = slot[HANDS + seat]
        _after_passing(rules, slot)


@kernel
def take(rules: PackedRules, slot: State, action: int) -> bool:
    """Take a legal action, given by its number, for the seat to act; returns True if it ends the
    deal."""
    phase = slot[PHASE]
    if phase == PLAYING:
        return _play(rules, slot, action)
    if phase == PASSING:
        _pick(rules, slot, code_of_index(action))
        return False
    if phase == EXPOSING:
        _expose(rules, slot, action - EXPOSE)
        return False
    slot[MOON_CHOICE] = SELF if action > MOON else OTHERS
    return True


@kernel
def _pick(rules: PackedRules, slot: State, code: int) -> None:
    """Pick a card to pass, given by its card code; when all seats have picked theirs, the cards are
    passed."""
    seat = slot[SEAT]
    slot[PASSED] |= 1 << code
    if count(slot[PASSED] & slot[HANDS + seat]) == rules.pass_count:
        seat += 1
    if seat < rules.players:
        slot[SEAT] = seat
        slot[CHOICES] = slot[HANDS + seat] & ~slot[PASSED]
        return
    giver = rules.players - steps_of(rules, slot[NUMBER])
    for seat in range(rules.players):
        received = slot[HANDS + giver] & slot[PASSED]
        slot[STARTED + seat] = slot[HANDS + seat] & ~slot[PASSED] | received
        giver = next_seat(rules, giver)
    for seat in range(rules.players):
        slot[HANDS + seat] = slot[STARTED + seat]
    _after_passing(rules, slot)


@kernel
def _after_passing(rules: PackedRules, slot: State) -> None:
    if rules.sale == NO_SALE:
        _begin_play(rules, slot)
    else:
        slot[PHASE] = EXPOSING
        slot[SEAT] = 0
        slot[CHOICES] = _held_keys(rules, slot[HANDS])


@kernel
def _expose(rules: PackedRules, slot: State, exposure: int) -> None:
    """Choose the exposure with this number, 0 to 80, for the seat to act; when all seats have
    chosen, play begins."""
    seat = slot[SEAT]
    down = rules.sale == DOWN_OR_UP
    slot[EXPOSURES] |= MODES_DOWN[exposure] if down else MODES_OPEN[exposure]
    seat += 1
    if seat < rules.players:
        slot[SEAT] = seat
        slot[CHOICES] = _held_keys(rules, slot[HANDS + seat])
    else:
        _begin_play(rules, slot)


@kernel
def _begin_play(rules: PackedRules, slot: State) -> None:
    begin(rules, slot, slot[FIRST_LEADER])
    if slot[EXPOSURES]:
        for key in range(KEYS):
            mode = slot[EXPOSURES] >> MODE_BITS * key & 3
            if mode:
                expose(slot, key_card(rules, key), mode)
    slot[PHASE] = PLAYING
    slot[LED_FIRST] = slot[LEADER]
    _ask(rules, slot)


@kernel
def _ask(rules: PackedRules, slot: State) -> None:
    """Store in the slot the seat that is to play, and its legal cards."""
    slot[SEAT] = seat_to_play(rules, slot)
    slot[CHOICES] = legal_cards(rules, slot)


@kernel
def _play(rules: PackedRules, slot: State, action: int) -> bool:
    if action == CLAIM:
        slot[CLAIMED] = slot[SEAT]
        return _finish(rules, slot)
    play_card(rules, slot, code_of_index(action))
    if not slot[PLAYED]:
        if slot[TRICKS] == rules.hand_size:
            return _finish(rules, slot)
        slot[MAY_CLAIM] = _may_claim(rules, slot)
    _ask(rules, slot)
    return False


@kernel
def _may_claim(rules: PackedRules, slot: State) -> bool:
    """True if no card or trick that is left can count. Only correct between two tricks."""
    captured = 0
    for seat in range(rules.players):
        captured |= slot[PILES + seat]
    if rules.points & ~captured or rules.queen_of_diamonds:
        return False
    if not rules.all_tricks:
        return True
    return captured != pile_cards(rules, slot, pile_of(rules, slot[LEADER]))


@kernel
def _finish(rules: PackedRules, slot: State) -> bool:
    """Finish play after the last card or a claim; returns True if the deal is over, False if the
    maker of a slam still has to choose its payment."""
    if rules.all_point_cards == CHOICE:
        maker = slam_maker(rules, slot)
        if maker != NOBODY:
            slot[PHASE] = MOON_CHOOSING
            slot[SEAT] = maker  # for a pooled pile, the seat with the same number chooses
            slot[MAY_CLAIM] = 0
            return False
    return True


@kernel
def reward_seats(
    rules: PackedRules, slot: State, points: Ints, sums: Ints, rewards: Rewards, row: int
) -> None:
    """Write the reward of each seat to a row of `rewards`: the points of its side in the finished
    deal, with the sign reversed where fewer are better. `points`, `sums`: int64 [MOST_PLAYERS],
    overwritten."""
    score(rules, slot, points)
    for side in range(rules.sides):
        sums[side] = 0
    for pile in range(rules.piles):
        sums[side_of(rules, pile)] += points[pile]
    for seat in range(rules.players):
        scored = sums[side_of(rules, seat)]
        rewards[row, seat] = -scored if rules.aim_low else scored


@kernel
def end_in_game(
    rules: PackedRules,
    slot: State,
    points: Ints,
    before: Ints,
    rewards: Rewards,
    results: Results,
    row: int,
) -> bool:
    """Add the scores of a finished deal to the totals of its game; returns True if that ends the
    game.

    Writes the reward and the result of each seat to row `row`: the change of its side's total, with
    the sign reversed where fewer points are better; and at the end of a game 1 for winners and -1
    for losers, otherwise 0. `points`, `before`: int64 [MOST_PLAYERS], overwritten.
    """
    totals = slot[TOTALS : TOTALS + MOST_PLAYERS]
    for side in range(rules.sides):
        before[side] = totals[side]
    score(rules, slot, points)
    end = end_deal(rules, totals, points, slot[NUMBER], instant_winner(rules, slot))
    for seat in range(rules.players):
        side = side_of(rules, seat)
        added = totals[side] - before[side]
        rewards[row, seat] = -added if rules.aim_low else added
        results[row, seat] = (end.winners >> side & 1) - (end.losers >> side & 1)
    slot[NUMBER] += 1
    slot[FIRST_LEADER] = later_leader(rules, slot, points, slot[NUMBER])
    return end.over != 0


@kernel
def begin_game(rules: PackedRules, slot: State) -> None:
    """Reset the slot's deal number, totals and leader, so that its next deal is the first of a new
    game."""
    slot[NUMBER] = 0
    slot[FIRST_LEADER] = first_leader(rules, 0)
    for side in range(rules.sides):
        slot[TOTALS + side] = 0
