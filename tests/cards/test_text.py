"""Cards as people write them: every form of every card, and what is refused."""

import random
import re
from collections.abc import Callable, Iterable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import (
    DOUBLER,
    HEARTS,
    PACK,
    PIG,
    SHEEP,
    Card,
    CardTextError,
    Rank,
    Suit,
    parse_captured,
    parse_card,
    parse_cards,
    show_cards,
)
from gongzhu.texts import LANGUAGES, Lang


def words(text: str) -> list[str]:
    return text.split()


SUIT_WORDS = {
    Suit.CLUBS: words("♣ ♧ c C 梅花 草花 梅 草"),
    Suit.DIAMONDS: words("♦ ♢ d D 方块 方片 方塊 方")
    + words("方砖 方磚 红砖 紅磚 砖块 磚塊 砖 磚 阶砖 階磚 钻石 鑽石 菱形"),
    Suit.HEARTS: words("♥ ♡ ❤ ♥\ufe0f h H 红桃 红心 ❤\ufe0f ♥\ufe0e Ｈ 紅桃 紅心 红"),
    Suit.SPADES: words("♠ ♤ s S 黑桃 黑 ♠\ufe0f 葵扇 黑葵 葵"),
}
LONG_SUITS = {
    Suit.CLUBS: ["clubs", "Club"],
    Suit.DIAMONDS: ["diamonds", "DIAMOND"],
    Suit.HEARTS: ["hearts", "Heart"],
    Suit.SPADES: ["spades", "Spade"],
}
LONG_RANKS = words("two three four five six seven eight nine ten jack queen king ace")
CHINESE_RANKS = words("二 三 四 五 六 七 八 九 十 钩 圈 老K 尖")


def rank_words(rank: Rank) -> list[str]:
    if rank is Rank.TEN:
        return ["10", "T", "t", "１０", "Ｔ", "十"]
    return [
        rank.value,
        rank.value.lower(),
        chr(ord(rank.value) + 0xFEE0),
        CHINESE_RANKS[rank.order - 2],
    ]


def forms(card: Card) -> Iterable[str]:
    """Every way of writing one card."""
    for rank, suit in product(rank_words(card.rank), SUIT_WORDS[card.suit]):
        yield from (rank + suit, suit + rank, f"{rank} {suit}", f"{suit} {rank}", f"{suit}：{rank}")
    for suit in LONG_SUITS[card.suit]:
        yield f"{LONG_RANKS[card.order - 2]} of {suit}"
        yield f"the {LONG_RANKS[card.order - 2]} of the {suit}"
        yield f"{suit} {LONG_RANKS[card.order - 2].upper()}"
        yield f"{suit} {card.rank.value}"
    yield f"{SUIT_WORDS[card.suit][0]}的{card.rank.value}"
    drawn = "SHDC".index(card.suit.value) * 16 + " A23456789TJ QK".index(card.rank.value)
    yield chr(0x1F0A0 + drawn)


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_form_of_every_card(card: Card) -> None:
    written = list(forms(card))
    assert len(written) > 100
    assert {text: parse_card(text) for text in written} == dict.fromkeys(written, card)


@pytest.mark.parametrize(
    "gap", [" ", ", ", "，", "、", "/", ";", "；", "\u3000", "\n", " 和 ", " & ", " and "]
)
@pytest.mark.parametrize(
    "form",
    [
        str,
        lambda card: card.code,
        lambda card: card.code.lower(),
        lambda card: card.suit.symbol + card.rank.value,
        lambda card: SUIT_WORDS[card.suit][4] + card.rank.value,
    ],
)
def test_several_cards_with_any_gap(form: Callable[[Card], str], gap: str) -> None:
    cards = list(PACK)
    random.Random(7).shuffle(cards)
    assert parse_cards(gap.join(form(card) for card in cards)) == tuple(cards)


@given(st.permutations(PACK), st.integers(0, 52))
def test_what_is_shown_is_read_back(cards: list[Card], count: int) -> None:
    assert parse_cards(show_cards(cards[:count])) == tuple(cards[:count])


def codes(text: str) -> str:
    return " ".join(card.code for card in parse_cards(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("母猪 血", "QS AH"),
        ("母猪、草花拾", "QS TC"),
        ("葵扇Q，階磚J", "QS JD"),
        ("Q♠. J♦。", "QS JD"),
        ("ＱＳ\u3000ＪＤ", "QS JD"),
        ("黑桃皇后", "QS"),
        ("满红", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"),
        ("13 hearts", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"),
        ("Black Lady, jd", "QS JD"),
        ("calamity jane", "QS"),
        ("black maria", "QS"),
        ("the black queen", "QS"),
        ("queen", "QS"),
        ("The Queen", "QS"),
        ("皇后", "QS"),
        ("“Queen”", "QS"),
        ("the queen and the jack of diamonds", "QS JD"),
        ("ace of hearts, the queen, 3 of hearts", "AH QS 3H"),
        ("hearts 2 3 and the queen", "2H 3H QS"),
        ("the queen of the hearts", "QH"),
        ("hearts nine to the queen", "9H TH JH QH"),
        ("hearts: the queen", "QH"),
        ("the queen and the king of hearts", "QS KH"),
        ("♥AKQ", "AH KH QH"),
        ("AKQ♥", "AH KH QH"),
        ("红桃AKQ10", "AH KH QH TH"),
        ("红桃10AKQ", "TH AH KH QH"),
        ("♥1098765", "TH 9H 8H 7H 6H 5H"),
        ("H AKQ", "AH KH QH"),
        ("♥ A K Q, ♠Q", "AH KH QH QS"),
        ("♥A, K, Q; ♠ Q", "AH KH QH QS"),
        ("A K Q ♥ Q ♠", "AH KH QH QS"),
        ("A ♥ K ♠", "AH KS"),
        ("♠Q K♥", "QS KH"),
        ("♠Q K♥ ♦J", "QS KH JD"),
        ("QSKH10C", "QS KH TC"),
        ("AKHQS", "AH KH QS"),
        ("♠QK♥A", "QS KS AH"),
        ("黑桃Q红桃A3方片J", "QS AH 3H JD"),
        ("黑桃Q K, 5C", "QS KS 5C"),
        ("猪羊变压器", "QS JD TC"),
        ("pig, sheep and doubler", "QS JD TC"),
        ("Goat transformer", "JD TC"),
        ("猪红桃A", "QS AH"),
        ("红桃A猪", "AH QS"),
        ('["QS", "TH"]', "QS TH"),
        ("(Q♠)“K♥”", "QS KH"),
        ("\u200bQ♠\ufeff", "QS"),
        ("", ""),
        (" ,、/; ", ""),
    ],
)
def test_several_cards_in_one_text(text: str, expected: str) -> None:
    assert codes(text) == expected


ALL_HEARTS = " ".join(card.code for card in HEARTS)


@pytest.mark.parametrize(
    "text",
    [
        "all hearts",
        "All the hearts",
        "all of the hearts",
        "hearts all",
        "红桃全",
        "红桃全部",
        "全红",
        "全部红桃",
        "所有红心",
        "♥全",
        "all H",
        "H all",
        "♥2-A",
        "红桃2到A",
        "红桃A到2",
        "13 hearts",
        "all thirteen hearts",
        "all 13♥",
        "13张♥",
        "all of the 13 hearts",
        "十三张红桃",
        "13张红心",
        "红桃十三",
        "十三红桃",
        "红桃13",
        "红桃全部13张",
    ],
)
def test_all_cards_of_a_suit(text: str) -> None:
    assert codes(text) == ALL_HEARTS


@pytest.mark.parametrize(
    "to", ["-", "–", "—", "~", "～", "..", "…", "到", "至", " to ", " - ", " 到 "]
)
@pytest.mark.parametrize(
    "form", ["♥9{to}Q", "9{to}Q♥", "♥9{to}♥Q", "9♥{to}Q♥", "红桃Q{to}9", "h 9{to}q"]
)
def test_ranges_run_between_two_ranks_either_way(form: str, to: str) -> None:
    assert codes(form.format(to=to)) == "9H TH JH QH"


def test_ranges_stand_among_other_cards() -> None:
    assert codes("♥2 5-7 K, ♠3-5 pig") == "2H 5H 6H 7H KH 3S 4S 5S QS"
    assert codes("5♥-7♥ Q♠") == "5H 6H 7H QS"


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
        ("九张红桃", "count", "九张红桃", 1),
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


def test_the_names_of_the_key_cards() -> None:
    assert [parse_card(name) for name in ("pig", "Sheep", "goat", "doubler")] == [
        PIG,
        SHEEP,
        SHEEP,
        DOUBLER,
    ]
    assert [parse_card(name) for name in ("猪", "羊", "变压器")] == [PIG, SHEEP, DOUBLER]


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
        ("四张黑桃", "count", "四张黑桃", 1),
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
