"""Kernels that score the captured cards of each pile. `state` is int64 [SIZE] throughout."""

from gongzhu.packed.boards import HEARTS_BOARD, PIG_BOARD, SHEEP_BOARD
from gongzhu.packed.jit import count, kernel
from gongzhu.packed.layout import (
    ACE_OF_HEARTS_KEY,
    DOUBLER_KEY,
    MODE_BITS,
    MODES,
    MOON_CHOICE,
    NOBODY,
    PIG_KEY,
    PILES,
    QUEEN_CAPTOR,
    SHEEP_KEY,
    TRICKS,
    TRICKS_AFTER_QUEEN,
    Ints,
    State,
)
from gongzhu.packed.rules import (
    CHOICE,
    FAR,
    FLAT,
    INSTANT_WIN,
    OTHERS,
    PLAIN,
    PLANES,
    POOLED,
    SHOOTER,
    SWAP,
    SWEEP,
    PackedRules,
)
from gongzhu.rules.score import TRICK_AFTER_QUEEN_POINTS

_SIGN_BIT = PLANES - 1


@kernel
def side_of(rules: PackedRules, pile: int) -> int:
    """The side, 0 to sides - 1, that a pile (or a seat, in playing order) belongs to."""
    return pile - rules.sides if pile >= rules.sides else pile


@kernel
def pile_cards(rules: PackedRules, state: State, pile: int) -> int:
    """The bitboard of the cards in a pile: those of a seat, or of both partners if captures are
    pooled."""
    if rules.partners == POOLED:
        return state[PILES + pile] | state[PILES + pile + rules.sides]
    return state[PILES + pile]


@kernel
def whole_pile(rules: PackedRules, state: State, cards: int) -> int:
    """The first pile that holds all of these cards, or NOBODY."""
    for pile in range(rules.piles):
        if not cards & ~pile_cards(rules, state, pile):
            return pile
    return NOBODY


@kernel
def instant_winner(rules: PackedRules, state: State) -> int:
    """The pile that wins the game outright, or NOBODY."""
    return slam_maker(rules, state) if rules.all_point_cards == INSTANT_WIN else NOBODY


@kernel
def slam_maker(rules: PackedRules, state: State) -> int:
    """The pile that has made a slam that counts as one, or NOBODY."""
    return NOBODY if rules.all_point_cards == PLAIN else whole_pile(rules, state, rules.slam)


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

    Every exposed card counts as exposed, even one that is still face down.
    """
    modes = state[MODES]
    all_hearts = whole_pile(rules, state, rules.hearts) if rules.hearts else NOBODY
    slam = slam_maker(rules, state)
    way = state[MOON_CHOICE] if rules.all_point_cards == CHOICE else rules.all_point_cards
    if slam != NOBODY and way != INSTANT_WIN:
        _score_slam(rules, state, points, slam, way)
    else:
        swapped = all_hearts != NOBODY and rules.pig_with_all_hearts == SWAP
        pig = (rules.sheep if swapped else rules.pig) * factor(modes, PIG_KEY)
        sheep = (rules.pig if swapped else rules.sheep) * factor(modes, SHEEP_KEY)
        for pile in range(rules.piles):
            cards = pile_cards(rules, state, pile)
            total = pig * count(cards & PIG_BOARD) + sheep * count(cards & SHEEP_BOARD)
            if all_hearts == pile:
                total += rules.all_hearts * factor(modes, ACE_OF_HEARTS_KEY)
            else:
                total += values(rules, cards & HEARTS_BOARD) * factor(modes, ACE_OF_HEARTS_KEY)
            if rules.spots:
                total += values(rules, cards & rules.spots)
            if cards & PIG_BOARD and _pig_turns(rules, cards, all_hearts == pile):
                total += abs(pig) * (1 - 2 * rules.aim_low) - pig
            if cards & rules.doubler:
                total = _doubled(rules, cards, total, factor(modes, DOUBLER_KEY))
            points[pile] = total
    if rules.queen_of_diamonds or rules.all_tricks:
        _score_tricks(rules, state, points, slam, way)


@kernel
def _pig_turns(rules: PackedRules, cards: int, all_hearts: bool) -> bool:
    """True if the pig counts in favour of its captor, whose pile is `cards`; `all_hearts` is true
    if that pile has all hearts."""
    if rules.pig_with_all_hearts == SWEEP:
        return not rules.points & ~cards
    return all_hearts and rules.pig_with_all_hearts == SHOOTER


@kernel
def _score_slam(rules: PackedRules, state: State, points: Ints, slam: int, way: int) -> None:
    """Score the piles of a deal in which the pile `slam` made a slam that is paid by `way`: FLAT,
    OTHERS or SELF."""
    modes = state[MODES]
    good = 1 - 2 * rules.aim_low
    worth = rules.slam_points
    if worth == -FAR:
        worth = abs(card_points(rules, rules.penalties, modes))
        if pile_cards(rules, state, slam) & rules.doubler:
            worth *= 2 * factor(modes, DOUBLER_KEY)
    swapped = (
        rules.pig_with_all_hearts == SWAP
        and rules.hearts != 0
        and whole_pile(rules, state, rules.hearts) != NOBODY
    )
    for pile in range(rules.piles):
        cards = pile_cards(rules, state, pile)
        rest = cards & rules.points & ~rules.slam
        total = card_points(rules, rest, modes)
        if swapped:
            pig = (rules.sheep - rules.pig) * factor(modes, PIG_KEY) * count(rest & PIG_BOARD)
            sheep = (rules.pig - rules.sheep) * factor(modes, SHEEP_KEY)
            total += pig + sheep * count(rest & SHEEP_BOARD)
        if rest & rules.doubler:
            only = cards & rules.points == rules.doubler
            if only or rest != rules.doubler:
                total = _doubled(rules, rest, total, factor(modes, DOUBLER_KEY))
        if pile == slam:
            total = good * worth if way == FLAT else total + (good * worth if way != OTHERS else 0)
        elif way == OTHERS and side_of(rules, pile) != side_of(rules, slam):
            total -= good * worth
        points[pile] = total


@kernel
def card_points(rules: PackedRules, cards: int, modes: int) -> int:
    """The sum of the values of a bitboard of cards, multiplied by the factors of exposed ones;
    without the effects of all hearts in one pile and of the doubler. `modes`: a MODES word."""
    pig = rules.pig * count(cards & PIG_BOARD)
    sheep = rules.sheep * count(cards & SHEEP_BOARD)
    if not modes:
        return values(rules, cards) + pig + sheep
    total = values(rules, cards & HEARTS_BOARD) * factor(modes, ACE_OF_HEARTS_KEY)
    total += values(rules, cards & rules.spots)
    return total + pig * factor(modes, PIG_KEY) + sheep * factor(modes, SHEEP_KEY)


@kernel
def _score_tricks(rules: PackedRules, state: State, points: Ints, slam: int, way: int) -> None:
    """Add to the points of each pile its points for tricks: those after Q♦, and those for all
    tricks."""
    good = 1 - 2 * rules.aim_low
    captors = 0
    for seat in range(rules.players):
        captors |= (state[PILES + seat] != 0) << seat
    for pile in range(rules.piles):
        if rules.queen_of_diamonds and not (way == FLAT and slam == pile):
            tricks = _tricks_after_queen(rules, state, pile)
            points[pile] += good * TRICK_AFTER_QUEEN_POINTS * tricks
    if not rules.all_tricks or state[TRICKS] != rules.hand_size:
        return
    for maker in range(rules.piles):
        own = 1 << maker
        if rules.partners == POOLED:
            own |= 1 << maker + rules.sides
        if captors & ~own:
            continue
        for pile in range(rules.piles):
            if way == OTHERS:
                if side_of(rules, pile) != side_of(rules, maker):
                    points[pile] -= good * rules.all_tricks
            elif pile == maker:
                points[pile] += good * rules.all_tricks


@kernel
def factor(modes: int, key: int) -> int:
    """The factor by which exposing multiplies a key card, given by its index (DOUBLER_KEY and so
    on): 1, 2 or 4. `modes`: a MODES word."""
    return 1 << ((modes >> MODE_BITS * key & 3) + 1 >> 1)


@kernel
def values(rules: PackedRules, cards: int) -> int:
    """The sum of the values of hearts and `PackedRules.spots`, a bitboard, before exposing
    multiplies them."""
    one, two, four = rules.planes[0], rules.planes[1], rules.planes[2]
    units = count(cards & one) + 2 * count(cards & two) + 4 * count(cards & four)
    if rules.wide:
        for bit in range(3, PLANES):
            units += count(cards & rules.planes[bit]) << bit
        units -= count(cards & rules.planes[_SIGN_BIT]) << _SIGN_BIT + 1
    return units * rules.unit


@kernel
def _doubled(rules: PackedRules, cards: int, total: int, times: int) -> int:
    """The points of a pile, the bitboard `cards`, that contains the doubler: 2 * times * total, or
    lone_doubler * times if the doubler is alone or counts as alone. `total` is the sum of its other
    cards, `times` the factor of the doubler."""
    alone = not cards & rules.points & ~rules.doubler
    cancelled = rules.cancelled_doubler and times > 1 and not total
    return rules.lone_doubler * times if alone or cancelled else 2 * times * total


@kernel
def _tricks_after_queen(rules: PackedRules, state: State, pile: int) -> int:
    captor = state[QUEEN_CAPTOR]
    tricks = state[TRICKS_AFTER_QUEEN]
    if rules.partners == POOLED:
        if captor == NOBODY or side_of(rules, captor) != pile:
            return 0
        return (tricks >> 8 * pile & 255) + (tricks >> 8 * (pile + rules.sides) & 255)
    return tricks >> 8 * pile & 255 if captor == pile else 0
