"""Advice that both games share, shown in Hearts: the moon, and a high heart under a higher one;
and the two pieces of advice on Hearts that steady does not follow, as the page of strategy says."""

import pytest

from gongzhu.bots.steady.explaining import explain
from gongzhu.rules import PRESETS
from gongzhu.view import View
from tests.bots.steady_choices import chosen, plays
from tests.support.positions import position

HEARTS = PRESETS["hearts-denexa"].rules
SEAT_1_LEADS = ["2C 5C KC 9C", "TC 3C AC 4C"]
BROKEN = [*SEAT_1_LEADS, "8C 7C 2H 6C"]
"""Seat 1 has the one heart that has fallen, and leads."""


def told(view: View) -> list[str]:
    return [advice.name for advice in explain(view, chosen(view))]


def test_the_king_of_hearts_goes_under_the_ace() -> None:
    hand = "KH 3H 3D 8D KD 7D TD 5S 9S 7S"
    view = position(HEARTS, hand, leader=1, tricks=BROKEN, trick="5H AH 4H")
    assert plays(view) == "KH"
    assert "just_under" in told(view)


def test_a_heart_is_taken_to_stop_a_moon() -> None:
    hand = "QH 9H 5S 9S 8D 7D 3S 7S"
    tricks = [*BROKEN, "AH 5H 6H 3H", "KH 7H 8H 4H"]
    view = position(HEARTS, hand, leader=1, tricks=tricks, trick="JH TH 2D")
    assert plays(view) == "QH"
    assert "stop_sweep" in told(view)


class TestNotFollowed:
    """Advice that people are given, and that steady does not play."""

    def test_the_two_and_three_of_hearts_are_worth_no_more_than_others(self) -> None:
        """The sources keep them above all; steady throws 3♥ from a hand of harmless cards."""
        hand = "3H 4D 5D 6D 7D 8D 9D 4S 5S 6S 7S"
        tricks = ["2C 5C KC 9C", "AC 3C TC 4C"]
        assert plays(position(HEARTS, hand, leader=1, tricks=tricks, trick="6C")) == "3H"

    @pytest.mark.parametrize(
        "hand", ["4D 9H 5H 2H JH TH 8S 4S 7S 3S", "3D 5D 9H 5H 2H 8H TC 6C 8S 4S"]
    )
    def test_a_harmless_trick_is_not_won_to_finish_a_short_suit(self, hand: str) -> None:
        """The sources then lead what is left of a short suit; steady leads from another."""
        first = ["2C 5C KC 9C", "KS QS AS 2S"]
        assert (
            plays(position(HEARTS, f"QC {hand}", leader=1, tricks=first, trick="3C 7C 8C")) == "QC"
        )
        lead = plays(position(HEARTS, hand, leader=1, tricks=[*first, "3C 7C 8C QC"]))
        assert lead[1] != "D"
