"""Ratings of bots that met at many tables under one rule set, by the method of Weng and Lin, from
the order of the results."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import TypeVar

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from gongzhu.arena.ladder import TableResult

Value = TypeVar("Value")


class BotRating(Struct, frozen=True):
    """The rating of a bot on a ladder."""

    bot: str
    rating: float
    """Estimated strength; it begins at 25."""
    deviation: float
    """Uncertainty of the rating; it begins at 8.3 and falls with every table."""
    tables: int
    points: float
    """Average points per deal, where more is better; with partners those of the side."""
    sem: float | None
    """Standard error of the points; None before the second table."""


def rate(bots: Sequence[str], results: Iterable[TableResult], partners: bool) -> list[BotRating]:
    """The bots with their ratings, best first; `results` must be ordered by number."""
    # A level does not change from deal to deal, so nothing is added to the doubt.
    model = PlackettLuce(tau=0)
    ratings = [model.rating() for _ in bots]
    points: list[list[float]] = [[] for _ in bots]
    for result in results:
        places = range(len(result.bots))
        teams = [[place for place in places if place % 2 == side] for side in (0, 1)]
        if not partners:
            teams = [[place] for place in places]
        _rate_table(model, ratings, result, teams)
        for bot, own in _by_bot(result.bots, result.points).items():
            points[bot].append(fmean(own))
    standings = [
        BotRating(
            name,
            ratings[bot].mu,
            ratings[bot].sigma,
            len(own),
            fmean(own) if own else 0.0,
            stdev(own) / sqrt(len(own)) if len(own) > 1 else None,
        )
        for bot, (name, own) in enumerate(zip(bots, points, strict=True))
    ]
    return sorted(standings, key=lambda standing: -standing.rating)


def _rate_table(
    model: PlackettLuce,
    ratings: list[PlackettLuceRating],
    result: TableResult,
    teams: list[list[int]],
) -> None:
    sides = [[ratings[result.bots[place]] for place in team] for team in teams]
    rated = model.rate(sides, scores=[result.points[team[0]] for team in teams])
    places = [place for team in teams for place in team]
    found = [rating for side in rated for rating in side]
    after = _by_bot([result.bots[place] for place in places], found)
    for bot, several in after.items():
        # A bot that sits in several places learns the average of what they teach.
        ratings[bot] = model.rating(
            fmean(one.mu for one in several), fmean(one.sigma for one in several)
        )


def _by_bot(bots: Sequence[int], values: Sequence[Value]) -> dict[int, list[Value]]:
    found: dict[int, list[Value]] = defaultdict(list)
    for bot, value in zip(bots, values, strict=True):
        found[bot].append(value)
    return found
