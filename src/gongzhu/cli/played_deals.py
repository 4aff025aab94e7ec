"""Deals that bots play against each other: playing, writing and summing them up."""

import errno
import os
import sys
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import count, islice
from math import sqrt
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from msgspec import Struct

from gongzhu.bots.selfplay import SelfPlayConfig, play_game, play_given
from gongzhu.cards import seats
from gongzhu.computing import HERE, Pool
from gongzhu.records import DealRecord, write_jsonl
from gongzhu.rules import piles
from gongzhu.rules.events import Hands
from gongzhu.texts import Lang, say


class PlayedDeal(Struct, frozen=True):
    """A played deal: its line of the record file, and its figures for the summary."""

    line: str
    scores: tuple[int, ...]
    """Scores by seat; a partnership's common score is given at both of its seats."""
    game_over: bool


Games = Generator[Iterable[PlayedDeal], None, None]
"""An endless stream of games, each as its deals in order."""


def played(
    setup: SelfPlayConfig, deals: int, pool: Pool = HERE, given: Sequence[Hands] = ()
) -> Generator[PlayedDeal, None, None]:
    """Play `deals` deals; their order and content are the same for every pool. With `given` hands,
    these are played one after another in this process, since the game of each depends on all before
    it.

    Games are independent of each other, and each is played by one process from its beginning.
    Raises ClusterError.
    """
    if given:
        yield from map(_played, play_given(setup, given))
        return
    games: Games = (
        _one_by_one(setup) if pool.alone else pool.map(partial(_whole_game, setup, deals), count())
    )
    with closing(games):
        left = deals
        for game in games:
            for deal in islice(game, left):
                left -= 1
                yield deal
            if not left:
                return


def _one_by_one(setup: SelfPlayConfig) -> Games:
    for number in count():
        yield map(_played, play_game(setup, number))


def _whole_game(setup: SelfPlayConfig, most: int, number: int) -> list[PlayedDeal]:
    return [_played(record) for record in islice(play_game(setup, number), most)]


def _played(record: DealRecord) -> PlayedDeal:
    return PlayedDeal("".join(write_jsonl([record])), scores_by_seat(record), record.game_over)


def scores_by_seat(record: DealRecord) -> tuple[int, ...]:
    """The scores of a deal by seat; a partnership's common score is given at both of its seats."""
    owners = zip(piles(record.rules), record.scores, strict=True)
    by_seat = {seat: score for owner, score in owners for seat in owner}
    return tuple(by_seat[seat] for seat in seats(record.rules.players))


def part_of(path: Path) -> Path:
    """The path of the file in which records are collected until it is complete and gets the name
    `path`."""
    if not path.name:
        # The paths `.` and `/` have no name.
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.with_name(f"{path.name}.part")


class Output:
    """Writes lines to standard output or a file. A file is written as FILE.part and renamed at the
    end, so that an aborted run leaves an earlier file untouched.

    Raises OSError if it cannot be written.
    """

    def __init__(self, path: str) -> None:
        """Open the output; the path `-` means standard output."""
        self._part: Path | None = None
        self._path = Path(path)
        self.name = path
        """The path that holds what has been written so far."""
        self._file: BinaryIO
        if path == "-":
            self._file = sys.stdout.buffer
        elif self._path.exists() and not self._path.is_file():
            self._file = self._path.open("wb")
        else:
            # `resolve` is not used: before Python 3.13, its error for circular links is no OSError.
            self._path = Path(os.path.realpath(path))
            self._part = part_of(self._path)
            self._file = self._part.open("wb")
            self.name = f"{path}.part"

    @property
    def on_terminal(self) -> bool:
        """True if the records themselves are printed on a terminal."""
        return self._file.isatty()

    def write(self, line: str) -> None:
        """Append a line."""
        self._file.write(line.encode())

    def finish(self) -> None:
        """Finish the output: the file gets its final name."""
        if self._part:
            self._file.close()
            self._part.replace(self._path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._file is sys.stdout.buffer:
            self._file.flush()
        else:
            self._file.close()
        if kind and self._part:
            self._part.unlink(missing_ok=True)


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
        """Count a deal in the figures of players, seats and levels that are printed at the end."""
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
