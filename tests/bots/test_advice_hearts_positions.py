"""Advice that both games share, shown in Hearts: the moon, and a high heart under a higher one."""

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
