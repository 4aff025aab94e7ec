"""Cards, the pack and seats: what their names promise."""

import pytest

from gongzhu.cards import (
    ACE_OF_HEARTS,
    DOUBLER,
    HEARTS,
    KEY_CARDS,
    PACK,
    PIG,
    QUEEN_OF_DIAMONDS,
    SHEEP,
    Card,
    Rank,
    Seat,
    Suit,
    next_seat,
    pack_without,
    seats,
)


def test_a_code_is_rank_then_suit() -> None:
    assert [card.code for card in (PIG, SHEEP, DOUBLER, ACE_OF_HEARTS, QUEEN_OF_DIAMONDS)] == [
        "QS",
        "JD",
        "TC",
        "AH",
        "QD",
    ]
    assert all(Card(card.code) is card for card in PACK)
    assert all(card.code == card.rank.value + card.suit.value for card in PACK)


@pytest.mark.parametrize("code", ["", "Q", "SQ", "qs", "10C", "1C", "QSS", "Q♠"])
def test_no_other_code_is_a_card(code: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Card"):
        Card(code)


def test_cards_sort_by_suit_and_then_by_rank() -> None:
    assert [card.index for card in PACK] == list(range(52))
    assert sorted(PACK, key=str) != list(PACK)
    assert sorted(sorted(PACK, key=str)) == list(PACK)
    ordered = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    assert [card.code for card in PACK] == ordered


def test_ranks_count_from_two_to_fourteen() -> None:
    assert [rank.order for rank in Rank] == list(range(2, 15))
    assert all(card.order == card.rank.order for card in PACK)


def test_suits_have_their_signs() -> None:
    assert [(suit.order, suit.symbol) for suit in Suit] == [(0, "♣"), (1, "♦"), (2, "♥"), (3, "♠")]
    assert str(PIG) == "Q♠"
    assert str(DOUBLER) == "10♣"


def test_the_named_cards() -> None:
    assert KEY_CARDS == (DOUBLER, SHEEP, ACE_OF_HEARTS, PIG)
    assert len(HEARTS) == 13
    assert {card.suit for card in HEARTS} == {Suit.HEARTS}


def test_a_pack_without_cards_keeps_the_order_of_the_rest() -> None:
    removed = (Card.TWO_OF_DIAMONDS, Card.TWO_OF_CLUBS)
    smaller = pack_without(removed)
    assert len(smaller) == 50
    assert list(smaller) == [card for card in PACK if card not in removed]
    assert pack_without(()) == PACK


def test_seats_go_round_the_table() -> None:
    assert seats(4) == (0, 1, 2, 3)
    assert next_seat(Seat(3), 4) == 0
    assert next_seat(Seat(0), 5, -1) == 4
    assert next_seat(Seat(3), 5, 2) == 0
