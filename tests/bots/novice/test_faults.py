"""The novice's faults, each in a position where steady knows better.

The bot sits in seat 0 where nothing else is said.
"""

import pytest

from gongzhu.bots.novice import Memory
from gongzhu.cards import Seat, Suit
from gongzhu.rules import PRESETS, Phase, RuleSet
from gongzhu.view import View
from tests.bots.novice.chosen import card_of, exposed_by, pass_of
from tests.support.positions import position

HEARTS = PRESETS["hearts-denexa"].rules
PAGAT = PRESETS["gongzhu-pagat"].rules
PARTNERS = PRESETS["gongzhu-pagat-partners"].rules

either_game = pytest.mark.parametrize("rules", [HEARTS, PAGAT], ids=["hearts", "gongzhu"])

LAST_TO_PLAY = ["2C 5C KC 9C", "TC 3C AC 4C"]
"""Two rounds of clubs, after which seat 1 leads."""


def both(view: View) -> tuple[str, str]:
    """What the novice plays, and what steady does."""
    return card_of("novice", view), card_of("steady", view)


class TestMemory:
    """The novice remembers whole tricks for as long as three more are played."""

    TRICKS = (
        "2C JC KC 9C",
        "KD JD 9D QD",
        "QC 8C TC 6C",
        "4C AS AC 3C",
        "7S JS TS KS",
        "3S 4S 9S 6S",
        "2S 5S 8S 7H",
        "2D 4D AD 7D",
        "3D 5D AH 6D",
    )
    """Seat 1 had no clubs in the fourth of them."""

    def test_forgets_who_was_void(self) -> None:
        """No clubs are left but the bot's, and the pig is out."""
        view = position(HEARTS, "5C 7C 4H 6H", seat=2, leader=2, tricks=self.TRICKS)
        assert both(view) == ("5C", "4H")

    @pytest.mark.parametrize(
        ("count", "hand", "known"),
        [(6, "2S AD 3D 9H TH JH KH", True), (8, "3D 9H TH JH KH", False)],
    )
    def test_remembers_a_void_for_three_tricks(self, count: int, hand: str, known: bool) -> None:
        """Seat 3 is on lead at both times."""
        view = position(HEARTS, hand, seat=3, leader=2, tricks=self.TRICKS[:count])
        assert Memory(view).void(Seat(1), Suit.CLUBS) == known

    def test_forgets_low_cards_that_were_played(self) -> None:
        """All other diamonds are gone, so 3♦ wins the trick, and the hearts and the pig with
        it."""
        tricks = (
            "2C AC JC KC",
            "8C 6C 7C TC",
            "5D QD AD 9D",
            "8S 7S 6S TS",
            "JD 4D 8D TD",
            "4S 3S JS AS",
            "5S 9S KH KS",
            "7D 9C 2D KD",
            "2H JH TH 8H",
        )
        view = position(HEARTS, "3D 6D 9H AH", seat=2, leader=3, tricks=tricks)
        assert both(view) == ("3D", "9H")


@either_game
class TestPig:
    def test_lets_her_sleep_instead_of_driving_her_out(self, rules: RuleSet) -> None:
        hand = "2S 5S 9S 3D 8D KD 4H 6H JH 7D TD 3C"
        novice, steady = both(position(rules, hand, leader=1, tricks=["2C 5C 4C 9C"]))
        assert novice[1] != "S"
        assert steady[1] == "S"

    @pytest.mark.parametrize("high", ["AS", "KS"])
    def test_keeps_ace_and_king_of_spades_on_a_safe_trick(self, rules: RuleSet, high: str) -> None:
        hand = f"{high} 2S 3D 5D 7D 9D 4H 6H 8H TD 3H"
        view = position(rules, hand, leader=1, tricks=LAST_TO_PLAY, trick="6S 5S 9S")
        assert both(view) == ("2S", high)

    def test_throws_hearts_before_ace_of_spades(self, rules: RuleSet) -> None:
        hand = "AS 4S 9H 5H 2H 3D 6D TD 8D 7S 7D"
        tricks = ["2C 5C KC 9C", "AC 3C TC 4C"]
        view = position(rules, hand, leader=1, tricks=tricks, trick="6C")
        assert both(view) == ("9H", "AS")


@either_game
class TestNoPlan:
    def test_ducks_where_a_high_card_could_go(self, rules: RuleSet) -> None:
        hand = "8D 2D 3D 9H 5H 2H 8S 4S 7S 3S 7H"
        view = position(rules, hand, leader=1, tricks=LAST_TO_PLAY, trick="6D AH 9D")
        assert both(view) == ("2D", "8D")

    def test_wins_a_harmless_trick_by_as_little_as_it_can(self, rules: RuleSet) -> None:
        hand = "QC JC 2D 3D 9H 5H 2H 8S 4S 7S 3S"
        view = position(rules, hand, leader=1, tricks=LAST_TO_PLAY, trick="6C 7C 8C")
        assert both(view) == ("JC", "QC")

    def test_leads_its_exit_cards_first(self, rules: RuleSet) -> None:
        """Steady leads the last card of a short suit."""
        hand = "QS JS TS 9S 2D 3D QH JH TH 9H 8H 7C"
        assert both(position(rules, hand, leader=1, tricks=["2C 5C 4C 9C"])) == ("2D", "7C")


class TestSlam:
    RUN = ("AH 5H 6H 2H", "KH 7H 8H 3H")
    """Seat 1 captures eight hearts in two tricks."""
    TOP = "AH KH QH JH TH 9H AS KS"

    def test_does_not_stop_anothers(self) -> None:
        hand = "JH 4H 5S 9S 8C 7C 3S 7S TS KC QC"
        view = position(PAGAT, hand, leader=1, tricks=self.RUN, trick="TH 2C 9H")
        assert both(view) == ("4H", "JH")

    def test_does_not_go_for_its_own(self) -> None:
        """Steady takes the pig with a hand to shoot the moon."""
        hand = f"{self.TOP} 3S AD KD QD"
        view = position(HEARTS, hand, leader=0, tricks=["2C AC 3C 4C"], trick="5S 6S QS")
        novice, steady = both(view)
        assert novice == "3S"
        assert steady in ("AS", "KS")


class TestGongZhu:
    def test_flees_from_the_doubler_with_a_good_pile(self) -> None:
        view = position(
            PAGAT,
            "AC 2C 2H 4H 5S 9S 8D 7D 3S 7S TS",
            leader=1,
            tricks=["JD 2D 3D AD", "4S JS 6S 8S"],
            trick="8C 7C TC",
        )
        assert both(view) == ("2C", "AC")

    def test_gives_its_partner_what_the_partner_may_still_lose(self) -> None:
        """Seat 2 holds the trick for now, with 9♣; seat 1 is to play."""
        hand = "JD 2D 2H 4H 5S 9S 3S 7S TS KD QD 5H 4S"
        novice, steady = both(position(PARTNERS, hand, leader=2, trick="9C 8C"))
        assert novice == "JD"
        assert steady != "JD"

    def test_looks_at_who_its_partner_is(self) -> None:
        hand = "QS 4S 2S 4H 5S 9S 8D 7D 3S 7S TS KD QD"
        partners_trick = position(PARTNERS, hand, leader=1, trick="6C AC 8C")
        assert card_of("novice", partners_trick) != "QS"
        rivals_trick = position(PARTNERS, hand, leader=1, trick="AC 6C 8C")
        assert card_of("novice", rivals_trick) == "QS"


class TestPassing:
    def test_passes_its_highest_cards_and_the_pig_whatever_guards_her(self) -> None:
        hand = "QS TS 8S 7S 4S 3S KD 4D AH JH 9H 8H 6C"
        view = position(HEARTS, hand, phase=Phase.PASSING, number=0)
        assert pass_of("novice", view) == {"QS", "AH", "KD"}
        assert "QS" not in pass_of("steady", view)


class TestExposing:
    def exposed(self, hand: str) -> tuple[set[str], set[str]]:
        view = position(PAGAT, hand, phase=Phase.EXPOSING)
        return exposed_by("novice", view), exposed_by("steady", view)

    def test_takes_ace_and_king_for_guards_of_the_pig(self) -> None:
        assert self.exposed("QS KS AS 4S 6D 9D TD 9C KC KH QH 2D 8C") == ({"QS"}, set())

    def test_doubles_the_hearts_that_it_will_capture(self) -> None:
        assert self.exposed("AH QH JH 9H 8H 9S 7S 5S 9D KD TD 9C KC") == ({"AH"}, set())

    def test_exposes_nothing_of_a_short_suit(self) -> None:
        """Even where the sheep is safe."""
        novice, steady = self.exposed("JD AD KD QS 9S 7S 6C 9C KC KH QH 2H 3C")
        assert novice == set()
        assert steady == {"JD"}
