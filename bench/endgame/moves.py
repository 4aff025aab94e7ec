"""Kernels: card by card through an ending that is solved, forth and back."""

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
    here: State,
    plies: Ints,
    tricks: Ints,
    worth: Ints,
) -> None:
    """Write the first rows of `plies` and `tricks`."""
    here[MODES] = state[MODES]
    here[MOON_CHOICE] = state[MOON_CHOICE]
    left = 0
    for seat in range(rules.players):
        here[HANDS + seat] = state[HANDS + seat]
        left |= state[HANDS + seat]
    plies[0, SEAT] = state[STATE_LEADER]
    _lead(plies, 0, state[STATE_LEADER], 0)
    table = state[STATE_TABLE]
    for _ in range(state[PLAYED]):
        left |= 1 << (table & 63)
        plies[0, CARD] = 1 << (table & 63)
        _follow(rules, plies, 0, 0, worth)
        table >>= 8
    write_root_trick(rules, terms, state, left, worth, tricks)


@kernel
def _lead(plies: Ints, ply: int, seat: int, at: int) -> None:
    """Write a row in which a seat leads."""
    plies[ply, SEAT] = seat
    plies[ply, LED] = 0
    plies[ply, TOP] = 0
    plies[ply, WINNER] = seat
    plies[ply, TABLE] = 0
    plies[ply, TABLE_POINTS] = 0
    plies[ply, TRICK] = at


@kernel
def _follow(rules: PackedRules, plies: Ints, ply: int, then: int, worth: Ints) -> None:
    """Write a row after the card that is tried in another."""
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
    plies[then, TABLE_POINTS] = plies[ply, TABLE_POINTS] + worth[code]
    plies[then, TRICK] = plies[ply, TRICK]


@kernel
def make_move(
    rules: PackedRules,
    terms: Terms,
    here: State,
    plies: Ints,
    tricks: Ints,
    ply: int,
    worth: Ints,
) -> bool:
    """Play the card that is tried, and write the next row; whether that took the trick.

    The last trick, in which nobody has a choice, is taken at once with the one before.
    """
    then = ply + 1
    here[HANDS + plies[ply, SEAT]] ^= plies[ply, CARD]
    _follow(rules, plies, ply, then, worth)
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
        led = suit_of(code_of(here[HANDS + winner]))
        top = 0
        total = 0
        for seat in range(rules.players):
            card = here[HANDS + seat]
            total += worth[code_of(card)]
            wins = card & led > top
            winner = select(wins, seat, winner)
            top = select(wins, card, top)
    _lead(plies, then, winner, at)
    return True


@kernel
def unmake_move(here: State, plies: Ints, ply: int) -> None:
    """Take back the card that was tried in a row."""
    here[HANDS + plies[ply, SEAT]] ^= plies[ply, CARD]


@kernel
def equal_value_cards(rules: PackedRules) -> tuple[int, int]:
    """Two sets of cards, those without worth and hearts worth ten: the cards of each are worth
    the same."""
    planes = 0
    tens = HEARTS_BOARD
    for plane in rules.heart_planes:
        planes |= plane
        tens &= plane if plane & TEN_OF_HEARTS else ~plane
    nothing = ALL_CARDS & ~(rules.points | rules.queen_of_diamonds)
    return nothing | HEARTS_BOARD & ~planes, tens


@kernel
def generate_moves(
    rules: PackedRules, here: State, plies: Ints, tricks: Ints, ply: int, first: bool
) -> None:
    """Write which cards to try: all that may be played, of those that do the same the lowest.

    Cards of a hand do the same when they are worth the same and no card of another seat, or on
    the table, stands between them.
    """
    hand = here[HANDS + plies[ply, SEAT]]
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
    """Of these cards of a hand those that do not do the same as a lower one."""
    if not cards & cards - 1:
        return cards
    nothing, tens = equal_value_cards(rules)
    free = ALL_CARDS & (hand | ~left)
    starts = free & ~(free << 1)
    found = cards & ~nothing & ~tens
    # In each run of free places the lowest card: what taking 1 from the run's first place borrows.
    held = cards & nothing
    walls = held | ~free
    found |= held & ~(walls - starts)
    held = cards & tens
    walls = held | ~free
    return found | held & ~(walls - starts)
