"""Lines that fit, in either script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.texts import keys, width_of, wrap


def test_chinese_takes_two_columns_and_suits_one() -> None:
    assert width_of("猪 Q♠") == 5
    assert width_of("，") == 2


def test_english_breaks_between_words() -> None:
    assert wrap("follow suit if you can", 11) == ["follow suit", "if you can"]


def test_a_word_that_is_too_long_sticks_out() -> None:
    assert wrap("a sixteen b", 5) == ["a", "sixteen", "b"]


def test_chinese_breaks_anywhere_but_before_a_stop() -> None:
    assert wrap("先选好，再看。", 6) == ["先选", "好，再", "看。"]
    assert wrap("暗卖（扣着）加倍", 6) == ["暗卖", "（扣", "着）加", "倍"]


def test_cards_stay_whole() -> None:
    assert wrap("持有 10♣ 的人", 7) == ["持有", "10♣ 的", "人"]


def test_nothing_is_one_empty_line() -> None:
    assert wrap("", 10) == [""]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", [30, 47, 80])
def test_every_message_fits(lang: str, width: int) -> None:
    for message in keys("zh" if lang == "zh" else "en").values():
        for line in wrap(message, width):
            assert width_of(line) <= width or " " not in line


@given(st.text(alphabet="ab 猪羊，。（）“”♠\n"), st.integers(1, 20))
def test_wrapping_loses_only_spaces_at_the_ends_of_lines(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(line == line.rstrip() for line in lines)
