"""Kernels: playouts in which everybody ducks, by simple rules of thumb and a little chance.

Nothing here is learned, and nothing looks into another hand. High cards go where they win nothing
bad, the pig goes under a higher spade or away, bad cards go to others, and who can take the sheep
(the jack, in Hearts with one) does.
"""

from gongzhu.packed.boards import HEARTS_BOARD, PIG_BOARD, SHEEP_BOARD, SPADES_BOARD
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, nth, splitmix64
from gongzhu.packed.layout import (
    HANDS,
    PILES,
    PLAYED,
    TABLE,
    TRICKS,
    RngState,
    State,
)
from gongzhu.packed.rules import ALONE, PackedRules
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play, suit_of

ABOVE_PIG = SPADES_BOARD & ~(PIG_BOARD | (PIG_BOARD - 1))
SLIPS = 16
"""One card in so many is any legal one, so that playouts differ."""


@kernel
def play_ducking(rules: PackedRules, state: State, rng: RngState) -> None:
    """Play to the end of the deal, or until no card that counts is left in a hand or on the
    table."""
    counting = rules.pack if rules.queen_of_diamonds else rules.points
    piles = 0
    for seat in range(rules.players):
        piles |= state[PILES + seat]
    while state[TRICKS] < rules.hand_size and counting & ~piles:
        play_card(rules, state, duck(rules, state, rng))
        if not state[PLAYED]:
            for seat in range(rules.players):
                piles |= state[PILES + seat]


@kernel
def duck(rules: PackedRules, state: State, rng: RngState) -> int:
    """The code of the card that the seat to play plays."""
    cards = legal_cards(rules, state)
    if not cards & (cards - 1):
        return code_of(cards)
    rng[0] = advance(rng[0])
    number = splitmix64(rng[0])
    slip, number = bounded(number, SLIPS)
    if not slip:
        place, number = bounded(number, count(cards))
        return code_of(nth(cards, place))
    if not state[PLAYED]:
        place, number = bounded(number, 16)
        return code_of(_lead(rules, state, cards, place))
    suit = suit_of(state[TABLE] & 63)
    if cards & suit:
        return code_of(_follow(rules, state, cards, suit))
    return code_of(_discard(rules, state, cards, suit))


@kernel
def highest(cards: int) -> int:
    """The highest card of the highest suit of a board that is not empty, as a board."""
    return nth(cards, count(cards) - 1)


@kernel
def _pig_is_out(rules: PackedRules, state: State) -> int:
    """The pig's board while it is in a hand, other than that of the seat to play."""
    seat = seat_to_play(rules, state)
    held = 0
    for other in range(rules.players):
        if other != seat:
            held |= state[HANDS + other]
    return held & PIG_BOARD & rules.points


@kernel
def _good(rules: PackedRules) -> int:
    """The card that everybody wants, a board; 0 if there is none."""
    return SHEEP_BOARD if rules.sheep * (1 - 2 * rules.aim_low) > 0 else 0


@kernel
def _lead(rules: PackedRules, state: State, cards: int, chance: int) -> int:
    """A low card of some suit; low spades while another holds the pig."""
    good = _good(rules)
    pig_out = _pig_is_out(rules, state)
    low_spades = cards & SPADES_BOARD & (PIG_BOARD - 1)
    own_spades = state[HANDS + seat_to_play(rules, state)] & SPADES_BOARD
    if pig_out and low_spades and not own_spades & ABOVE_PIG and chance < 10:
        return highest(low_spades)
    barred = good | (PIG_BOARD & rules.points)
    if pig_out or own_spades & PIG_BOARD:
        barred |= ABOVE_PIG
    if own_spades & PIG_BOARD:
        barred |= SPADES_BOARD if count(own_spades) < 6 else 0
    free = cards & ~barred
    free = free or cards
    # The suit whose lowest card is lowest, but for chance; its rank is its place within the suit.
    best = 0
    lowest = 99
    for number in range(4):
        suit = 0x1FFF << 16 * number
        held = free & suit
        if held:
            card = held & -held
            shift = chance * (number + 3) & 3
            rank = code_of(card) - 16 * number + shift
            if rank < lowest:
                lowest = rank
                best = card
    return best


@kernel
def _follow(rules: PackedRules, state: State, cards: int, suit: int) -> int:
    """A card of the suit led."""
    good = _good(rules)
    table = state[TABLE]
    trick = 0
    best = 0
    winner = 0
    for place in range(state[PLAYED]):
        card = 1 << (table & 63)
        table >>= 8
        trick |= card
        if card & suit and card > best:
            best = card
            winner = place
    last = state[PLAYED] == rules.players - 1
    lower = cards & (best - 1)
    higher = cards & ~lower
    bad = trick & rules.points & ~good
    allied = rules.partners != ALONE and (state[PLAYED] - winner) == 2
    if good & (trick | cards) and not bad & PIG_BOARD:
        if trick & good:
            if higher and not allied:
                return highest(higher)
        elif last and ((higher & good) or (allied and lower & good)):
            return good
        rest = cards & ~good
        if rest:
            cards = rest
            lower &= ~good
            higher &= ~good
    pig = PIG_BOARD & rules.points
    if lower & pig and not (allied and last):
        return pig
    if cards & ~pig:
        cards &= ~pig
        lower &= ~pig
        higher &= ~pig
    if last and not bad:
        # It costs nothing, so away with what is dangerous later.
        return highest(cards)
    if suit == SPADES_BOARD and not last and _pig_is_out(rules, state):
        safe = cards & ~ABOVE_PIG
        if safe and not lower:
            return highest(safe) if not safe & (best - 1) else highest(safe & (best - 1))
    if lower:
        return highest(lower)
    if last:
        return highest(higher)
    return higher & -higher


@kernel
def _discard(rules: PackedRules, state: State, cards: int, suit: int) -> int:
    """A card of another suit than that led: the worst, or to a partner the best."""
    good = _good(rules)
    pig = PIG_BOARD & rules.points
    if rules.partners != ALONE and state[PLAYED] >= 2:
        table = state[TABLE]
        best = 0
        winner = 0
        for place in range(state[PLAYED]):
            card = 1 << (table & 63)
            table >>= 8
            if card & suit and card > best:
                best = card
                winner = place
        if state[PLAYED] - winner == 2:
            if cards & good:
                return good
            plain = cards & ~rules.points
            return highest(plain) if plain else cards & -cards
    if cards & pig:
        return pig
    rest = cards & ~good
    cards = rest or cards
    if _pig_is_out(rules, state) and cards & ABOVE_PIG:
        return highest(cards & ABOVE_PIG)
    if cards & HEARTS_BOARD & rules.points:
        return highest(cards & HEARTS_BOARD)
    if cards & rules.doubler:
        return rules.doubler
    # The highest rank of any suit.
    worst = 0
    top = -1
    for number in range(4):
        held = cards & (0x1FFF << 16 * number)
        if held:
            card = highest(held)
            rank = code_of(card) - 16 * number
            if rank > top:
                top = rank
                worst = card
    return worst
