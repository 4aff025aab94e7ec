"""Kernels: generating, making and unmaking moves. Arrays are those of `Workspace`."""

from bench.endgame.terms import Terms, capture_trick, write_root_trick
from bench.endgame.transpositions import (
    BOUND,
    BROKEN,
    CARD,
    LED,
    LEFT,
    MOVES,
    SEAT,
    TABLE,
    TABLE_POINTS,
    TOP,
    TRICK,
    WINNER,
)
from gongzhu.packed.boards import CLUBS_BOARD, DIAMONDS_BOARD, HEARTS_BOARD, SPADES_BOARD
from gongzhu.packed.jit import code_of, count, kernel, select
from gongzhu.packed.layout import HANDS, MODES, MOON_CHOICE, PLAYED, Ints, State
from gongzhu.packed.layout import LEADER as STATE_LEADER
from gongzhu.packed.layout import TABLE as STATE_TABLE
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import legal_follows, legal_leads, next_seat, suit_of

ALL_CARDS = CLUBS_BOARD | DIAMONDS_BOARD | HEARTS_BOARD | SPADES_BOARD
TEN_OF_HEARTS = 1 << 40


@kernel
def set_up_root(
    rules: PackedRules,
    terms: Terms,
    state: State,
    position: State,
    plies: Ints,
    tricks: Ints,
    card_points: Ints,
) -> None:
    """Write the root: the first rows of `plies` and `tricks`, and the hands of `position`."""
    position[MODES] = state[MODES]
    position[MOON_CHOICE] = state[MOON_CHOICE]
    left = 0
    for seat in range(rules.players):
        position[HANDS + seat] = state[HANDS + seat]
        left |= state[HANDS + seat]
    plies[0, SEAT] = state[STATE_LEADER]
    _lead(plies, 0, state[STATE_LEADER], 0)
    table = state[STATE_TABLE]
    for _ in range(state[PLAYED]):
        left |= 1 << (table & 63)
        plies[0, CARD] = 1 << (table & 63)
        _follow(rules, plies, 0, 0, card_points)
        table >>= 8
    write_root_trick(rules, terms, state, left, card_points, tricks)


@kernel
def _lead(plies: Ints, ply: int, seat: int, at: int) -> None:
    """Write the row of a seat that leads, after row `at` of `tricks`."""
    plies[ply, SEAT] = seat
    plies[ply, LED] = 0
    plies[ply, TOP] = 0
    plies[ply, WINNER] = seat
    plies[ply, TABLE] = 0
    plies[ply, TABLE_POINTS] = 0
    plies[ply, TRICK] = at


@kernel
def _follow(rules: PackedRules, plies: Ints, ply: int, then: int, card_points: Ints) -> None:
    """Write row `then`: row `ply` after its move."""
    card = plies[ply, CARD]
    code = code_of(card)
    seat = plies[ply, SEAT]
    led = plies[ply, LED] or suit_of(code)
    wins = card & led > plies[ply, TOP]
    plies[then, WINNER] = select(wins, seat, plies[ply, WINNER])
    plies[then, TOP] = select(wins, card, plies[ply, TOP])
    plies[then, LED] = led
    plies[then, SEAT] = next_seat(rules, seat)
    plies[then, TABLE] = plies[ply, TABLE] | card
    plies[then, TABLE_POINTS] = plies[ply, TABLE_POINTS] + card_points[code]
    plies[then, TRICK] = plies[ply, TRICK]


@kernel
def make_move(
    rules: PackedRules,
    terms: Terms,
    position: State,
    plies: Ints,
    tricks: Ints,
    ply: int,
    card_points: Ints,
) -> bool:
    """Make the move of a row, and write the next row. Returns True if that completed a trick.

    The last trick, in which nobody has a choice, is captured together with the one before.
    """
    then = ply + 1
    position[HANDS + plies[ply, SEAT]] ^= plies[ply, CARD]
    _follow(rules, plies, ply, then, card_points)
    if count(plies[then, TABLE]) < rules.players:
        return False
    cards = plies[then, TABLE]
    total = plies[then, TABLE_POINTS]
    led = plies[then, LED]
    winner = plies[then, WINNER]
    at = plies[then, TRICK]
    while True:
        capture_trick(rules, terms, tricks, at, cards, total, led, winner)
        at += 1
        cards = tricks[at, LEFT]
        if count(cards) != rules.players:
            break
        led = suit_of(code_of(position[HANDS + winner]))
        top = 0
        total = 0
        for seat in range(rules.players):
            card = position[HANDS + seat]
            total += card_points[code_of(card)]
            wins = card & led > top
            winner = select(wins, seat, winner)
            top = select(wins, card, top)
    _lead(plies, then, winner, at)
    return True


@kernel
def unmake_move(position: State, plies: Ints, ply: int) -> None:
    """Unmake the move of a row."""
    position[HANDS + plies[ply, SEAT]] ^= plies[ply, CARD]


@kernel
def equal_value_cards(rules: PackedRules) -> tuple[int, int]:
    """Two boards of cards with the same points each: those without points, and hearts of ten."""
    planes = 0
    tens = HEARTS_BOARD
    for plane in rules.planes:
        planes |= plane
        tens &= plane if plane & TEN_OF_HEARTS else ~plane
    nothing = ALL_CARDS & ~(rules.points | rules.queen_of_diamonds)
    return nothing | HEARTS_BOARD & ~planes, tens


@kernel
def generate_moves(
    rules: PackedRules, position: State, plies: Ints, tricks: Ints, ply: int, first: bool
) -> None:
    """Write the moves to try: the legal cards, and of equivalent ones only the lowest.

    Cards of a hand are equivalent if they have the same points and no card of another seat, or on
    the table, is between them.
    """
    hand = position[HANDS + plies[ply, SEAT]]
    at = plies[ply, TRICK]
    bound = tricks[at, BOUND]
    if plies[ply, LED]:
        kept = rules.kept_from_first_trick if first else 0
        cards = legal_follows(hand, plies[ply, LED], bound, kept)
    else:
        cards = legal_leads(hand, bound, 0 if tricks[at, BROKEN] else rules.kept_from_lead)
    plies[ply, MOVES] = distinct_moves(rules, cards, hand, tricks[at, LEFT])


@kernel
def distinct_moves(rules: PackedRules, cards: int, hand: int, left: int) -> int:
    """The cards of a hand without those that are equivalent to a lower one. All are boards."""
    if not cards & cards - 1:
        return cards
    nothing, tens = equal_value_cards(rules)
    free = ALL_CARDS & (hand | ~left)
    starts = free & ~(free << 1)
    found = cards & ~nothing & ~tens
    # The lowest card of each run of free places is what subtracting the run's first place borrows.
    held = cards & nothing
    walls = held | ~free
    found |= held & ~(walls - starts)
    held = cards & tens
    walls = held | ~free
    return found | held & ~(walls - starts)
