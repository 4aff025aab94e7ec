"""What the documents teach about Hearts alone: passing, the free first trick, the moon."""

import pytest

from gongzhu.rules import PRESETS, Phase, RuleSet
from tests.bots.steady_choices import passes, plays
from tests.support.positions import position

HEARTS = PRESETS["hearts-denexa"].rules
OMNIBUS = PRESETS["hearts-omnibus"].rules

TOP_HEARTS = "AH KH QH JH TH 9H"


def to_pass(hand: str, rules: RuleSet = HEARTS) -> set[str]:
    return passes(position(rules, hand, phase=Phase.PASSING, number=0))


class TestPassing:
    def test_a_guarded_queen_is_kept_with_a_short_suit_elsewhere(self) -> None:
        assert "QS" not in to_pass("QS TS 8S 7S 4S 3S KD 4D AH JH 9H 8H 6C")

    @pytest.mark.parametrize("spades", ["QS 4D JC", "QS 4S JC", "QS TS 4D"])
    def test_a_bare_queen_is_passed(self, spades: str) -> None:
        assert "QS" in to_pass(f"{spades} 3D 5D 8D 9D 4H 5H 7H 3C 6C 8C")

    def test_ace_and_king_of_spades_are_passed_when_short(self) -> None:
        passed = to_pass("AS KS 4S 3D 5D 8D 9D 4H 5H 7H 3C 6C 8C")
        assert {"AS", "KS"} <= passed

    def test_ace_and_king_of_spades_are_kept_when_long(self) -> None:
        passed = to_pass("AS KS 9S 8S 6S 4S 2S KD QD AH QH KC AC")
        assert not passed & {"AS", "KS"}

    def test_high_hearts_are_passed_next(self) -> None:
        assert {"AH", "KH"} <= to_pass("7S 4S 3S 2S 5D 8D 4D AH KH 6C 3C 8C 4C")

    def test_cards_of_a_long_suit_are_passed(self) -> None:
        passed = to_pass("7S 4S 3S 2S 4D 3D 2H 3H AC KC QC JC 9C")
        assert {code[1] for code in passed} == {"C"}

    def test_the_jack_of_diamonds_is_passed_when_nothing_presses(self) -> None:
        """Its holder seldom wins it, the less with few diamonds beside it."""
        low = "7S 4S 3S 2S 4H 3H 2H 3C 4C 5C"
        assert "JD" in to_pass(f"{low} 6C JD 4D", OMNIBUS)
        assert "JD" not in to_pass(f"{low} JD AD KD", OMNIBUS)

    def test_a_hand_to_shoot_with_stays_whole(self) -> None:
        passed = to_pass("AS KS QS AH KH QH JH TH 9H AC KC QC 3D")
        assert "3D" in passed
        assert not passed & {"AS", "KS", "AH", "KH", "QH", "JH", "AC", "KC"}


class TestFirstTrick:
    """No points can fall on it."""

    HAND = "AC 4C 3C 3D 8D KD 4H 6H JH 7D TD 5S 9S"

    @pytest.mark.parametrize(("leader", "trick"), [(1, "2C 5C 7C"), (3, "2C")])
    def test_high_clubs_are_shed(self, leader: int, trick: str) -> None:
        assert plays(position(HEARTS, self.HAND, leader=leader, trick=trick)) == "AC"

    def test_ace_of_spades_is_shed_by_a_hand_without_clubs(self) -> None:
        hand = "AS 4S 3D 8D KD 4H 6H JH 7D TD 5S 9S 2D"
        assert plays(position(HEARTS, hand, leader=3, trick="2C")) == "AS"

    def test_high_clubs_are_kept_by_a_hand_to_shoot_with(self) -> None:
        hand = f"AC KC 3C AS KS QS AD {TOP_HEARTS}"
        assert plays(position(HEARTS, hand, leader=3, trick="2C")) == "3C"


class TestPassedQueen:
    """The bot passed Q♠ across, to seat 2."""

    HAND = "AS 4S 3D 8D KD 4H 6H JH 7D TD 5S 9S"

    def play(self, first: str, leader: int, trick: str) -> str:
        view = position(
            HEARTS,
            self.HAND,
            leader=leader,
            tricks=[first],
            trick=trick,
            passed="QS QD 2D",
            number=2,
        )
        return plays(view)

    def test_cannot_fall_from_a_seat_that_has_played(self) -> None:
        assert self.play("2C KC 3C 9C", leader=1, trick="6S 7S") == "AS"

    def test_may_fall_from_a_seat_still_to_play(self) -> None:
        assert self.play("2C 3C KC 9C", leader=1, trick="6S") != "AS"


class TestMoon:
    def test_everything_is_reversed_when_shooting(self) -> None:
        """A trick with Q♠ on it is what a shooter wants."""
        hand = f"{TOP_HEARTS} AS KS 3S AD KD QD"
        view = position(HEARTS, hand, leader=0, tricks=["2C AC 3C 4C"], trick="5S 6S QS")
        assert plays(view) in ("AS", "KS")

    def test_a_shooter_leads_its_winners(self) -> None:
        hand = f"{TOP_HEARTS} AS KS AD KD QD JD"
        view = position(HEARTS, hand, leader=1, tricks=["2C 5C 4C AC"])
        assert plays(view) in ["AS", "KS", "AD", "KD", "QD", "JD"]

    def test_is_given_up_when_another_holds_a_point_card(self) -> None:
        """Without clubs the bot throws its losers to shoot; once seat 1 has captured a heart,
        it throws its high cards on seat 1's tricks."""
        hand = f"{TOP_HEARTS} AS KS AD KD 2D"
        shooting = ["2C AC 3C 4C", "KC 9C 8C 5C"]
        hopeless = ["2C AC 3C 4C", "KC 9C 2H 5C"]
        thrown = [
            plays(
                position(HEARTS, hand, leader=0, tricks=["2C AC 3C 4C", second], trick="JC TC 4D")
            )
            for second in (shooting[1], hopeless[1])
        ]
        assert thrown[0] == "2D"
        assert thrown[1] in ("AS", "AH")

    def test_is_not_tried_without_the_cards(self) -> None:
        hand = "AH 9H 5H 4H AS 3S 8D 7D 6D 4D 3D 2D"
        view = position(HEARTS, hand, leader=0, tricks=["2C AC 3C 4C"], trick="5S 6S QS")
        assert plays(view) == "3S"
