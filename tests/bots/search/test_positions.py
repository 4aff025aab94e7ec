"""Positions in which one choice is clearly right, made by hand."""

from random import Random

import pytest

from gongzhu.cards import PIG
from gongzhu.rules import PRESETS, ChooseMoon, Phase, Play
from gongzhu.view import View, view_of
from tests.bots.search.searching import analysed, best, plays, with_totals
from tests.support.playing import greedy_action, play_out, random_start
from tests.support.positions import position

PAGAT = PRESETS["gongzhu-pagat"].rules
PARTNERS = PRESETS["gongzhu-pagat-partners"].rules
HEARTS = PRESETS["hearts-denexa"].rules


class TestOneTrick:
    def test_the_pig_goes_under_the_ace(self) -> None:
        hand = "QS 3S 2S 4D 3D 7C 6C 5C 4C 3C 2C 4H 3H"
        assert plays(position(PAGAT, hand, leader=1, trick="6S AS 9S")) == "QS"

    def test_a_trick_with_the_pig_is_refused(self) -> None:
        hand = "KS 3S 4D 3D 7C 6C 5C 4C 3C 9D 8D 4H 3H"
        assert plays(position(PAGAT, hand, leader=1, trick="6S QS 9S")) == "3S"

    def test_the_sheep_is_caught_by_the_last_to_play(self) -> None:
        hand = "AD 3D 4S 3S 7C 6C 5C 4C 3C 9S 8S 4H 3H"
        assert plays(position(PAGAT, hand, leader=1, trick="6D JD 9D")) == "AD"

    def test_the_sheep_is_given_to_the_partner(self) -> None:
        hand = "JD 3D 4S 3S 7C 6C 5C 4C 3C 9S 8S 4H 3H"
        view = position(PARTNERS, hand, leader=1, trick="6D AD 9D")
        assert plays(view) == "JD"

    def test_and_withheld_from_an_opponent(self) -> None:
        hand = "JD 3D 4S 3S 7C 6C 5C 4C 3C 9S 8S 4H 3H"
        view = position(PARTNERS, hand, leader=1, trick="6D 9D AD")
        assert plays(view) == "3D"

    def test_the_queen_is_thrown_on_a_trick_of_another_suit(self) -> None:
        hand = "QS 4S 9H 5H 3H 2H 7D 6D 5D 4D 3D 2D"
        view = position(HEARTS, hand, leader=1, tricks=["2C 5C KC 9D"], trick="AC")
        assert plays(view) == "QS"


THREE_OF_HEARTS = ["AH 2H 3H 4H", "KH 5H 6H 7H", "QH 8H 9H TH"]
"""Tricks that bring the leader twelve hearts; the jack is out."""


class TestSlams:
    def test_a_heart_is_taken_to_stop_one(self) -> None:
        hand = "AC 3C 2D 3D 4D 5S 6S 7S 8S"
        tricks = [*THREE_OF_HEARTS, "2S 4S AS 3S"]
        view = position(PAGAT, hand, leader=3, tricks=tricks, trick="9C JH KC")
        assert plays(view) == "AC"

    def test_one_is_made_where_it_is_certain(self) -> None:
        tricks = ["AH 2H 3H 4H", "KH 5H 6H 7H", "QH 8H 9H 8C"]
        view = position(PAGAT, "JH 2C 3C 4C 2D 3D 4D 2S 3S 4S", tricks=tricks)
        assert plays(view, rollouts=3000) == "JH"
        slam = analysed(view).choices[0].slam
        assert slam == (1.0, 0.0, 0.0, 0.0)


class TestNearTheEnd:
    """What counts there is the game, and not the points of the deal."""

    def test_a_side_about_to_lose_leaves_the_pig_to_a_slam(self) -> None:
        """Taking her stops the slam, and is worth it in points."""
        hand = "AS 3S 2D 3D 4D 2C 3C 4C 5C"
        tricks = [*THREE_OF_HEARTS, "7D 8D AD 6D"]
        view = position(PAGAT, hand, leader=3, tricks=tricks, trick="QS JH KS")
        assert plays(view) == "AS"
        assert plays(with_totals(view, -900, 0, 0, 0)) == "3S"

    @pytest.mark.parametrize(("mine", "ends"), [(40, True), (70, False)])
    def test_the_queen_ends_the_game_for_who_leads_it(self, mine: int, ends: bool) -> None:
        hand = "QS 4S 9H 5H 3H 2H 7D 6D 5D 4D 3D 2D"
        view = position(HEARTS, hand, leader=1, tricks=["2C 5C KC 9D"], trick="AC")
        found = analysed(with_totals(view, mine, 60, 60, 95))
        assert (found.choices[0].action == Play(PIG)) is ends

    def test_the_value_of_a_choice_is_then_that_of_the_game(self) -> None:
        hand = "KS 3S 4D 3D 7C 6C 5C 4C 3C 9D 8D 4H 3H"
        view = position(PAGAT, hand, leader=1, trick="6S 2S 9S")
        assert analysed(view).aim == "points"
        found = analysed(with_totals(view, -900, 0, 0, 0))
        assert found.aim == "game"
        assert all(0 <= choice.value.low <= choice.value.high <= 1 for choice in found.choices)


def moon() -> View:
    """A view of a seat that has shot the moon and must choose."""
    for seed in range(100):
        rng = Random(seed)
        deal, _ = random_start(PRESETS["hearts-choice"].rules, rng, strong=True)
        for step in play_out(deal, rng, greedy_action):
            if step.after.public.phase is Phase.MOON:
                return view_of(step.after, step.after.public.turn)
    raise AssertionError("nobody shot the moon")


class TestMoon:
    def test_ends_the_game_for_the_others_where_that_wins_it(self) -> None:
        view = moon()
        totals = [80] * 4
        totals[view.seat or 0] = 30
        action = best(with_totals(view, *totals))
        assert isinstance(action, ChooseMoon)
        assert action.choice == "others"

    def test_does_not_where_that_loses_it(self) -> None:
        view = moon()
        totals = [10] * 4
        totals[view.seat or 0] = 70
        totals[((view.seat or 0) + 1) % 4] = 85
        action = best(with_totals(view, *totals))
        assert isinstance(action, ChooseMoon)
        assert action.choice == "self"
