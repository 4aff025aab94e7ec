"""The value of a deal's outcome, near the end of games that end in every way."""

import numpy as np
import pytest

from gongzhu.bots.search.utility import GAME, MARGIN, utility, utility_of
from gongzhu.packed.layout import NOBODY
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import RuleSet, parse_rules
from gongzhu.rules.options import MOST_PLAYERS
from tests.support.rulesets import PRESET_RULES

COUNTED = parse_rules(
    'preset = "hearts-denexa"\nupper_limit = "none"\nat_upper_limit = "plays-on"\ndeals = 5'
).rules
LOW_WINS = parse_rules(
    'preset = "hearts-denexa"\nlower_limit = -50\npast_lower_limit = "wins"'
).rules


def worth(
    rules: RuleSet, totals: tuple[int, ...], points: tuple[int, ...], number: int
) -> list[float]:
    """The utility of these points to each side."""
    packed = pack_rules(rules)
    room, scored = np.zeros(MOST_PLAYERS, np.int64), np.zeros(MOST_PLAYERS, np.int64)
    scored[: len(points)] = points
    return [
        utility(packed, utility_of(packed, side, totals, number), scored, NOBODY, room)
        for side in range(packed.sides)
    ]


def unit(rules: RuleSet, totals: tuple[int, ...], number: int = 0) -> int:
    return utility_of(pack_rules(rules), 0, totals, number).unit


@pytest.mark.parametrize(
    ("name", "far", "near"),
    [
        ("gongzhu-hwa", -599, -600),
        ("gongzhu-pagat", -399, -400),
        ("gongzhu-boulder", -199, -200),
        ("hearts-denexa", 73, 74),
        ("hearts-gilfoy", 73, 74),
    ],
)
def test_the_game_counts_once_a_deal_may_end_it(name: str, far: int, near: int) -> None:
    assert unit(PRESET_RULES[name], (far, 0, 0, 0)) == MARGIN
    assert unit(PRESET_RULES[name], (near, 0, 0, 0)) == GAME


def test_the_game_counts_in_the_last_deals_of_so_many() -> None:
    assert [unit(COUNTED, (0,) * 4, number) for number in range(5)] == [MARGIN] * 3 + [GAME] * 2


def test_the_last_deal_of_so_many_decides_who_has_won() -> None:
    assert worth(COUNTED, (30, 20, 20, 40), (0, 13, 13, 0), 4) == [1, 0, 0, 0]
    assert worth(COUNTED, (30, 30, 40, 40), (0, 0, 13, 13), 4) == [0.5, 0.5, 0, 0]


def test_before_the_last_deal_less_is_better_and_all_shares_make_one() -> None:
    shares = worth(COUNTED, (30, 20, 20, 40), (0, 13, 13, 0), 3)
    assert shares[0] > shares[1] == shares[2] > shares[3]
    assert sum(shares) == pytest.approx(1)


def test_who_comes_near_to_a_limit_that_wins_is_likely_to_win() -> None:
    shares = worth(LOW_WINS, (-45, 70, 75, 80), (0, 13, 13, 0), 0)
    assert shares[0] > 0.5
    assert sum(shares) == pytest.approx(1)
    assert worth(LOW_WINS, (-25, 30, 75, 80), (-26, 0, 0, 0), 0) == [1, 0, 0, 0]


@pytest.mark.parametrize("limit", [100, 1_000_000])
def test_the_value_of_an_open_game_is_a_number_however_far_its_end(limit: int) -> None:
    rules = parse_rules(
        f'preset = "gongzhu-summary"\nupper_limit = {limit}\nlower_limit = -1000000'
    ).rules
    packed = pack_rules(rules)
    spec = utility_of(packed, 0, (0,) * 4, 0, ended=True)
    room, points = np.zeros(MOST_PLAYERS, np.int64), np.zeros(MOST_PLAYERS, np.int64)
    assert spec.unit == GAME
    assert 0 <= utility(packed, spec, points, NOBODY, room) <= 1
