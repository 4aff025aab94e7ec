"""Texts about cards that are refused: why, where, and in words that can be printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import CardTextError, parse_card, parse_cards, show_cards
from tests.cards.reading import words


@pytest.mark.parametrize(
    ("text", "problem", "piece", "position"),
    [
        ("QX", "unknown", "QX", 1),
        ("Q♠ 11C 5♥", "count", "11C", 4),
        ("13♥", "one_or_many", "13♥", 1),
        ("Q♠ ♥13", "one_or_many", "♥13", 4),
        ("13 ♠", "one_or_many", "13 ♠", 1),
        ("H13", "one_or_many", "H13", 1),
        ("♥12", "count", "♥12", 1),
        ("黑桃Q，大王", "unknown", "大王", 5),
        ("kings", "unknown", "kings", 1),
        ("tens", "unknown", "tens", 1),
        ("Q♠ 1", "unknown", "1", 4),
        ("joker", "unknown", "joker", 1),
        ("♠\ufe0fQ ♥\ufe0fX", "unknown", "X", 7),
        ("Q", "no_suit", "Q", 1),
        ("queen, 5C", "queen", "queen", 1),
        ("5C，皇后", "queen", "皇后", 4),
        ("the king", "no_suit", "king", 5),
        ("Q♠, K", "no_suit", "K", 5),
        ("AK", "no_suit", "AK", 1),
        ("pig 10", "no_suit", "10", 5),
        ("A ♥ K", "no_suit", "K", 5),
        ("全", "no_suit", "全", 1),
        ("5-A", "no_suit", "5-A", 1),
        ("A K Q♠", "no_suit", "A", 1),
        ("♥", "no_rank", "♥", 1),
        ("Q♠ 红桃", "no_rank", "红桃", 4),
        ("H S Q", "no_rank", "H", 1),
        ("♥A K ♠", "no_rank", "♠", 6),
        ("H Q♠", "no_rank", "H", 1),
        ("♥ pig", "no_rank", "♥", 1),
        ("Q♠K", "unclear", "Q♠K", 1),
        ("♠Q♥", "unclear", "♠Q♥", 1),
        ("5C ♥♠Q", "unclear", "♥♠Q", 4),
        ("♥-A", "range", "♥-A", 1),
        ("♥5-", "range", "5-", 2),
        ("-5♥", "range", "-5", 1),
        ("-", "range", "-", 1),
        ("♥5-♠A", "range", "♥5-♠A", 1),
        ("5♥-A♠", "range", "5♥-A♠", 1),
        ("♥全-A", "range", "全-A", 2),
        ("5♥-A", "range", "♥-A", 2),
        ("♥5-7-9", "range", "-9", 5),
        ("pig-A♥", "range", "pig-A", 1),
        ("Q♠ ♠Q", "repeated", "Q♠", 5),
        ("♥5-A 7♥", "repeated", "7♥", 6),
        ("猪 黑桃Q", "repeated", "Q♠", 5),
        ("♥AKA", "repeated", "A♥", 4),
        ("K♥ 猪头", "regional", "猪头", 4),
        ("豬頭", "regional", "豬頭", 1),
        ("猪圈", "regional", "猪圈", 1),
        ("豬圈", "regional", "豬圈", 1),
        ("Q♠ 9 hearts", "count", "9 hearts", 4),
        ("九张红桃", "which", "九张红桃", 1),
        ("红桃十二", "count", "红桃十二", 1),
        ("9 heart", "count", "9 heart", 1),
        ("a heart", "count", "a heart", 1),
        ("3 clubs", "count", "3 clubs", 1),
        ("one heart", "which", "one heart", 1),
        ("14 hearts", "too_many", "14 hearts", 1),
        ("红桃A十三", "unknown", "十三", 4),
        ("９\u3000ｈｅａｒｔｓ", "count", "９\u3000ｈｅａｒｔｓ", 1),
    ],
)
def test_what_is_refused_says_where_and_what_is_allowed(
    text: str, problem: str, piece: str, position: int
) -> None:
    with pytest.raises(CardTextError) as caught:
        parse_cards(text)
    fault = caught.value
    assert (fault.problem, fault.piece, fault.position) == (problem, piece, position)
    for lang, allowed in (("en", "all hearts"), ("zh", "红桃全")):
        told = fault.text("zh" if lang == "zh" else "en")
        assert piece in told
        assert str(position) in told
        assert allowed in told
    assert str(fault) == fault.text("en")


@pytest.mark.parametrize("piece", ["doubler", "TRANSFORMER", "变压器", "變壓器"])
def test_rules_without_a_doubler_have_no_card_of_that_name(piece: str) -> None:
    with pytest.raises(CardTextError) as caught:
        parse_cards(f"Q♠ {piece}", None)
    fault = caught.value
    assert (fault.problem, fault.piece, fault.position) == ("no_doubler", piece, 4)
    assert "10♣" in fault.text("en")
    assert parse_cards("Q♠ 10♣", None) == parse_cards("QS TC")


@pytest.mark.parametrize("text", ["", "Q♠ K♥", "all hearts", " "])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(CardTextError) as caught:
        parse_card(text)
    assert caught.value.problem == "not_one"


def test_signs_that_cannot_be_printed_are_spelt_out() -> None:
    with pytest.raises(CardTextError) as caught:
        parse_cards("\x1b[31m")
    assert caught.value.piece == "\x1b"
    assert "\x1b" not in str(caught.value)
    assert r"\x1b" in str(caught.value)


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardTextError as fault:
        place = fault.position
    else:
        assert len(set(cards)) == len(cards)
        place = 1
    assert 1 <= place <= max(1, len(text))


@given(
    st.lists(
        st.sampled_from(words("Q K 10 ♥ ♠ H 红桃 - 到 全 猪 , of")) | st.just(" "),
        max_size=8,
    )
)
def test_any_row_of_words_is_read_or_refused(row: list[str]) -> None:
    try:
        cards = parse_cards("".join(row))
    except CardTextError:
        return
    assert parse_cards(show_cards(cards)) == cards
