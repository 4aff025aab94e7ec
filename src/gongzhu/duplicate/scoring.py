"""Scores a tournament: the points for each board, and the standings."""

from bisect import bisect_left, bisect_right
from fractions import Fraction

from msgspec import Struct

from gongzhu.duplicate.events import BoardResult, RoundTable, Scoring
from gongzhu.duplicate.state import SEATS, Round, Tournament
from gongzhu.rules.facts import points_sign


class EntrantStanding(Struct, frozen=True):
    """The standing of one entrant, a player or a bot."""

    rank: int
    """Rank from 1. Equal entrants have the same rank."""
    place: int
    """Number of the entrant, from 0."""
    points: float
    """Mean points per board: percent with `matchpoints`, or with `average` the difference from the
    mean score of those who held the same cards (positive is better)."""
    boards: int
    """Number of boards played."""
    by_bot: int
    """Number of boards in which a bot made at least one choice for this player. It is 0 for a
    bot."""


def compared(scores: tuple[int, ...], scoring: Scoring, sign: int) -> tuple[int, ...]:
    """The points of all entrants who held the same cards, from the scores of each, as whole
    multiples of `unit`. `sign` is 1 if more points are better, otherwise -1.

    `matchpoints`: 2 for each other score that is worse and 1 for each that is equal, which is 0 to
    100 percent. `average`: the number of scores times the own score, minus the sum of all, which is
    the difference from the mean of the others.
    """
    signed = [sign * score for score in scores]
    if scoring == "average":
        total = sum(signed)
        return tuple(own * len(scores) - total for own in signed)
    ordered = sorted(signed)
    return tuple(bisect_left(ordered, own) + bisect_right(ordered, own) - 1 for own in signed)


def unit(scoring: Scoring, others: int) -> Fraction:
    """The points worth 1 in `compared`, if there are this many `others`: 50 / others percent with
    `matchpoints`, 1 / others with `average`."""
    return Fraction(50 if scoring == "matchpoints" else 1, others)


def points_of(state: Tournament, played: Round) -> tuple[tuple[float, ...], ...]:
    """The points for a finished round: for each table, those of each seat."""
    top, bottom = _unit(state).as_integer_ratio()
    return tuple(tuple(own * top / bottom for own in seats) for seats in _compared(state, played))


def _unit(state: Tournament) -> Fraction:
    return unit(state.plan.scoring, state.places // SEATS - 1)


def _compared(state: Tournament, played: Round) -> tuple[tuple[int, ...], ...]:
    sign = points_sign(state.plan.rules)
    by_seat = [
        compared(scores, state.plan.scoring, sign)
        for scores in zip(*(result.scores for result in played.results), strict=True)
    ]
    return tuple(zip(*by_seat, strict=True))


def played_for(state: Tournament, table: RoundTable, result: BoardResult) -> tuple[bool, ...]:
    """For each seat of a table, True if the seat is a player's (not a bot's) and a bot made a
    choice for it."""
    players = len(state.players)
    return tuple(
        place < players and seat in result.by_bot for seat, place in enumerate(table.places)
    )


def standings(state: Tournament) -> tuple[EntrantStanding, ...]:
    """The standings after all finished rounds, the best first. Equal entrants in the order of their
    places."""
    totals = [0] * state.places
    by_bot = [0] * state.places
    for played in state.rounds[: state.done]:
        points = _compared(state, played)
        for table, result, own in zip(played.tables, played.results, points, strict=True):
            marks = played_for(state, table, result)
            for seat, place in enumerate(table.places):
                totals[place] += own[seat]
                by_bot[place] += marks[seat]
    order = sorted(range(state.places), key=lambda place: (-totals[place], place))
    boards = state.done
    one = _unit(state) / boards if boards else Fraction(0)
    return tuple(
        EntrantStanding(
            1 + sum(1 for total in totals if total > totals[place]),
            place,
            float(one * totals[place]),
            boards,
            by_bot[place],
        )
        for place in order
    )
