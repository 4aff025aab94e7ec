"""What the tries have come to so far, and which choices are still in contest."""

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.search.rollouts import COUNTS, Findings, Floats
from gongzhu.packed.layout import MOST_PLAYERS

BEHIND = 1.5
"""How many standard errors a choice lies behind the best on the same deals when it is given up."""

Places = NDArray[np.int64]


class Tally:
    """Outcomes by choice. A choice that is given up is never taken up again, so that those in
    contest have all been tried on the same deals."""

    def __init__(self, choices: int) -> None:
        self.wanted: Places = np.arange(choices)
        """The places of the choices in contest."""
        self.samples = np.zeros(choices, np.int64)
        """On how many deals each was tried."""
        self.counts = np.zeros((choices, MOST_PLAYERS, COUNTS), np.int64)
        self._values: list[Floats] = []
        self._points: list[Floats] = []

    def add(self, findings: Findings) -> None:
        """Add what the choices in contest came to on further deals."""
        self._values.append(findings.values)
        self._points.append(findings.points)
        self.samples[self.wanted] += findings.values.shape[1]
        self.counts += findings.counts

    def narrow(self) -> None:
        """Give up what is behind the best by more than chance does easily."""
        values = np.concatenate([chunk[self.wanted] for chunk in self._values], axis=1)
        behind = values[values.mean(axis=1).argmax()] - values
        errors = behind.std(axis=1) / max(1, values.shape[1] - 1) ** 0.5
        self.wanted = self.wanted[behind.mean(axis=1) <= BEHIND * errors]

    def best(self) -> list[int]:
        """The places of the best choices: of those longest in contest the ones with the highest
        mean."""
        samples = self.samples.tolist()
        sums = {
            place: float(self.values(place).sum())
            for place, count in enumerate(samples)
            if count == max(samples)
        }
        return [place for place, total in sums.items() if total == max(sums.values())]

    def values(self, choice: int) -> Floats:
        """What a choice came to on each deal it was tried on."""
        return self._of(self._values, choice)

    def points(self, choice: int) -> Floats:
        """The points of the seat's side on each of these deals."""
        return self._of(self._points, choice)

    def _of(self, chunks: list[Floats], choice: int) -> Floats:
        tried = np.concatenate([chunk[choice] for chunk in chunks])
        return tried[: self.samples[choice]]
