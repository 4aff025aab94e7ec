"""What the documents teach about playing cards in either game, line by line: each piece of
advice in a position that calls for it.

Seats play in turn from `leader`; the bot sits in seat 0.
"""

import pytest

from gongzhu.rules import PRESETS, RuleSet
from gongzhu.view import View
from tests.bots.steady_choices import plays
from tests.support.positions import position

HEARTS = PRESETS["hearts-denexa"].rules
PAGAT = PRESETS["gongzhu-pagat"].rules

pytestmark = pytest.mark.parametrize("rules", [HEARTS, PAGAT], ids=["hearts", "gongzhu"])

SEAT_1_LEADS = ["2C 5C KC 9C", "TC 3C AC 4C"]
"""Two rounds of clubs: seats 1 and 3 lead, seat 1 wins; seat 0 is the last to play then."""
SEAT_0_LEADS = ["2C 5C 4C 9C"]
SEAT_3_LEADS = ["2C 5C KC 9C"]


def void(rules: RuleSet, hand: str) -> View:
    """Seat 3 leads a third round of clubs, and seat 0 has none."""
    return position(rules, hand, leader=1, tricks=["2C 5C KC 9C", "AC 3C TC 4C"], trick="6C")


def last(rules: RuleSet, trick: str, hand: str) -> View:
    """Seat 0 plays last to a trick that seat 1 leads."""
    return position(rules, hand, leader=1, tricks=SEAT_1_LEADS, trick=trick)


class TestDiscard:
    """Emptying a suit gains discards; they rid a hand of its worst card and trap whoever wins."""

    @pytest.mark.parametrize(
        ("worst", "hand"),
        [
            ("QS", "QS 4S AH 9H 5H 3D 6D TD KD 7S 2H"),
            ("AS", "AS 4S 9H 5H 2H 3D 6D TD 8D 7S 7D"),
            ("KS", "KS 4S 9H 5H 2H 3D 6D TD 8D 7S 7D"),
            ("AH", "8S 4S AH 5H 2H 3D 6D TD 8D 7S 7D"),
            ("KH", "8S 4S KH 5H 2H 3D 6D TD 8D 7S 7D"),
        ],
    )
    def test_queen_then_ace_and_king_of_spades_then_high_hearts(
        self, rules: RuleSet, worst: str, hand: str
    ) -> None:
        assert plays(void(rules, hand)) == worst

    def test_point_cards_where_nothing_presses(self, rules: RuleSet) -> None:
        assert plays(void(rules, "8S 4S 3S TH 9H 8H 5D 4D 3D 2D 6D")) == "TH"

    def test_twos_and_threes_are_kept(self, rules: RuleSet) -> None:
        low = {"2H", "3H", "2D", "3D"}
        assert plays(void(rules, "2H 3H 2D 3D 8D 7D 6D 5S 6S 7S 8S")) not in low

    def test_ace_of_spades_is_harmless_once_the_queen_is_gone(self, rules: RuleSet) -> None:
        hand = "AS 4S KH 5H 2H 3D 6D TD 8D 7S 7D"
        queen_gone = ["2C 5C KC 9C", "9S 3S QS TS"]
        view = position(rules, hand, leader=1, tricks=queen_gone, trick="6C 7C 4C")
        assert plays(view) == "KH"


class TestLastToPlay:
    def test_harmless_trick_is_won_with_a_high_card(self, rules: RuleSet) -> None:
        hand = "QC JC 2D 3D 9H 5H 2H 8S 4S 7S 3S"
        assert plays(last(rules, "6C 7C 8C", hand)) == "QC"

    @pytest.mark.parametrize("high", ["AS KS", "AS", "KS"])
    def test_ace_or_king_on_a_spade_trick_without_the_queen(
        self, rules: RuleSet, high: str
    ) -> None:
        rest = "2S 3D 5D 7D 9D 4H 6H 8H TD 3H"
        hand = f"{high} {rest}" if len(high) == 2 else f"{high} {rest[:-3]}"
        assert plays(last(rules, "6S 5S 9S", hand)) in high.split()

    def test_neither_on_the_queen(self, rules: RuleSet) -> None:
        hand = "AS KS 2S 3D 5D 7D 9D 4H 6H 8H TD"
        assert plays(last(rules, "6S 5S QS", hand)) == "2S"

    @pytest.mark.parametrize("winning", ["AS", "KS"])
    def test_queen_goes_under_ace_and_king(self, rules: RuleSet, winning: str) -> None:
        hand = "QS 3S 2S 3D 5D 7D 9D 4H 6H 8H TD"
        assert plays(last(rules, f"6S 5S {winning}", hand)) == "QS"

    def test_just_under_the_winning_card(self, rules: RuleSet) -> None:
        hand = "8D 2D 3D 9H 5H 2H 8S 4S 7S 3S 7H"
        assert plays(last(rules, "6D AH 9D", hand)) == "8D"


class TestSecondToPlay:
    @pytest.mark.parametrize("high", ["AS", "KS"])
    def test_ace_and_king_stay_low_while_the_queen_may_follow(
        self, rules: RuleSet, high: str
    ) -> None:
        hand = f"{high} 4S 2S 3D 5D 7D 9D 4H 6H 8H TD JD"
        view = position(rules, hand, leader=1, tricks=SEAT_3_LEADS, trick="6S")
        assert plays(view) in ("4S", "2S")


class TestLead:
    def leads(self, rules: RuleSet, hand: str) -> str:
        return plays(position(rules, hand, leader=1, tricks=SEAT_0_LEADS))

    def test_low_spades_drive_the_queen_out(self, rules: RuleSet) -> None:
        assert self.leads(rules, "2S 5S 9S 3D 8D KD 4H 6H JH 7D TD 3C")[1] == "S"

    def test_no_ace_or_king_of_spades_while_the_queen_is_out(self, rules: RuleSet) -> None:
        assert self.leads(rules, "AS KS 9S 3D 8D KD 4H 6H JH 7D TD 3C") not in ("AS", "KS")

    def test_the_queen_keeps_another_spade_beside_her(self, rules: RuleSet) -> None:
        assert self.leads(rules, "QS 4S 9H 3D 8D KD 4H 6H JH 7D TD 3C")[1] != "S"

    def test_an_exit_card_gets_rid_of_the_lead(self, rules: RuleSet) -> None:
        assert self.leads(rules, "QS JS TS 9S 2D KH QH JH TH 9H 8H 7H") == "2D"

    def test_the_last_card_of_a_short_suit_makes_a_void(self, rules: RuleSet) -> None:
        assert self.leads(rules, "QS 8S 7S 6S 3D 7C 8C JC QC 9H TH JH") == "3D"
