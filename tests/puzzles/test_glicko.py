"""Ratings: the worked example of the paper, and which way they move."""

import pytest

from gongzhu.puzzles import GlickoRating
from gongzhu.puzzles.puzzle import shipped
from gongzhu.puzzles.rating import PLAYER, after_puzzle, rated


def test_the_worked_example_of_the_paper() -> None:
    results = [
        (GlickoRating(1400, 30), 1.0),
        (GlickoRating(1550, 100), 0.0),
        (GlickoRating(1700, 300), 0.0),
    ]
    after = rated(GlickoRating(1500, 200), results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_widens_the_deviation_up_to_a_limit() -> None:
    idle = rated(GlickoRating(1600, 50), [])
    assert idle.rating == 1600
    assert idle.deviation == pytest.approx(51.07, abs=0.01)
    assert rated(GlickoRating(1500, 350), []).deviation == 350


@pytest.mark.parametrize("opponent", [800.0, 1500.0, 2600.0])
def test_who_wins_rises_and_who_loses_falls(opponent: float) -> None:
    before = GlickoRating(1500, 350)
    won, lost = (rated(before, [(GlickoRating(opponent, 60), score)]) for score in (1.0, 0.0))
    assert lost.rating < before.rating < won.rating
    assert max(won.deviation, lost.deviation) < before.deviation
    # A surprise moves the volatility the other way than what was expected.
    assert won.volatility > 0


def test_one_game_comes_to_the_same_as_on_the_page() -> None:
    # The figures of web/src/puzzles/glicko.test.ts.
    after = rated(PLAYER, [(GlickoRating(1619, 80), 1.0)])
    assert after.rating == pytest.approx(1615.403117, abs=1e-6)
    assert after.deviation == pytest.approx(177.008050, abs=1e-6)


def test_a_miss_tells_something_and_not_everything() -> None:
    puzzles = shipped("gongzhu") + shipped("hearts")
    for before in (PLAYER, GlickoRating()):
        costs = [PLAYER.rating - after_puzzle(before, each, False).rating for each in puzzles]
        assert 20 < min(costs) < max(costs) < 200
    right = rating = PLAYER
    near = next(each for each in puzzles if abs(each.rating - 1500) < 20)
    for _ in range(10):
        right, rating = after_puzzle(right, near, True), after_puzzle(rating, near, False)
    assert right.rating - rating.rating > 500
