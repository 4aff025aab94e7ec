"""The outcomes of the rollouts of each candidate so far, the elimination of candidates, and the
analysis that is made from the outcomes."""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.search.analysis import LEVEL_GAMES, Aim, AnalysedChoice, Analysis, Estimate
from gongzhu.bots.search.candidates import Candidates
from gongzhu.bots.search.rollouts import COUNTS, DOUBLERS, PIGS, SHEEPS, SLAMS, RolloutStats
from gongzhu.bots.search.utility import GAME
from gongzhu.cards import PIG, SHEEP, Card
from gongzhu.packed.layout import Floats
from gongzhu.rules import Action, RuleSet, point_cards
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.view import View

ELIMINATION_Z = 1.5
"""A candidate is eliminated if its mean is below that of the best by more than this number of
standard errors of the difference on the same deals."""
Z_95 = 1.96
"""Half the width of a 95% interval, in standard errors."""
Places = NDArray[np.int64]
"""int64 [n]: indices of candidates."""


class ActionStats:
    """The outcomes of each candidate, given by its index. All survivors have been rolled out on the
    same deals, because an eliminated candidate never returns."""

    def __init__(
        self, candidates: int, prior: Floats | None = None, *, points_sign: int = 0
    ) -> None:
        """`prior`: float64 [candidates], utility: added to each candidate's mean when candidates
        are compared; None adds nothing. `points_sign`: if 1 or -1, candidates whose values do not
        differ by more than their error are compared by the points of the seat's side times this
        sign; 0 for no such comparison."""
        self.surviving: Places = np.arange(candidates)
        self.samples = np.zeros(candidates, np.int64)
        """int64 [candidates]: the number of deals on which each candidate was rolled out."""
        self.counts = np.zeros((candidates, MOST_PLAYERS, COUNTS), np.int64)
        """int64 [candidates, MOST_PLAYERS, COUNTS]: the number of deals in which each seat made
        each of the captures in `RolloutStats.counts`."""
        self.prior = np.zeros(candidates) if prior is None else prior
        """float64 [candidates], utility: added to each candidate's mean when candidates are
        compared."""
        self.points_sign = points_sign
        self._values: list[Floats] = []
        self._points: list[Floats] = []
        """For each batch, float64 [candidates, deals]: points of the seat's side; 0 for a candidate
        that was eliminated before."""

    def add(self, batch: RolloutStats) -> None:
        """Add the outcomes of the surviving candidates on a batch of deals."""
        self._values.append(batch.values)
        self._points.append(batch.points)
        self.samples[self.surviving] += batch.values.shape[1]
        self.counts += batch.counts

    def eliminate(self) -> None:
        """Eliminate the candidates that are behind the best by more than `ELIMINATION_Z` standard
        errors of the difference on the same deals."""
        values = np.concatenate([chunk[self.surviving] for chunk in self._values], axis=1)
        values = values + self.prior[self.surviving, None]
        if self.points_sign and not np.ptp(values, axis=0).any():
            # The result of the game is the same for every choice.
            chunks = [chunk[self.surviving] for chunk in self._points]
            values = self.points_sign * np.concatenate(chunks, axis=1)
        behind = values[values.mean(axis=1).argmax()] - values
        errors = behind.std(axis=1) / max(1, values.shape[1] - 1) ** 0.5
        self.surviving = self.surviving[behind.mean(axis=1) <= ELIMINATION_Z * errors]

    def best(self) -> list[int]:
        """The indices of the best of the candidates that survived longest; several if they are
        equal."""
        indices = self._longest()
        sums = {
            index: float(self.values(index).sum()) + self.samples[index] * self.prior[index]
            for index in indices
        }
        if self.points_sign:
            level = self._level()
            sums = {
                index: self.points_sign * float(self.points(index).sum())
                for index in indices
                if index in level
            }
        return [index for index, total in sums.items() if total == max(sums.values())]

    @property
    def settled(self) -> bool:
        """True if values decide between the candidates: some candidate's value is clearly below the
        best one's, or `points_sign` is 0. False if all values are equal within the error, so that
        points of the seat's side decide."""
        return not self.points_sign or len(self._level()) < len(self.samples)

    def _longest(self) -> list[int]:
        return [int(index) for index in np.flatnonzero(self.samples == self.samples.max())]

    def _level(self) -> set[int]:
        """The indices of the candidates that count as equal to the best: their value is below the
        highest by no more than the error of the difference on common deals, or by a negligible
        amount."""
        highest = max((self.values(index) for index in self._longest()), key=np.mean)
        level = set()
        for index, samples in enumerate(self.samples.tolist()):
            behind = highest[:samples] - self.values(index)
            error = float(behind.std()) / max(1, samples - 1) ** 0.5
            if float(behind.mean()) <= max(Z_95 * error, LEVEL_GAMES):
                level.add(index)
        return level

    def values(self, candidate: int) -> Floats:
        """float64 [samples], utility: the value of a candidate, given by its index, on each deal on
        which it was rolled out."""
        return self._of(self._values, candidate)

    def points(self, candidate: int) -> Floats:
        """float64 [samples]: the points of the seat's side on each deal on which a candidate, given
        by its index, was rolled out."""
        return self._of(self._points, candidate)

    def _of(self, chunks: list[Floats], candidate: int) -> Floats:
        rolled_out = np.concatenate([chunk[candidate] for chunk in chunks])
        return rolled_out[: self.samples[candidate]]


def counted_cards(rules: RuleSet) -> dict[Card, int]:
    """The cards among pig, sheep and doubler that count under the rules, each with its index
    in `RolloutStats.counts`."""
    counted = {PIG: PIGS, SHEEP: SHEEPS}
    if rules.doubler is not None:
        counted[rules.doubler] = DOUBLERS
    return {card: kind for card, kind in counted.items() if card in point_cards(rules)}


def summarise(view: View, candidates: Candidates, stats: ActionStats) -> Analysis:
    """The analysis of the rollouts in `stats`. The best choices come first, then the others in
    ascending order of their distance behind the best."""
    assert view.seat is not None
    aim = aim_of(candidates, stats)
    outcomes = [
        _Outcomes(
            stats.values(index) if stats.settled else stats.points_sign * stats.points(index),
            stats.points(index),
        )
        for index in range(len(stats.samples))
    ]
    first = stats.best()
    best = outcomes[first[0]]
    found = [
        (index not in first, _choice(view.rules, stats, index, action, each, best))
        for index, (actions, each) in enumerate(zip(candidates.actions, outcomes, strict=True))
        for action in actions
    ]
    found.sort(key=lambda each: (each[0], each[1].behind.mean, -each[1].value.mean))
    return Analysis(
        seat=view.seat,
        aim=aim,
        choices=tuple(choice for _, choice in found),
        complete=candidates.complete,
    )


def aim_of(candidates: Candidates, stats: ActionStats) -> Aim:
    """The unit in which the candidates differ: the value of the game if they differ in it by more
    than the error, otherwise points."""
    return "game" if candidates.task.utility.unit == GAME and stats.settled else "points"


class _Outcomes(NamedTuple):
    """The outcomes of one candidate on each deal on which it was rolled out."""

    values: Floats
    """float64 [samples]: values in the unit of the analysis (points or value of the game); more is
    better."""
    points: Floats
    """float64 [samples]: points of the seat's side."""


def _choice(
    rules: RuleSet,
    stats: ActionStats,
    index: int,
    action: Action,
    outcomes: _Outcomes,
    best: _Outcomes,
) -> AnalysedChoice:
    """The analysis of `action`, one of the equivalent actions of the candidate at `index`,
    compared with the best candidate."""
    samples = len(outcomes.values)
    shares = stats.counts[index, : rules.players] / samples
    return AnalysedChoice(
        action=action,
        value=_estimate(outcomes.values),
        points=_estimate(outcomes.points),
        behind=_not_ahead(_estimate(best.values[:samples] - outcomes.values)),
        points_behind=_estimate(best.points[:samples] - outcomes.points),
        captures={
            card: tuple(shares[:, kind].tolist()) for card, kind in counted_cards(rules).items()
        },
        slam=tuple(shares[:, SLAMS].tolist()),
        samples=samples,
    )


def _not_ahead(behind: Estimate) -> Estimate:
    """`behind`, the difference between the best choice and another, with a value below 0 raised to
    0. It is below 0 if rollouts prefer the other choice, but the prior decided against it, or
    points decided between equal values of the game. The interval still shows how much better the
    other may be."""
    return Estimate(max(0.0, behind.mean), behind.low, max(0.0, behind.high))


def _estimate(values: Floats) -> Estimate:
    # Also called by bots that take a millisecond: NumPy's own std takes five times as long.
    count = len(values)
    mean = float(values.sum()) / count
    error = sqrt(float(np.square(values - mean).sum()) / count / max(1, count - 1))
    return Estimate(mean, mean - Z_95 * error, mean + Z_95 * error)
