"""Kernels that write the observation and the legal actions of a slot's seat to act, eight bytes at
a time.

A bitboard is first converted to one bit per card index, and then each bit is expanded to a byte.
"""

import numpy as np
from numpy.typing import NDArray

from gongzhu.packed.beginning import key_card, steps_of
from gongzhu.packed.boards import SUIT_BITS
from gongzhu.packed.jit import kernel, select
from gongzhu.packed.layout import (
    BROKEN,
    DOWN,
    HANDS,
    LEADER,
    MODE_BITS,
    PILES,
    PLAYED,
    SUITS_LED,
    TABLE,
    VOIDS,
    State,
)
from gongzhu.packed.rules import NO_SALE, PackedRules
from gongzhu.packed.scoring import side_of
from gongzhu.research.actions import ACTIONS, CLAIM, EXPOSE, EXPOSURES_THERE_ARE, KEYS, MOON
from gongzhu.research.kernels import may_expose
from gongzhu.research.layout import OWN_SIZE, SEAT_SIZE, TOTAL_BITS, TRICK_SIZE
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
    STARTED,
    TOTALS,
)

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

_SPREAD = np.array(
    [sum((byte >> bit & 1) << 8 * bit for bit in range(8)) for byte in range(256)], np.uint64
)
"""For each byte value, a word in which each of its eight bits is expanded to a byte."""

OWN_WORDS = OWN_SIZE // 8
"""Size of the sections of OWN in words of eight bytes."""
SEAT_WORDS = SEAT_SIZE // 8
"""Size of a seat's row in words of eight bytes."""
MASK_WORDS = ACTIONS // 8
"""Size of the mask of legal actions in words of eight bytes."""
_TOTAL_MASK = (1 << TOTAL_BITS) - 1


@kernel
def dense(board: int) -> int:
    """The cards of a bitboard, whose suits are 16 bits apart, packed into 52 bits: bit `Card.index`
    (0 to 51) is set for each card."""
    return (
        board & SUIT_BITS
        | board >> 3 & SUIT_BITS << 13
        | board >> 6 & SUIT_BITS << 26
        | board >> 9 & SUIT_BITS << 39
    )


@kernel
def _spread(words: Words, row: int, at: int, bits: int, size: int) -> None:
    """Expand `bits` to bytes, lowest bit first, and write them to `size` words of a row, from the
    word at index `at`."""
    for word in range(size):
        words[row, at + word] = _SPREAD[bits >> 8 * word & 255]


@kernel
def write_mask(rules: PackedRules, slot: State, masks: Bytes, words: Words, row: int) -> None:
    """Write the legal actions of the seat to act to row `row` of `masks`. `words` is the same
    memory as `masks`, as words of eight bytes."""
    phase = slot[PHASE]
    cards = phase in (PASSING, PLAYING)
    _spread(words, row, 0, dense(slot[CHOICES]) if cards else 0, 7)
    for word in range(7, MASK_WORDS):
        words[row, word] = 0
    masks[row, CLAIM] = slot[MAY_CLAIM]
    if phase == EXPOSING:
        for exposure in range(EXPOSURES_THERE_ARE):
            masks[row, EXPOSE + exposure] = may_expose(rules, slot, exposure)
    elif phase == MOON_CHOOSING:
        masks[row, MOON] = 1
        masks[row, MOON + 1] = 1


@kernel
def forget_tricks(rules: PackedRules, words: Words, row: int) -> None:
    """Set the trick rows of the observation in row `row` of `words` to 0."""
    for word in range(OWN_WORDS + rules.players * SEAT_WORDS, words.shape[1]):
        words[row, word] = 0


@kernel
def note_play(
    rules: PackedRules, observations: Bytes, row: int, trick: int, index: int, leads: bool
) -> None:
    """Add a card, given by its index 0 to 51, to the row of trick number `trick` (0-based) in the
    observation in row `row`; `leads` is true for the first card of the trick."""
    at = OWN_SIZE + rules.players * SEAT_SIZE + trick * TRICK_SIZE
    observations[row, at + index] = 1
    if leads:
        observations[row, at + 52 + index // 13] = 1


@kernel
def write_view(rules: PackedRules, slot: State, words: Words, row: int) -> None:
    """Write the observation of the seat to act in the deal `slot` into `words[row]`. The part on
    tricks is left as it is, since `note_play` writes it card by card."""
    me = slot[SEAT]
    phase = slot[PHASE]
    begun = phase in (PLAYING, MOON_CHOOSING)
    steps = steps_of(rules, slot[NUMBER])
    led = slot[SUITS_LED]
    suits = led & 1 | led >> 15 & 2 | led >> 30 & 4 | led >> 45 & 8
    _spread(words, row, 0, dense(slot[HANDS + me]) | suits << 52, 7)
    passed = slot[PASSED] & slot[HANDS + me]
    received = 0
    if phase != PASSING:
        receiver = me + steps
        receiver = receiver - rules.players if receiver >= rules.players else receiver
        passed = slot[PASSED] & slot[STARTED + receiver]
        received = slot[PASSED] & slot[STARTED + me]
    chosen = select(begun and rules.sale != NO_SALE, 1, 0)
    _spread(words, row, 7, dense(passed) | 1 << 52 + phase, 7)
    _spread(words, row, 14, dense(received) | slot[BROKEN] << 52 | chosen << 53, 7)
    _spread(words, row, 21, slot[NUMBER], 2)
    seat = me
    for step in range(rules.players):
        at = OWN_WORDS + step * SEAT_WORDS
        held = slot[STARTED + seat]
        played = held ^ slot[HANDS + seat] if begun else 0
        _spread(words, row, at, dense(played) | (slot[VOIDS] >> 4 * seat & 15) << 52, 7)
        exposed = down = 0
        if begun and slot[EXPOSURES]:
            exposed, down = _exposures(rules, slot[EXPOSURES], held, played, step == 0)
        _spread(words, row, at + 7, dense(_on_table(rules, slot, seat)) | down << 52, 7)
        marks = select(steps == step, 4, 0) | select(step == me, 8, 0)
        if begun:
            marks |= select(slot[LEADER] == seat, 1, 0)
            marks |= select(slot[LED_FIRST] == seat, 2, 0)
        elif slot[FIRST_LEADER] == seat:
            marks |= 3
        captured = slot[PILES + seat] & rules.points
        _spread(words, row, at + 14, dense(captured) | marks << 52, 7)
        claimed = select(phase == MOON_CHOOSING and slot[CLAIMED] == seat, 1 << 47, 0)
        total = (slot[TOTALS + side_of(rules, seat)] & _TOTAL_MASK) << 12
        _spread(words, row, at + 21, exposed | total | claimed, 6)
        seat = seat + 1 if seat + 1 < rules.players else 0


@kernel
def _on_table(rules: PackedRules, slot: State, seat: int) -> int:
    """The card that a seat has on the table, as a bitboard; 0 if it has none."""
    played = seat - slot[LEADER]
    played = played + rules.players if played < 0 else played
    if played >= slot[PLAYED]:
        return 0
    return 1 << (slot[TABLE] >> 8 * played & 63)


@kernel
def _exposures(
    rules: PackedRules, modes: int, held: int, played: int, own: bool
) -> tuple[int, int]:
    """The knowledge of the observing seat about the exposures of a seat after the beginning of
    play: the bits of the seat's section `exposed`, and a one bit for each of its cards that lie
    face down.

    `modes`: the MODES word of all seats; `held`: the seat's hand after passing; `played`: the cards
    that it has played; `own` is true if it is the observer itself.
    """
    bits = 0
    hidden = 0
    for key in range(KEYS):
        card = key_card(rules, key)
        mode = modes >> MODE_BITS * key & 3
        if mode and held & card:
            lies = mode == DOWN and not played & card
            if own or not lies:
                bits |= 1 << 3 * key + mode - 1
            if lies:
                hidden = hidden << 1 | 1
    return bits, hidden
