"""Statistics of the results of a match, with their errors; deals are the independent samples."""

from array import array
from math import inf, isinf, sqrt
from statistics import variance
from typing import TYPE_CHECKING

from msgspec import Struct

from gongzhu.arena.duplicate import DealResult, Slams
from gongzhu.stats.spread import t95

if TYPE_CHECKING:
    from gongzhu.arena.adjusting import LuckWeights

DOUBT = 0.05
"""Probability that `decided` ever becomes true in a match between two entrants of equal strength,
even if it is read after every deal."""
SPREAD = 0.1
"""The difference between entrants, in standard deviations of a deal's result, for which the
interval of `always_valid` is narrowest."""
ALIKE = 100
"""Number of deals, all with the same result for both entrants, after which no more are played: with
95% certainty fewer than 3 in 100 deals would have different results."""


class Times(Struct, frozen=True):
    """The median and the 99th percentile of an entrant's times for actions with more than one
    choice, in milliseconds; None before the first such action."""

    p50: float | None
    p99: float | None


class MatchTally:
    """Statistics of the results of a match so far; results are added one by one."""

    def __init__(self, *, sequential: bool = False) -> None:
        """`sequential` is true if the number of deals depends on the results, which makes wider
        intervals necessary."""
        self._sequential = sequential
        self.advantages = array("d")
        """The advantage of the first entrant in every deal, in order, in points; with luck removed
        if the results include estimates of it."""
        self.raw = array("d")
        """The advantage of the first entrant in every deal, in points, with luck included."""
        self.mean = 0.0
        self._squares = 0.0
        self._times = (array("d"), array("d"))
        self.slams = (Slams(), Slams())
        """The slams of entrant 0 and of entrant 1, over all deals."""
        self._weights: LuckWeights | None = None

    def add(self, result: DealResult) -> None:
        """Add the result of a deal. The mean and the variance are updated by Welford's algorithm,
        which loses no precision."""
        advantage = self._without_luck(result)
        self.raw.append(result.advantage)
        self.advantages.append(advantage)
        apart = advantage - self.mean
        self.mean += apart / self.deals
        self._squares += apart * (advantage - self.mean)
        if result.slams:
            mine, theirs = result.slams
            self.slams = self.slams[0] + mine, self.slams[1] + theirs
        for kept, new in zip(self._times, result.times, strict=True):
            kept.extend(new)

    def _without_luck(self, result: DealResult) -> float:
        if not result.luck:
            return result.advantage
        if self._weights is None:
            from gongzhu.arena.adjusting import LuckWeights

            self._weights = LuckWeights(len(result.luck))
        advantage = self._weights.remove_luck(result.advantage, result.luck)
        self._weights.learn(result.advantage, result.luck)
        return advantage

    @property
    def adjusted(self) -> bool:
        """True if luck was removed from the results."""
        return self._weights is not None

    @property
    def worth(self) -> float:
        """The number of results with luck that are as informative as one result without it: the
        ratio of their variances; 1 before the third deal."""
        if self.deals < 3 or not self._squares:
            return 1.0
        return variance(self.raw) / self.deviation**2

    @property
    def deals(self) -> int:
        """Number of deals whose results were added."""
        return len(self.advantages)

    @property
    def deviation(self) -> float:
        """The standard deviation of a deal's result; infinite before the second deal."""
        return sqrt(self._squares / (self.deals - 1)) if self.deals > 1 else inf

    @property
    def sem(self) -> float:
        """The standard error of the mean; infinite before the second deal."""
        return self.deviation / sqrt(self.deals) if self.deals > 1 else inf

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% confidence interval of the mean advantage, in points; None before it exists,
        which takes two deals, or 27 if `sequential`."""
        if self.deals < 2:
            return None
        half = self.always_valid if self._sequential else t95(self.deals - 1) * self.sem
        return None if isinf(half) else (self.mean - half, self.mean + half)

    @property
    def always_valid(self) -> float:
        """Half the width of a 95% confidence interval of the mean that remains valid if it is read
        after every deal; infinite before 27 deals.

        In at least 19 of 20 matches, the intervals after all deals include the true mean. It is
        Lai's sequential t-test (1976) with a mixture over differences of about SPREAD standard
        deviations, and takes account of the standard deviation being estimated from the same few
        deals.
        """
        if self.deals < 2:
            return inf
        mixed = 1 + self.deals * SPREAD**2
        needed = (sqrt(mixed) / DOUBT) ** (2 / self.deals)
        if needed >= mixed:
            return inf
        return self.sem * sqrt((self.deals - 1) * (needed - 1) / (1 - needed / mixed))

    @property
    def decided(self) -> bool:
        """True if one entrant is better with 95% confidence, even if this is read after every
        deal."""
        return abs(self.mean) > self.always_valid

    @property
    def alike(self) -> bool:
        """True if every deal so far had the same result for both entrants."""
        return not any(self.advantages)

    @property
    def settled(self) -> bool:
        """True if no more deals need to be played: one entrant is better, or they play alike."""
        return self.decided or (self.deals >= ALIKE and self.alike)

    def slam_rates(self, side: int) -> dict[str, float]:
        """Three figures by name, per 1,000 hands of entrant 0 or 1, given by `side`: `shot`, hands
        with which it shot the moon; `threatened`, hands with which it threatened to; `stopped`,
        threats of the other entrant that it stopped."""
        own, other = self.slams[side], self.slams[1 - side]
        each = 1000 / max(1, own.hands)
        return {
            "shot": own.shot * each,
            "threatened": own.threatened * each,
            "stopped": (other.threatened - other.shot) * each,
        }

    def times(self, side: int) -> Times:
        """The median and the 99th percentile of the times for actions of entrant 0 or 1, given by
        `side`."""
        ordered = sorted(self._times[side])
        if not ordered:
            return Times(None, None)
        return Times(*(round(ordered[int(part * (len(ordered) - 1))], 4) for part in (0.5, 0.99)))
