"""Kernels that score the captured cards of each pile. `state` is int64 [SIZE] throughout."""

from gongzhu.packed.boards import DOUBLER_BOARD, HEARTS_BOARD, PIG_BOARD, SHEEP_BOARD
from gongzhu.packed.jit import count, kernel
from gongzhu.packed.layout import (
    MODE_BITS,
    MODES,
    MOON_CHOICE,
    NOBODY,
    PILES,
    QUEEN_CAPTOR,
    TRICKS_AFTER_QUEEN,
    Ints,
    State,
)
from gongzhu.packed.rules import (
    CHOICE,
    FLAT,
    INSTANT_WIN,
    OTHERS,
    POOLED,
    SHOOTER,
    SWAP,
    PackedRules,
)
from gongzhu.rules.score_gongzhu import (
    ALL_HEARTS_POINTS,
    ALL_POINT_CARDS_POINTS,
    PIG_POINTS,
    SHEEP_POINTS,
    TRICK_AFTER_QUEEN_POINTS,
)
from gongzhu.rules.score_hearts import HEART_POINTS, JACK_POINTS, MOON_POINTS, QUEEN_POINTS


@kernel
def pile_cards(rules: PackedRules, state: State, pile: int) -> int:
    """The bitboard of the cards in a pile: those of a seat, or of both partners if captures are
    pooled."""
    if rules.partners == POOLED:
        return state[PILES + pile] | state[PILES + pile + 2]
    return state[PILES + pile]


@kernel
def whole_pile(rules: PackedRules, state: State, cards: int) -> int:
    """The pile that holds all of these cards, or NOBODY."""
    for pile in range(rules.piles):
        if not cards & ~pile_cards(rules, state, pile):
            return pile
    return NOBODY


@kernel
def instant_winner(rules: PackedRules, state: State) -> int:
    """The pile that wins the game outright, or NOBODY."""
    if rules.all_point_cards != INSTANT_WIN:
        return NOBODY
    return whole_pile(rules, state, rules.points)


@kernel
def moon_shooter(rules: PackedRules, state: State) -> int:
    """The pile that has shot the moon in Hearts, or NOBODY."""
    return whole_pile(rules, state, rules.points) if rules.hearts_game else NOBODY


@kernel
def pig_captor(rules: PackedRules, state: State) -> int:
    """The seat that has captured the pig, or NOBODY."""
    for seat in range(rules.players):
        if state[PILES + seat] & PIG_BOARD:
            return seat
    return NOBODY


@kernel
def score(rules: PackedRules, state: State, points: Ints) -> None:
    """Write the points of each pile for its captured cards to `points`: int64 [piles or more].

    Every exposed card counts as exposed, even one that still lies face down.
    """
    if rules.hearts_game:
        _score_hearts(rules, state, points)
    else:
        _score_gongzhu(rules, state, points)


@kernel
def _score_hearts(rules: PackedRules, state: State, points: Ints) -> None:
    shooter = moon_shooter(rules, state)
    if shooter == NOBODY:
        for pile in range(rules.piles):
            cards = state[PILES + pile]
            total = HEART_POINTS * count(cards & HEARTS_BOARD)
            total += QUEEN_POINTS * count(cards & PIG_BOARD)
            points[pile] = total + JACK_POINTS * count(cards & rules.jack)
    else:
        counts_for = state[MOON_CHOICE] if rules.moon == CHOICE else rules.moon
        for pile in range(rules.piles):
            points[pile] = MOON_POINTS if counts_for == OTHERS else 0
        points[shooter] = 0 if counts_for == OTHERS else -MOON_POINTS


@kernel
def factor(modes: int, suit: int) -> int:
    """The factor by which exposing multiplies the key card of a suit (given by its order): 1, 2 or
    4. `modes` has two bits for each suit as in `layout.MODES`."""
    return 1 << ((modes >> MODE_BITS * suit & 3) + 1 >> 1)


@kernel
def _score_gongzhu(rules: PackedRules, state: State, points: Ints) -> None:
    modes = state[MODES]
    hearts_factor = factor(modes, 2)
    slam = whole_pile(rules, state, HEARTS_BOARD)
    swapped = slam != NOBODY and rules.pig_with_all_hearts == SWAP
    sheep = (-SHEEP_POINTS if swapped else SHEEP_POINTS) * factor(modes, 1)
    pig = (-PIG_POINTS if swapped else PIG_POINTS) * factor(modes, 3)
    for pile in range(rules.piles):
        cards = pile_cards(rules, state, pile)
        total = heart_points(rules, cards) * hearts_factor
        if slam == pile:
            total = ALL_HEARTS_POINTS * hearts_factor
        total += pig * count(cards & PIG_BOARD) + sheep * count(cards & SHEEP_BOARD)
        everything = not rules.points & ~cards
        turns = slam == pile if rules.pig_with_all_hearts == SHOOTER else everything
        if turns and not swapped and cards & PIG_BOARD:
            total -= 2 * pig
        if cards & DOUBLER_BOARD:
            total = _doubled(rules, cards, total, factor(modes, 0))
        if everything and rules.all_point_cards == FLAT:
            total = ALL_POINT_CARDS_POINTS
        elif rules.queen_of_diamonds:
            total += TRICK_AFTER_QUEEN_POINTS * _tricks_after_queen(rules, state, pile)
        points[pile] = total


@kernel
def heart_points(rules: PackedRules, cards: int) -> int:
    """The points of the hearts among these cards (a bitboard) in Gong Zhu, before exposing
    multiplies them."""
    one, two, four, eight, sixteen, thirty_two = rules.heart_planes
    units = count(cards & one) + 2 * count(cards & two) + 4 * count(cards & four)
    if thirty_two:
        units += 8 * count(cards & eight) + 16 * count(cards & sixteen)
        units += 32 * count(cards & thirty_two)
    return units * rules.heart_unit


@kernel
def _doubled(rules: PackedRules, cards: int, total: int, times: int) -> int:
    """The points of a pile, the bitboard `cards`, that contains 10♣. `total` is the sum of its
    other cards, `times` the factor of 10♣."""
    alone = not cards & rules.points & ~DOUBLER_BOARD
    cancelled = rules.cancelled_doubler and times > 1 and not total
    return rules.lone_doubler * times if alone or cancelled else 2 * times * total


@kernel
def _tricks_after_queen(rules: PackedRules, state: State, pile: int) -> int:
    captor = state[QUEEN_CAPTOR]
    tricks = state[TRICKS_AFTER_QUEEN]
    if rules.partners == POOLED:
        if captor == NOBODY or captor & 1 != pile:
            return 0
        return (tricks >> 8 * pile & 255) + (tricks >> 8 * (pile + 2) & 255)
    return tricks >> 8 * pile & 255 if captor == pile else 0
