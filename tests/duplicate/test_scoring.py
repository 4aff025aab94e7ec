"""Matchpoints and averages, in worked figures."""

from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import Seat
from gongzhu.duplicate.events import BoardResult, Planned, RoundTable, Scoring
from gongzhu.duplicate.scoring import EntrantStanding, compared, points_of, standings, unit
from gongzhu.duplicate.state import Round, Tournament
from gongzhu.duplicate.tournament import plan
from gongzhu.rules import PRESETS
from tests.duplicate.test_tournament import ENTROPY, planned


def points(scores: tuple[int, ...], scoring: Scoring, sign: int) -> list[float]:
    worth = unit(scoring, len(scores) - 1)
    return [float(worth * own) for own in compared(scores, scoring, sign)]


SCORES = st.lists(st.integers(-1000, 1000), min_size=2, max_size=16).map(tuple)


def test_matchpoints_are_the_share_of_those_beaten() -> None:
    assert points((-100, 20, 20, 90, -300), "matchpoints", 1) == [25, 62.5, 62.5, 100, 0]
    assert points((0, 26, 5), "matchpoints", -1) == [100, 0, 50]
    assert points((7, 7), "matchpoints", 1) == [50, 50]


def test_the_average_is_the_difference_from_the_mean_of_the_others() -> None:
    assert points((-100, 20, 80), "average", 1) == [-150, 30, 120]
    assert points((0, 26, 5), "average", -1) == [15.5, -23.5, 8]


@given(SCORES)
def test_what_one_wins_another_loses(scores: tuple[int, ...]) -> None:
    assert sum(compared(scores, "average", 1)) == 0
    assert sum(compared(scores, "matchpoints", 1)) == (len(scores) - 1) * len(scores)


@given(SCORES, st.sampled_from(["average", "matchpoints"]))
def test_a_better_score_is_worth_more_and_the_same_as_much(
    scores: tuple[int, ...], scoring: Scoring
) -> None:
    found = compared(scores, scoring, -1)
    for one, own in zip(scores, found, strict=True):
        for other, theirs in zip(scores, found, strict=True):
            assert (own > theirs) == (one < other)
            assert (own == theirs) == (one == other)


def played(*rounds: Round, preset: str = "gongzhu-pagat") -> Tournament:
    state, entry = plan(planned(rules=PRESETS[preset].rules, rounds=2), 0, "host", ENTROPY)
    assert isinstance(entry.events[0], Planned)
    return Tournament(state.plan, players=("ann", "bo"), bots=6, rounds=rounds)


ONE = Round(
    (RoundTable("a", (0, 1, 2, 3)), RoundTable("b", (4, 5, 6, 7))),
    None,
    (BoardResult("x", (10, 0, 0, -5), (Seat(1),)), BoardResult("y", (0, 0, 20, 5))),
)
TWO = Round(
    (RoundTable("c", (1, 0, 4, 5)), RoundTable("d", (2, 3, 6, 7))),
    None,
    (BoardResult("z", (3, 0, 0, 0), (Seat(0), Seat(1))), BoardResult("w", (0, 0, 1, 1))),
)


def test_only_the_same_hand_is_compared() -> None:
    assert points_of(played(ONE), ONE) == ((100, 50, 0, 0), (0, 50, 100, 100))
    assert points_of(played(ONE, preset="hearts-denexa"), ONE)[0] == (0, 50, 100, 100)


def test_standings_share_ranks_and_count_the_boards_of_bots() -> None:
    rows = standings(played(ONE, TWO))
    assert [(row.rank, row.place, row.points) for row in rows] == [
        (1, 6, 100.0),
        (1, 7, 100.0),
        (3, 0, 75.0),
        (3, 1, 75.0),
        (5, 3, 25.0),
        (5, 5, 25.0),
        (7, 2, 0.0),
        (7, 4, 0.0),
    ]
    assert {row.place: row.by_bot for row in rows if row.by_bot} == {0: 1, 1: 2}
    assert {row.boards for row in rows} == {2}


def test_a_round_that_is_not_over_counts_for_nothing() -> None:
    halfway = Round(TWO.tables, None)
    assert standings(played(ONE, halfway)) == standings(played(ONE))
    assert standings(played())[0] == EntrantStanding(1, 0, 0.0, 0, 0)
