"""Boards, and what kernels ask of the processor."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from gongzhu.cards import PACK, Suit
from gongzhu.packed import bits, jit
from gongzhu.packed.boards import (
    SUIT_BITS,
    board_of,
    card_of_code,
    cards_of,
    code_of_card,
)


def test_every_card_has_a_code_of_its_own_and_back() -> None:
    assert [card_of_code(code_of_card(card)) for card in PACK] == list(PACK)
    with pytest.raises(KeyError):
        card_of_code(13)


def test_codes_go_up_with_rank_within_a_suit_of_sixteen() -> None:
    assert [code_of_card(card) for card in PACK] == sorted(code_of_card(card) for card in PACK)
    for suit in Suit:
        cards = [card for card in PACK if card.suit is suit]
        assert board_of(cards) == SUIT_BITS << 16 * suit.order


def test_boards_hold_any_cards_and_are_positive() -> None:
    rng = Random(1)
    for size in range(53):
        cards = tuple(sorted(rng.sample(PACK, size)))
        assert cards_of(board_of(cards)) == cards
        assert 0 <= board_of(cards) < 2**61


@jit.kernel
def answers(board: int, place: int, state: int) -> tuple[int, int, int, int, int, int]:
    """Everything that kernels have from the processor, in one."""
    state = jit.advance(state)
    number = jit.splitmix64(state)
    drawn, left = jit.bounded(number, place + 1)
    again, _ = jit.bounded(left, 52)
    card = jit.nth(board, place)
    chosen = jit.select(drawn > again, drawn, again)
    return jit.count(board), jit.code_of(card), card, drawn, again, chosen


def test_kernels_compute_what_the_plain_functions_say() -> None:
    rng = Random(2)
    for _ in range(2000):
        board = board_of(rng.sample(PACK, rng.randint(1, 52)))
        place = rng.randrange(bits.count(board))
        seed = rng.choice((0, 2**64 - 1, rng.getrandbits(64)))
        number = bits.splitmix64(bits.advance(seed))
        drawn, left = bits.bounded(number, place + 1)
        again, _ = bits.bounded(left, 52)
        card = bits.nth(board, place)
        wanted = (bits.count(board), bits.code_of(card), card, drawn, again, max(drawn, again))
        # Kernels take an unsigned number for an int.
        assert answers(board, place, np.uint64(seed)) == wanted  # type: ignore[arg-type]


def test_random_numbers_are_those_of_splitmix() -> None:
    state = bits.advance(1234567)
    assert [bits.splitmix64(state), bits.splitmix64(bits.advance(state))] == [
        6457827717110365317,
        3203168211198807973,
    ]


def test_the_nth_card_counts_from_the_lowest() -> None:
    cards = Random(3).sample(PACK, 9)
    board = board_of(cards)
    assert [cards_of(bits.nth(board, place)) for place in range(9)] == [
        (card,) for card in sorted(cards)
    ]


def test_one_number_is_good_for_many_even_draws() -> None:
    state, seen = 5, Counter[tuple[int, ...]]()
    for _ in range(24_000):
        state = bits.advance(state)
        number, draw = bits.splitmix64(state), []
        for choices in (4, 3, 2):
            place, number = bits.bounded(number, choices)
            draw.append(place)
        seen[tuple(draw)] += 1
    assert len(seen) == 24
    assert all(850 < times < 1150 for times in seen.values())
