"""What decisions lose: added up over deals, told with intervals, and what the levels lose."""

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from bench.review.levels_losses import made_of
from gongzhu.cards import Seat
from gongzhu.review.loss_table import (
    POINTS,
    WINDOW,
    ReviewedGame,
    add_games,
    level_reports,
    loss_reports,
    loss_table,
)
from gongzhu.review.losses import Losses, levels_measured, losses_of
from tests.support.reviewed import decided, reviewed


def of_one(*deals: list[float]) -> Losses:
    """The losses of deals, given by those of their decisions."""
    reviews = [reviewed(*(decided(0, loss) for loss in losses)) for losses in deals]
    return losses_of(reviews, [Seat(0)])["points"]


def test_deals_are_the_unit_of_the_interval() -> None:
    """Decisions of a deal that all go the same way tell no more than one of them would."""
    average = of_one([0.0] * 10, [6.0] * 10, [0.0] * 10, [6.0] * 10).total.average
    alone = of_one([0.0], [6.0], [0.0], [6.0]).total.average
    assert average.mean == alone.mean == 3
    assert average.high == pytest.approx(alone.high) == pytest.approx(3 + 3.182 * 3**0.5)
    assert average.low == 0
    assert of_one([4.0, 8.0]).total.average.low == 0


def test_the_interval_holds_what_the_average_would_be_over_many_deals() -> None:
    rng, held = Random(1), 0
    for _ in range(300):
        deals = []
        for _ in range(30):
            luck = rng.expovariate(1)
            deals.append([luck * rng.expovariate(1) for _ in range(rng.randint(4, 12))])
        average = of_one(*deals).total.average
        held += average.low <= 1 <= average.high
    assert 0.88 < held / 300 < 0.99


def test_sums_of_two_sets_of_deals_add_up() -> None:
    rng = Random(2)
    deals = [
        reviewed(
            *(
                decided(
                    rng.randrange(2),
                    rng.random() * 20,
                    rng.choice(["lead", "follow", "discard"]),
                    rng.choice(["pig", "hearts", None]),
                )
                for _ in range(9)
            )
        )
        for _ in range(8)
    ]
    seat = [Seat(0)]
    whole = losses_of(deals, seat)["points"]
    added = losses_of(deals[:3], seat)["points"] + losses_of(deals[3:], seat)["points"]
    assert loss_table(added) == loss_table(whole)
    table = loss_table(whole)
    own = [each for deal in deals for each in deal.decisions if each.seat == 0]
    assert table.total.decisions == len(own)
    assert table.total.average.mean == pytest.approx(fmean(e.loss.mean for e in own), abs=1e-4)
    mistakes = sum(each.loss.mean for each in own if each.matter is not None)
    parts = sum(found.mean for found in table.total.matters.values())
    assert parts * len(own) == pytest.approx(mistakes, abs=0.1)
    leads = [each for each in own if each.part == "lead"]
    in_pig = sum(each.loss.mean for each in leads if each.matter == "pig")
    assert table.parts["lead"].matters["pig"].mean == pytest.approx(in_pig / len(leads), abs=1e-3)


def test_the_course_is_that_of_the_last_deals() -> None:
    games = [
        ReviewedGame(
            game=f"g{number}",
            finished=number,
            family="hearts",
            key="hearts-denexa" if number % 2 else "own",
            losses=losses_of([reviewed(decided(0, loss))] * 8, [Seat(0)]),
        )
        for number, loss in enumerate([9.0] * 5 + [1.0] * 5)
    ]
    (found,) = loss_reports(add_games((), games))
    means = [point.average.mean for point in found.whole.course]
    assert means[4] == 9
    assert means[-1] == 1
    assert means == sorted(means, reverse=True)
    assert [one.key for one in found.rule_sets] == ["own", "hearts-denexa"]
    assert [one.games for one in found.rule_sets] == [5, 5]
    assert found.whole.points is not None
    assert found.whole.points.total.average.mean == 5


def test_games_may_be_added_up_in_parts() -> None:
    rng = Random(3)
    games = [
        ReviewedGame(
            game=f"g{number}",
            finished=number // 2,
            family="gongzhu",
            key=f"own-{number % 3}",
            losses=losses_of([reviewed(decided(0, float(rng.randrange(9))))], [Seat(0)]),
        )
        for number in range(3 * (POINTS + WINDOW) + 10)
    ]
    whole = add_games((), games)
    parts = add_games(add_games(add_games((), games[300:]), games[:100]), games[100:300])
    assert loss_reports(parts) == loss_reports(whole)
    (report,) = loss_reports(whole)
    assert [one.key for one in report.rule_sets] == ["own-0", "own-1", "own-2"]
    assert {len(one.course) for one in (report.whole, *report.rule_sets)} == {POINTS}
    # They take no more room for more games.
    assert {len(one.newest) for one in whole} == {POINTS + WINDOW - 1}


def test_the_levels_were_measured_as_they_are() -> None:
    """Where this fails, the levels or the engine changed: `make levels-losses`."""
    assert levels_measured().made_of == made_of()
    for family in levels_measured().presets:
        levels = level_reports(family)
        assert [each.level for each in levels] == ["novice", "steady", "strong", "master"]
        averages = [each.points.total.average for each in levels]
        assert all(below.mean > above.mean for below, above in pairwise(averages))
        assert averages[0].low > averages[1].mean > averages[1].low > averages[2].mean
