"""What the results of a tournament come to, board by board and in the standings."""

from bisect import bisect_left, bisect_right
from fractions import Fraction

from msgspec import Struct

from gongzhu.duplicate.events import BoardResult, RoundTable, Scoring
from gongzhu.duplicate.state import SEATS, Round, Tournament
from gongzhu.rules.facts import points_sign


class EntrantStanding(Struct, frozen=True):
    """The place and the points of one entrant."""

    rank: int
    """From 1; those who are level share a rank."""
    place: int
    points: float
    """Points by board, on the average: percent of the matchpoints there were, or points of the game
    better than those who held the same cards."""
    boards: int
    """Number of boards played."""
    by_bot: int
    """Number of boards in which a bot made at least one choice for this player."""


def compared(scores: tuple[int, ...], scoring: Scoring, sign: int) -> tuple[int, ...]:
    """The points of those who held the same cards, from what each of them scored, as whole numbers
    of which 1 is worth `unit`; `sign` is 1 where more is better and -1 where less is.

    Matchpoints are percent: for each of the others 1 if beaten and 1/2 if level, divided by their
    number. The average is the difference from the mean of the others.
    """
    signed = [sign * score for score in scores]
    if scoring == "average":
        total = sum(signed)
        return tuple(own * len(scores) - total for own in signed)
    ordered = sorted(signed)
    return tuple(bisect_left(ordered, own) + bisect_right(ordered, own) - 1 for own in signed)


def unit(scoring: Scoring, others: int) -> Fraction:
    """The worth of 1 in `compared`, among so many others."""
    return Fraction(50 if scoring == "matchpoints" else 1, others)


def points_of(state: Tournament, played: Round) -> tuple[tuple[float, ...], ...]:
    """The points of a round that is over: for each table, those of its seats."""
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
    """For each seat of a table, True if a player has the place and a bot has played there."""
    players = len(state.players)
    return tuple(
        place < players and seat in result.by_bot for seat, place in enumerate(table.places)
    )


def standings(state: Tournament) -> tuple[EntrantStanding, ...]:
    """The standings after the rounds that are over, the best first; level entrants by place."""
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
