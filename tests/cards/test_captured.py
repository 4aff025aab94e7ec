"""The cards somebody took, of which the hearts may be told by their number alone."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import CardTextError, Suit, parse_captured, parse_cards
from gongzhu.texts import LANGUAGES, Lang
from tests.cards.reading import ALL_HEARTS, codes, words


@pytest.mark.parametrize(
    ("text", "hearts", "others"),
    [
        ("9 hearts", 9, ""),
        ("9 hearts and the queen", 9, "QS"),
        ("3 hearts and the Queen of Spades", 3, "QS"),
        ("Q♠ 9 hearts", 9, "QS"),
        ("nine hearts", 9, ""),
        ("Ten Hearts", 10, ""),
        ("1 heart", 1, ""),
        ("one heart", 1, ""),
        ("0 hearts", 0, ""),
        ("no hearts", 0, ""),
        ("No hearts, the queen", 0, "QS"),
        ("没有红桃", 0, ""),
        ("无红桃，猪", 0, "QS"),
        ("five hearts plus the queen", 5, "QS"),
        ("five hearts with the queen", 5, "QS"),
        ("5 hearts + Q♠", 5, "QS"),
        ("3张红桃加黑桃Q", 3, "QS"),
        ("3张红桃和黑桃Q", 3, "QS"),
        ("Q ♠ 12 hearts", 12, "QS"),
        ("hearts: 12", 12, ""),
        ("九张红桃", 9, ""),
        ("十张红桃", 10, ""),
        ("两张红桃", 2, ""),
        ("红桃九张", 9, ""),
        ("红桃：9张，猪", 9, "QS"),
        ("9张红心", 9, ""),
        ("紅心9張", 9, ""),
        ("红桃十二", 12, ""),
        ("十一红桃", 11, ""),
        ("12张♥", 12, ""),
        ("９　ｈｅａｒｔｓ", 9, ""),
        ("9\u200b hearts", 9, ""),
    ],
)
def test_a_number_of_hearts_is_never_a_rank(text: str, hearts: int, others: str) -> None:
    told = parse_captured(text)
    assert told.hearts == hearts
    assert " ".join(card.code for card in told.cards) == others
    if hearts:
        with pytest.raises(CardTextError):
            parse_cards(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9 of hearts", "9H"),
        ("nine of hearts", "9H"),
        ("9♥", "9H"),
        ("H9", "9H"),
        ("hearts 9", "9H"),
        ("红桃9", "9H"),
        ("红桃九", "9H"),
        ("红桃的9", "9H"),
        ("the 9 of “hearts”", "9H"),
        ("hearts: 9 8", "9H 8H"),
        ("hearts: 5-9", "5H 6H 7H 8H 9H"),
        ("hearts: T", "TH"),
        ("spades: 9", "9S"),
        ("98 hearts", "9H 8H"),
        ("红桃十", "TH"),
        ("K9 hearts", "KH 9H"),
        ("A K hearts", "AH KH"),
        ("5-9 hearts", "5H 6H 7H 8H 9H"),
        ("5 to 9 hearts", "5H 6H 7H 8H 9H"),
        ("13 hearts, pig", ALL_HEARTS + " QS"),
    ],
)
def test_cards_stay_cards_where_numbers_are_taken(text: str, expected: str) -> None:
    told = parse_captured(text)
    assert (told.hearts, " ".join(card.code for card in told.cards)) == (0, expected)
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("text", "problem", "piece", "position"),
    [
        ("9 heart", "one_or_many", "9 heart", 1),
        ("a heart, Q♠", "one_or_many", "a heart", 1),
        ("9 hearts, A♥", "beside", "9 hearts", 1),
        ("A♥ 九张红桃", "beside", "九张红桃", 4),
        ("9 hearts, 3 hearts", "beside", "3 hearts", 11),
        ("3 clubs", "count", "3 clubs", 1),
        ("四张黑桃", "which", "四张黑桃", 1),
        ("1 spade", "which", "1 spade", 1),
        ("A K 9 hearts", "no_suit", "A", 1),
        ("10 9 8 hearts", "no_suit", "10", 1),
        ("9 hearts K", "no_suit", "K", 10),
        ("all 9 hearts", "no_suit", "all", 1),
        ("red 9", "unknown", "red", 1),
        ("hearts: 9", "one_or_many", "hearts: 9", 1),
        ("Q♠, hearts: nine", "one_or_many", "hearts: nine", 5),
        ("红桃：9", "one_or_many", "红桃：9", 1),
        ("♥: 9", "one_or_many", "♥: 9", 1),
        ("hearts, 9, Q♠", "one_or_many", "hearts, 9", 1),
        ("9, hearts", "one_or_many", "9, hearts", 1),
        ("13♥", "one_or_many", "13♥", 1),
        ("12 ♥", "one_or_many", "12 ♥", 1),
        ("♥12", "one_or_many", "♥12", 1),
        ("12S", "count", "12S", 1),
        ("9 hearts, queen", "queen", "queen", 11),
        ("14 hearts", "too_many", "14 hearts", 1),
        ("二十张红桃", "too_many", "二十张红桃", 1),
        ("红桃25张", "too_many", "红桃25张", 1),
        ("没有红桃A", "no_suit", "A", 5),
    ],
)
def test_numbers_that_can_be_read_in_two_ways_are_refused(
    text: str, problem: str, piece: str, position: int
) -> None:
    with pytest.raises(CardTextError) as caught:
        parse_captured(text)
    fault = caught.value
    assert (fault.problem, fault.piece, fault.position) == (problem, piece, position)


def test_a_refused_number_is_told_with_both_readings() -> None:
    with pytest.raises(CardTextError) as caught:
        parse_cards("9 hearts")
    for lang in LANGUAGES:
        told = caught.value.text(lang)
        assert "9♥" in told
        assert re.search(r"(cards: 9\.|9 张。)", told)


@pytest.mark.parametrize(
    ("text", "english", "chinese"),
    [
        ("a heart", "can mean 1 heart or the card A♥", "1 张红桃，也可以指 A♥"),
        ("hearts: 9", "can mean 9 hearts or the card 9♥", "9 张红桃，也可以指 9♥"),
        ("13♥", "can mean 13 hearts or the card K♥", "13 张红桃，也可以指 K♥"),
        ("14 hearts", "there are only 13 hearts.", "红桃一共只有 13 张。"),
        ("queen, 5C", "write “the queen” or Q♠", "请写 Q♠ 或 黑桃Q"),
    ],
)
def test_what_a_number_of_hearts_can_mean_is_told(text: str, english: str, chinese: str) -> None:
    with pytest.raises(CardTextError) as caught:
        parse_captured(text)
    assert english in caught.value.text("en")
    assert chinese in caught.value.text("zh")


def test_a_counted_pile_is_shown_with_marks_between() -> None:
    told = parse_captured("1 heart, pig, sheep")
    assert told.text("en") == "1 heart, Q♠ J♦"
    assert told.text("zh").replace(" ", "") == "1张红桃、Q♠J♦"


COUNTING = st.lists(
    st.sampled_from(
        words(
            "9 10 13 十三 十 9张 a one nine hearts heart 红桃 红心 ♥ H Q♠ ♠Q K - 到 全 all of the"
            " clubs queen 张 ， ："
        )
    )
    | st.just(" "),
    max_size=7,
)


@given(COUNTING, st.sampled_from(LANGUAGES))
def test_a_pile_that_is_taken_is_read_back_as_it_is_written(row: list[str], lang: Lang) -> None:
    try:
        told = parse_captured("".join(row))
    except CardTextError:
        return
    assert parse_captured(told.text(lang)) == told
    assert not (told.hearts and any(card.suit is Suit.HEARTS for card in told.cards))
