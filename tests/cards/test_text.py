"""Cards as people write them: every form of every card, in rows and in ranges."""

import random
from collections.abc import Callable, Iterable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import (
    DOUBLER,
    PACK,
    PIG,
    SHEEP,
    Card,
    Rank,
    Suit,
    parse_captured,
    parse_card,
    parse_cards,
    show_cards,
)
from tests.cards.reading import ALL_HEARTS, codes, words

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


def test_the_names_of_the_key_cards() -> None:
    assert [parse_card(name) for name in ("pig", "Sheep", "goat", "doubler")] == [
        PIG,
        SHEEP,
        SHEEP,
        DOUBLER,
    ]
    assert [parse_card(name) for name in ("猪", "羊", "变压器")] == [PIG, SHEEP, DOUBLER]
    for name in ("doubler", "transformer", "变压器", "變壓器"):
        assert parse_card(name, Card("7S")) is Card("7S")
        assert parse_captured(f"{name} 3 hearts", Card("7S")).cards == (Card("7S"),)
