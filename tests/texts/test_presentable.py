"""Names from elsewhere, as they are shown."""

import pytest

from gongzhu.texts import presentable


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann \n Bo ", "Ann Bo"),
        ("A\u202eB\u2069\u200b", "AB"),
        ("\u200b \u0301x", "x"),
        ("\u20dd\u0903x", "x"),
        ("Z" + "\u0351" * 9 + "a", "Z\u0351\u0351a"),
        ("Z" + "\u20dd" * 9 + "a", "Z\u20dd\u20dda"),
        ("Z" + "\u0351\u200d" * 9 + "a", "Z\u0351\u0351a"),
        ("Ann \u200b", "Ann"),
        ("Ann \u200b Bo", "Ann Bo"),
        ("x" * 24, "x" * 24),
        ("x" * 25, "x" * 23 + "…"),
        ("x" * 22 + " yz", "x" * 22 + "…"),
        ("\u3164", ""),
        ("小王", "小王"),
    ],
)
def test_a_name_from_elsewhere_is_shown_without_what_spills_over(given: str, shown: str) -> None:
    assert presentable(given) == shown
    assert presentable(shown) == shown
