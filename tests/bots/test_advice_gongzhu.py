"""What the documents teach about Gong Zhu alone: the pig, the sheep, the doubler, exposing,
partners, and all the hearts in one pile. The bot sits in seat 0."""

import pytest

from gongzhu.rules import PRESETS, Phase, RuleSet
from tests.bots.steady_choices import exposes, plays
from tests.support.positions import position

PAGAT = PRESETS["gongzhu-pagat"].rules
PARTNERS = PRESETS["gongzhu-pagat-partners"].rules
BOULDER = PRESETS["gongzhu-boulder"].rules
HWA = PRESETS["gongzhu-hwa"].rules


def exposed(hand: str, rules: RuleSet = PAGAT) -> dict[str, str]:
    return exposes(position(rules, hand, phase=Phase.EXPOSING))


class TestExposing:
    def test_a_well_guarded_pig_is_exposed(self) -> None:
        assert exposed("QS 9S 7S 5S 4S 2S 6D 9D TD 9C KC KH QH") == {"QS": "open"}

    @pytest.mark.parametrize("spades", ["QS 3H 5H", "QS 4S 5H", "QS KS 4S"])
    def test_a_pig_that_may_stay_at_home_is_not(self, spades: str) -> None:
        assert exposed(f"{spades} 6D 9D TD 9C KC KH QH 2D 8C 8H") == {}

    def test_the_sheep_of_a_hand_strong_in_diamonds_is_exposed(self) -> None:
        assert "JD" in exposed("JD AD KD 9D 4D 9S 7S 5S 9C KC KH QH 2H")
        assert "JD" not in exposed("JD 9D 4D 3D 6S 9S 7S 5S 9C KC KH QH 2H")

    def test_hearts_are_doubled_for_a_slam(self) -> None:
        assert "AH" in exposed("AH KH QH JH TH 9H 8H AS KS AD KD AC KC")

    def test_hearts_are_doubled_by_a_hand_that_will_have_next_to_none(self) -> None:
        assert "AH" in exposed("AH 6H 5H 4H 3H 2H 4S 3S 2S 3D 2D 3C 2C")

    def test_and_by_no_other(self) -> None:
        assert exposed("AH QH JH 9S 7S 5S 9D 6D KD TD 9C KC 4C") == {}

    def test_the_doubler_is_exposed_when_low_clubs_keep_it_away(self) -> None:
        assert "TC" in exposed("TC 8C 6C 5C 3C 2C 9S 7S 9D 6D KD KH QH")
        assert "TC" not in exposed("TC KC 9S 7S 5S 4S 9D 6D KD KH QH 9H 3D")

    def test_the_surest_cards_go_on_sale_face_up(self) -> None:
        modes = exposed("QS 9S 7S 5S 4S 2S JD KD QD 9D 9C KC KH", BOULDER)
        assert modes["QS"] == "up"


class TestPig:
    @pytest.mark.parametrize("high", ["AS", "KS"])
    def test_while_she_is_bound_ace_and_king_of_spades_are_shed(self, high: str) -> None:
        hand = f"{high} 3S 2H 3D 8D KD 7D TD 5C 9C 4C 7C 8C"
        holder = {2: "QS 4S 8S 7S"}
        view = position(PAGAT, hand, leader=3, trick="6S", exposed="QS", held=holder)
        assert plays(view) == high

    def test_before_she_was_bound_they_are_not(self) -> None:
        hand = "AS 3S 2H 3D 8D KD 7D TD 5C 9C 4C 7C 8C"
        assert plays(position(PAGAT, hand, leader=3, trick="6S")) == "3S"

    def test_king_of_hearts_goes_under_the_ace(self) -> None:
        hand = "KH 3H 2H 3D 8D KD 7D TD 5S 9S 4C 7C 8C"
        assert plays(position(PAGAT, hand, leader=2, trick="5H AH")) == "KH"


class TestSheep:
    def test_is_captured_by_who_plays_last(self) -> None:
        hand = "AD 3D 2D 3H 4H 5H 5S 9S 4C 7C 8C 9C 6S"
        assert plays(position(PAGAT, hand, leader=1, trick="4D JD 7D")) == "AD"

    def test_comes_home_where_nobody_can_take_it(self) -> None:
        hand = "JD 3D 2D 3H 4H 5H 5S 9S 4C 7C 8C 9C 6S"
        assert plays(position(PAGAT, hand, leader=1, trick="4D TD 7D")) == "JD"
        assert plays(position(PAGAT, hand, leader=1, trick="4D KD 7D")) != "JD"


class TestDoubler:
    """Seat 1 leads clubs, and 10♣ is on the trick when it comes to the bot."""

    def test_is_fled_from_with_a_bad_pile(self) -> None:
        hand = "AC 2C 2H 4H 5S 9S 8D 7D 3S 7S TS"
        view = position(
            PAGAT, hand, leader=1, tricks=["QS 2S 4S AS", "3D KD TD 9D"], trick="8C 7C TC"
        )
        assert plays(view) == "2C"

    def test_is_chased_with_a_good_pile(self) -> None:
        hand = "AC 2C 2H 4H 5S 9S 8D 7D 3S 7S TS"
        view = position(
            PAGAT, hand, leader=1, tricks=["JD 2D 3D AD", "4S JS 6S 8S"], trick="8C 7C TC"
        )
        assert plays(view) == "AC"


class TestPartners:
    """Seat 2 is the bot's partner."""

    HAND = "2H 4H 5S 9S 8C 7C 3S 7S TS KC QC"

    def test_the_sheep_goes_to_the_partner(self) -> None:
        hand = f"JD 2D {self.HAND}"
        assert plays(position(PARTNERS, hand, leader=1, trick="5D AD 3D")) == "JD"
        assert plays(position(PARTNERS, hand, leader=1, trick="AD 5D 3D")) == "2D"

    def test_a_void_gives_it_to_the_partner_too(self) -> None:
        hand = "JD 2D 2H 4H 5S 9S 3S 7S TS KD QD 5H 4S"
        assert plays(position(PARTNERS, hand, leader=1, trick="5C AC 3C")) == "JD"

    def test_the_pig_stays_away_from_the_partner(self) -> None:
        hand = f"QS 4S {self.HAND}"
        assert plays(position(PARTNERS, hand, leader=1, trick="6S AS 8S")) != "QS"
        assert plays(position(PARTNERS, hand, leader=1, trick="AS 6S 8S")) == "QS"

    def test_a_void_does_not_throw_her_on_the_partners_trick(self) -> None:
        hand = "QS 4S 2S 4H 5S 9S 8D 7D 3S 7S TS KD QD"
        assert plays(position(PARTNERS, hand, leader=1, trick="6C AC 8C")) != "QS"
        assert plays(position(PARTNERS, hand, leader=1, trick="AC 6C 8C")) == "QS"

    def test_the_partners_sheep_is_left_to_it(self) -> None:
        """Seat 2 has the doubler and leads K♦, under which J♦ falls; the bot has the ace."""
        hand = "AD 2D 2H 4H 5S 9S 7C 3S 7S TS KC QC"
        for rules, card in ((PARTNERS, "2D"), (PAGAT, "AD")):
            view = position(rules, hand, leader=1, tricks=["5C AC TC 8C"], trick="KD JD")
            assert plays(view) == card


class TestAllTheHearts:
    RUN = ("AH 5H 6H 2H", "KH 7H 8H 3H")
    """Seat 1 captures eight hearts in two tricks."""

    def test_are_stopped_by_taking_one(self) -> None:
        hand = "JH 4H 5S 9S 8C 7C 3S 7S TS KC QC"
        assert plays(position(PAGAT, hand, leader=1, tricks=self.RUN, trick="TH 2C 9H")) == "JH"

    def test_are_no_danger_once_they_are_split(self) -> None:
        hand = "JH 4H 5S 9S 8C 7C 3S 7S TS KC"
        tricks = ["AH 5H 6H 2H", "8H 7H KH 3H", "5C 4C AC QC"]
        assert plays(position(PAGAT, hand, leader=1, tricks=tricks, trick="TH 6D 9H")) == "4H"

    @pytest.mark.parametrize("rules", [PAGAT, HWA], ids=["pagat", "hwa"])
    def test_are_gone_for_with_a_hand_that_warrants_it(self, rules: RuleSet) -> None:
        hand = "AH KH QH JH TH 9H 8H AS KS AD KD AC KC"
        assert plays(position(rules, hand, leader=1, trick="5H 4H 6H"))[1] == "H"
        assert plays(position(rules, hand, leader=0))[0] in "AKQJT"
