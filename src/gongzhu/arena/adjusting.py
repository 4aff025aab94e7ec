"""Removes luck from results of matches and ladders.

The fraction of each kind of luck to remove is learned from earlier deals, never from the deal
itself, so that the expected mean does not change.
"""

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

import numpy as np
from msgspec.structs import replace

from gongzhu.arena.ladder import TableResult

BEGIN_AFTER = 20
"""Number of results before the weights of luck are learned from results; until then they are
`AT_FIRST`."""
AT_FIRST = 0.5
"""The weight of every kind of luck before any is learned."""


class LuckWeights:
    """The weights of the kinds of luck (of dealing, of random choices) in results, fitted by least
    squares."""

    def __init__(self, kinds: int) -> None:
        self._lucks = np.zeros((kinds, kinds))
        self._both = np.zeros(kinds)
        self._seen = 0
        self._mean = 0.0
        self._weights = np.full(kinds, AT_FIRST)

    def remove_luck(self, result: float, luck: Sequence[float]) -> float:
        """`result` - sum(weight * luck) over the kinds of luck, in points, with the weights learned
        so far; `luck` has the points of each kind."""
        return result - float(self._weights @ np.asarray(luck))

    def learn(self, result: float, luck: Sequence[float]) -> None:
        """Update the weights with a result in points that includes luck; `luck` has the points of
        each kind. To be called after `remove_luck` for the same result."""
        found = np.asarray(luck)
        self._lucks += np.outer(found, found)
        self._both += (result - self._mean) * found
        self._seen += 1
        self._mean += (result - self._mean) / self._seen
        if self._seen >= BEGIN_AFTER:
            self._weights = np.linalg.lstsq(self._lucks, self._both, rcond=None)[0]


def without_luck(results: Iterable[TableResult]) -> Iterator[TableResult]:
    """The results of a ladder, in the same order, with luck removed from their points."""
    weights = None
    for result in results:
        weights = weights or LuckWeights(len(result.luck[0]))
        pairs = list(zip(result.points, result.luck, strict=True))
        yield replace(result, points=tuple(weights.remove_luck(*pair) for pair in pairs))
        usual = fmean(result.points)
        usual_luck = [fmean(kind) for kind in zip(*result.luck, strict=True)]
        for points, luck in pairs:
            apart = [own - mean for own, mean in zip(luck, usual_luck, strict=True)]
            weights.learn(points - usual, apart)
