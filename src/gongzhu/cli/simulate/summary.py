"""The summary of a batch: average scores by level and by player."""

import time
from math import sqrt

from gongzhu.bots.selfplay import SelfPlayConfig
from gongzhu.cards import seats
from gongzhu.cli.simulate.batch import PlayedDeal
from gongzhu.texts import Lang, say


class RunningMean:
    """The mean of a stream of numbers and its standard error, computed from running sums."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, number: float) -> None:
        self._count += 1
        self._sum += number
        self._squares += number * number

    def text(self) -> str:
        """The mean, with its standard error if there are at least two numbers."""
        mean = self._sum / self._count
        if self._count < 2:
            return f"{mean:9.2f}"
        variance = (self._squares - self._sum * mean) / (self._count - 1)
        return f"{mean:9.2f} ± {sqrt(max(0.0, variance) / self._count):.2f}"


class Summary:
    """Adds up deals as they are played."""

    def __init__(self, setup: SelfPlayConfig) -> None:
        self.deals = 0
        self._games = 0
        self._began = time.monotonic()
        self._seats = {
            level: [seat for seat in seats(setup.rules.players) if setup.level(seat) == level]
            for level in setup.levels
        }
        self._players = {name: RunningMean() for name in setup.names}
        self._levels = {level: RunningMean() for level in self._seats}

    def add(self, deal: PlayedDeal) -> None:
        """Add a deal."""
        self.deals += 1
        self._games += deal.game_over
        for tally, score in zip(self._players.values(), deal.scores, strict=True):
            tally.add(score)
        for level, at in self._seats.items():
            self._levels[level].add(sum(deal.scores[seat] for seat in at) / len(at))

    def text(self, lang: Lang) -> str:
        """The summary as a few lines of text."""
        rate = self.deals / (time.monotonic() - self._began)
        counts = {"deals": self.deals, "games": self._games, "rate": f"{rate:.0f}"}
        lines = [say("simulate.summary", lang, **counts)]
        if self.deals:
            tallies = {**(self._levels if len(self._levels) > 1 else {}), **self._players}
            width = max(map(len, tallies))
            lines += [f"  {name:{width}} {tally.text()}" for name, tally in tallies.items()]
        return "\n".join(lines) + "\n"
