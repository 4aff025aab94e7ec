"""The rollouts of each candidate so far, and the candidates that survive."""

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.search.rollouts import COUNTS, RolloutStats
from gongzhu.packed.layout import MOST_PLAYERS, Floats

ELIMINATION_Z = 1.5
"""Standard errors of the paired difference by which an eliminated candidate is behind the best."""

Places = NDArray[np.int64]
"""int64 [n]: indices of candidates."""


class ActionStats:
    """Outcomes by candidate. All survivors have been rolled out on the same deals: a candidate that
    is eliminated never comes back."""

    def __init__(self, candidates: int, prior: Floats | None = None) -> None:
        """`prior`: float64 [candidates], utility: what is added to the mean of each where they are
        compared; None: nothing."""
        self.surviving: Places = np.arange(candidates)
        self.samples = np.zeros(candidates, np.int64)
        """int64 [candidates]: the deals that each was rolled out on."""
        self.counts = np.zeros((candidates, MOST_PLAYERS, COUNTS), np.int64)
        """int64 [candidates, MOST_PLAYERS, COUNTS], deals: see `RolloutStats.counts`."""
        self.prior = np.zeros(candidates) if prior is None else prior
        """float64 [candidates], utility."""
        self._values: list[Floats] = []
        self._points: list[Floats] = []
        """By batch, float64 [candidates, deals]; 0 for a candidate that was eliminated before."""

    def add(self, batch: RolloutStats) -> None:
        """Add the rollouts of the survivors on a batch of deals."""
        self._values.append(batch.values)
        self._points.append(batch.points)
        self.samples[self.surviving] += batch.values.shape[1]
        self.counts += batch.counts

    def eliminate(self) -> None:
        """Eliminate the candidates that are behind the best by more than `ELIMINATION_Z` standard
        errors of the difference on the same deals."""
        values = np.concatenate([chunk[self.surviving] for chunk in self._values], axis=1)
        values = values + self.prior[self.surviving, None]
        behind = values[values.mean(axis=1).argmax()] - values
        errors = behind.std(axis=1) / max(1, values.shape[1] - 1) ** 0.5
        self.surviving = self.surviving[behind.mean(axis=1) <= ELIMINATION_Z * errors]

    def best(self) -> list[int]:
        """The candidates with the highest mean among those that survived longest: several where
        they are equal."""
        samples = self.samples.tolist()
        sums = {
            place: float(self.values(place).sum()) + count * self.prior[place]
            for place, count in enumerate(samples)
            if count == max(samples)
        }
        return [place for place, total in sums.items() if total == max(sums.values())]

    def values(self, candidate: int) -> Floats:
        """float64 [samples], utility: the value of a candidate on each of its deals."""
        return self._of(self._values, candidate)

    def points(self, candidate: int) -> Floats:
        """float64 [samples], points: the points of the seat's side on each of these deals."""
        return self._of(self._points, candidate)

    def _of(self, chunks: list[Floats], candidate: int) -> Floats:
        rolled_out = np.concatenate([chunk[candidate] for chunk in chunks])
        return rolled_out[: self.samples[candidate]]
