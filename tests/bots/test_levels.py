"""The list of levels."""

import pytest

from gongzhu.bots import LEVELS, UnknownLevel, make_bot


def test_the_levels_stand_in_order_of_strength() -> None:
    assert LEVELS == ("random", "novice", "steady", "strong", "master")


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownLevel) as refused:
        make_bot("Steady")
    for lang in ("en", "zh"):
        told = refused.value.text(lang)
        assert all(word in told for word in ("Steady", *LEVELS))
        assert "\n" not in told
