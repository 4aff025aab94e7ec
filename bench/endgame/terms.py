"""Kernels: the points of captured cards, trick by trick, and the hash of a position.

Points are additive except for the doubler and slams. So the rest of a deal depends on the hands,
the leader, and the little that these two need of the piles; the table keeps what comes on top of
the points captured. Arrays are those of `Workspace`.
"""

from typing import NamedTuple

from bench.endgame.transpositions import (
    ANYBODY,
    BONUS,
    BOUND,
    BROKEN,
    CAPTOR,
    DOUBLED,
    HELD,
    LEFT,
    LEFT_POINTS,
    NO_MORE,
    POINTS,
    SLAM,
    SUMS,
)
from gongzhu.bots.policy.trick_state import sweep_cards
from gongzhu.packed.boards import HEARTS_BOARD, SHEEP_BOARD
from gongzhu.packed.jit import advance, code_of, hash_combine, kernel
from gongzhu.packed.layout import (
    BROKEN as STATE_BROKEN,
)
from gongzhu.packed.layout import (
    DOUBLER_KEY,
    EXPOSED,
    HANDS,
    MODES,
    MOON_CHOICE,
    NOBODY,
    PILES,
    QUEEN_CAPTOR,
    SUITS_LED,
    TRICKS_AFTER_QUEEN,
    Ints,
    State,
)
from gongzhu.packed.rules import POOLED, PackedRules
from gongzhu.packed.scoring import card_points as points_of
from gongzhu.packed.scoring import factor, pile_cards, score, side_of
from gongzhu.rules.score import TRICK_AFTER_QUEEN_POINTS

SHEEP_CODE = 25


class Terms(NamedTuple):
    """The constants of a deal. Cards are boards."""

    sheep: int
    """The sheep, or the jack of Hearts; 0 if it does not count."""
    sheep_points: int
    doubler: int
    """The doubler, or 0."""
    times: int
    """The factor of the doubler."""
    lone_points: int
    """The points of the doubler alone in a pile."""
    cancels: int
    """1 if it scores that over a sum of zero, too."""
    slam: int
    """The cards of a slam or the moon."""


@kernel
def terms_of(rules: PackedRules, state: State, card_points: Ints) -> Terms:
    """The terms of a deal. Writes the points of its cards to `card_points`."""
    card_points[:] = 0
    cards = rules.points
    while cards:
        card_points[code_of(cards)] = points_of(rules, cards & -cards, state[MODES])
        cards &= cards - 1
    sheep = SHEEP_BOARD if rules.sheep else 0
    times = factor(state[MODES], DOUBLER_KEY)
    return Terms(
        sheep,
        card_points[SHEEP_CODE] if sheep else 0,
        rules.doubler,
        2 * times if rules.doubler else 1,
        rules.lone_doubler * times,
        rules.cancelled_doubler and times > 1,
        sweep_cards(rules),
    )


@kernel
def write_root_trick(
    rules: PackedRules, terms: Terms, state: State, left: int, card_points: Ints, tricks: Ints
) -> None:
    """Write the first row of `tricks`. `left`: the board of the cards in hand and on the table."""
    tricks[0, LEFT] = left
    tricks[0, BOUND] = state[EXPOSED] & ~state[SUITS_LED]
    tricks[0, BROKEN] = state[STATE_BROKEN]
    tricks[0, CAPTOR] = state[QUEEN_CAPTOR]
    tricks[0, LEFT_POINTS] = _sum(left & rules.points & ~terms.sheep, card_points)
    tricks[0, DOUBLED] = NOBODY
    tricks[0, SLAM] = ANYBODY
    for pile in range(rules.piles):
        cards = pile_cards(rules, state, pile) & rules.points
        tricks[0, HELD + pile] = cards
        tricks[0, SUMS + pile] = _sum(cards, card_points)
        tricks[0, BONUS + pile] = 0
        if cards & terms.doubler:
            tricks[0, DOUBLED] = pile
        if cards & terms.slam:
            tricks[0, SLAM] = pile if tricks[0, SLAM] == ANYBODY else NO_MORE
    if state[QUEEN_CAPTOR] != NOBODY and rules.queen_of_diamonds:
        captor = state[QUEEN_CAPTOR]
        for seat in range(rules.players):
            if _pile(rules, seat) == _pile(rules, captor):
                number = state[TRICKS_AFTER_QUEEN] >> 8 * seat & 255
                tricks[0, BONUS + _pile(rules, captor)] += number


@kernel
def _sum(cards: int, card_points: Ints) -> int:
    total = 0
    while cards:
        total += card_points[code_of(cards)]
        cards &= cards - 1
    return total


@kernel
def _pile(rules: PackedRules, seat: int) -> int:
    return side_of(rules, seat) if rules.partners == POOLED else seat


@kernel
def capture_trick(
    rules: PackedRules,
    terms: Terms,
    tricks: Ints,
    at: int,
    cards: int,
    total: int,
    led: int,
    winner: int,
) -> None:
    """Write the row after row `at`: `winner` captures the trick of `cards`, of `total` points."""
    then = at + 1
    pile = _pile(rules, winner)
    tricks[then, LEFT] = tricks[at, LEFT] & ~cards
    tricks[then, BOUND] = tricks[at, BOUND] & ~led & ~cards
    breaks = cards & ((HEARTS_BOARD & ~led) | rules.breaks_hearts)
    tricks[then, BROKEN] = tricks[at, BROKEN] or breaks != 0
    for place in range(rules.piles):
        tricks[then, HELD + place] = tricks[at, HELD + place]
        tricks[then, SUMS + place] = tricks[at, SUMS + place]
        tricks[then, BONUS + place] = tricks[at, BONUS + place]
    tricks[then, HELD + pile] |= cards & rules.points
    tricks[then, SUMS + pile] += total
    with_sheep = terms.sheep_points if cards & terms.sheep else 0
    tricks[then, LEFT_POINTS] = tricks[at, LEFT_POINTS] - total + with_sheep
    tricks[then, DOUBLED] = pile if cards & terms.doubler else tricks[at, DOUBLED]
    tricks[then, CAPTOR] = tricks[at, CAPTOR]
    if rules.queen_of_diamonds:
        captor = tricks[at, CAPTOR]
        if captor != NOBODY:
            tricks[then, BONUS + pile] += _pile(rules, captor) == pile
        elif cards & rules.queen_of_diamonds:
            tricks[then, CAPTOR] = winner
    slam = tricks[at, SLAM]
    if cards & terms.slam:
        slam = pile if slam in (ANYBODY, pile) else NO_MORE
    tricks[then, SLAM] = slam


@kernel
def is_over(rules: PackedRules, tricks: Ints, at: int) -> bool:
    """True if no card that is left can count."""
    left = tricks[at, LEFT]
    return not left if rules.queen_of_diamonds else not left & rules.points


@kernel
def update_points(rules: PackedRules, terms: Terms, tricks: Ints, at: int) -> None:
    """Write the points of each pile if nothing more is captured, without slams."""
    for pile in range(rules.piles):
        points = tricks[at, SUMS + pile]
        if tricks[at, DOUBLED] == pile:
            alone = tricks[at, HELD + pile] == terms.doubler
            if alone or (terms.cancels and not points):
                points = terms.lone_points
            else:
                points *= terms.times
        points += TRICK_AFTER_QUEEN_POINTS * tricks[at, BONUS + pile]
        tricks[at, POINTS + pile] = points


@kernel
def settle_points(
    rules: PackedRules, terms: Terms, position: State, points: Ints, tricks: Ints, at: int
) -> None:
    """Write the points of each pile once no card that is left can count."""
    if tricks[at, SLAM] < 0 or tricks[at, LEFT] & terms.slam:
        update_points(rules, terms, tricks, at)
        return
    position[QUEEN_CAPTOR] = tricks[at, CAPTOR]
    position[TRICKS_AFTER_QUEEN] = 0
    for seat in range(rules.players):
        position[PILES + seat] = 0
    for pile in range(rules.piles):
        position[PILES + pile] = tricks[at, HELD + pile]
        position[TRICKS_AFTER_QUEEN] |= tricks[at, BONUS + pile] << 8 * pile
    score(rules, position, points)
    for pile in range(rules.piles):
        tricks[at, POINTS + pile] = points[pile]


@kernel
def deal_hash(rules: PackedRules, state: State, solver: int) -> int:
    """A hash of all that makes a difference between deals and solvers in the same position."""
    number = hash_combine(advance(0), state[MODES] << 8 | state[MOON_CHOICE])
    number = hash_combine(number, rules.points | rules.queen_of_diamonds)
    for plane in rules.planes:
        number = hash_combine(number, plane)
    number = hash_combine(number, rules.unit & 255 | rules.lone_doubler << 8)
    number = hash_combine(number, rules.pig & 65535 | (rules.sheep & 65535) << 16)
    kinds = rules.pig_with_all_hearts | rules.all_point_cards << 3 | rules.partners << 6
    kinds |= rules.cancelled_doubler << 8 | rules.aim_low << 9 | rules.players << 10
    kinds |= (rules.kept_from_lead != 0) << 14 | (rules.breaks_hearts != 0) << 15
    return hash_combine(number, kinds << 8 | solver)


@kernel
def position_hash(
    rules: PackedRules,
    terms: Terms,
    position: State,
    tricks: Ints,
    at: int,
    leader: int,
    deal_key: int,
) -> int:
    """The hash of all that the rest of a deal depends on, between tricks."""
    broken = tricks[at, BROKEN] if rules.kept_from_lead else 0
    key = hash_combine(deal_key, tricks[at, BOUND] | leader | broken << 3)
    number = deal_key
    for seat in range(rules.players):
        number = advance(number)
        key ^= hash_combine(number, position[HANDS + seat])
    number = advance(number)
    if tricks[at, SLAM] != NO_MORE:
        for pile in range(rules.piles):
            number = advance(number)
            key ^= hash_combine(number, tricks[at, HELD + pile])
    elif terms.doubler:
        doubled = tricks[at, DOUBLED]
        if doubled == NOBODY:
            for pile in range(rules.piles):
                number = advance(number)
                some = tricks[at, HELD + pile] != 0
                key ^= hash_combine(number, tricks[at, SUMS + pile] << 1 | some)
        else:
            alone = tricks[at, HELD + doubled] == terms.doubler
            total = tricks[at, SUMS + doubled] if terms.cancels else 0
            key ^= hash_combine(number, total << 4 | doubled << 1 | alone)
    if rules.queen_of_diamonds:
        key ^= hash_combine(advance(number), tricks[at, CAPTOR] + 1)
    return key
