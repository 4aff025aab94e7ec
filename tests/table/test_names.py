"""What somebody may be called."""

import pytest

from gongzhu.cards import Seat, seats
from gongzhu.table import CommandRefused, clean_name
from gongzhu.table.names import bot_name, distinct_name


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Bo\u3000 ", "Ann Bo"),
        ("e\u0301mile", "\u00e9mile"),
        ("小王", "小王"),
        ("Ж" * 24, "Ж" * 24),
        ("नमस्ते", "नमस्ते"),
        ("tiê\u0323\u0301n", "ti\u1ec7\u0301n"),
        ("🐷", "🐷"),
        ("a\u2028b", "a b"),
        ("x\u0332\u0333", "x\u0332\u0333"),
        ("!\"#$%&'()*+,-./", "!\"#$%&'()*+,-./"),
        (":;<=>?@[\\]^_`{|}~", ":;<=>?@[\\]^_`{|}~"),
    ],
)
def test_a_name_is_written_in_one_way(given: str, clean: str) -> None:
    assert clean_name(given) == clean
    assert clean_name(clean) == clean


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("", "name_empty"),
        (" \n ", "name_empty"),
        ("x" * 25, "name_long"),
        ("a\u0000b", "name_hidden"),
        ("a\u202eb", "name_hidden"),
        ("a\u2066b", "name_hidden"),
        ("a\u200bb", "name_hidden"),
        ("\ufeffa", "name_hidden"),
        ("a\ud800", "name_hidden"),
        ("a\ue000", "name_hidden"),
        ("a\u0378", "name_hidden"),
        ("\u3164", "name_hidden"),
        ("Ann\u034f", "name_hidden"),
        ("\u0301a", "name_marks"),
        ("\u20dda", "name_marks"),
        ("\u0903a", "name_marks"),
        ("x" + "\u0332\u0333\u0334", "name_marks"),
        ("x" + "\u20dd" * 3, "name_marks"),
    ],
)
def test_what_cannot_be_seen_or_spills_over_is_refused(given: str, code: str) -> None:
    with pytest.raises(CommandRefused) as refused:
        clean_name(given)
    assert refused.value.code == code


def test_other_names_may_be_longer() -> None:
    assert clean_name("x" * 40, longest=40) == "x" * 40
    with pytest.raises(CommandRefused, match="40 characters"):
        clean_name("x" * 41, longest=40)


def test_a_name_that_is_taken_is_given_a_number() -> None:
    assert distinct_name("Ann", ["Bo"]) == "Ann"
    assert distinct_name("Ann", ["ann", "Ann 2"]) == "Ann 3"
    assert distinct_name("x" * 24, ["x" * 24]) == "x" * 22 + " 2"
    assert distinct_name("x" * 21 + " yz", ["x" * 21 + " yz"]) == "x" * 21 + " 2"


def test_bots_have_a_name_for_every_seat() -> None:
    names = [bot_name(seat) for seat in seats(5)]
    assert len(set(names)) == 5
    assert all(clean_name(name) == name for name in names)
    assert bot_name(Seat(0)) == names[0]
