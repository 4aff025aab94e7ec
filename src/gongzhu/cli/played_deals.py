"""Deals that bots play against each other: playing them in one or several processes, writing their
records, and summing up their scores."""

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
    """A deal that bots have played, reduced to what the record file and the summary need."""

    line: str
    """The deal record as one line of JSON, with a line end."""
    scores: tuple[int, ...]
    """The score of each seat in this deal. Both partners have their common score."""
    game_over: bool
    """True if the deal was the last one of its game."""


Games = Generator[Iterable[PlayedDeal], None, None]
"""A generator that never ends and yields one game after another. Each game is an iterable of its
deals in order."""


def played(
    setup: SelfPlayConfig, deals: int, pool: Pool = HERE, given: Sequence[Hands] = ()
) -> Generator[PlayedDeal, None, None]:
    """The first `deals` deals of the self-play `setup`, in order. The result is the same for every
    pool. If hands are `given`, these are dealt instead, in this process, since each deal depends on
    the scores of those before it.

    Games are independent of each other, so each is played by one worker of the pool. Raises
    ClusterError.
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
    """The score of each seat in a deal. Both partners have their common score."""
    owners = zip(piles(record.rules), record.scores, strict=True)
    by_seat = {seat: score for owner, score in owners for seat in owner}
    return tuple(by_seat[seat] for seat in seats(record.rules.players))


def part_of(path: Path) -> Path:
    """The path of the temporary file into which a file is written before it is renamed to `path`:
    the same with `.part` added. Raises IsADirectoryError for a path without a name, such as `/`."""
    if not path.name:
        # The paths `.` and `/` have no name.
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.with_name(f"{path.name}.part")


class Output:
    """A context in which lines are written to standard output or to a file. A file is written as
    PATH.part, and renamed by `finish`. If the context is left by an exception, the part is deleted,
    and an earlier file at PATH is untouched.

    All methods raise OSError if writing fails.
    """

    def __init__(self, path: str) -> None:
        """Open the file at `path` for writing. `-` means standard output."""
        self._part: Path | None = None
        self._path = Path(path)
        self.name = path
        """The path of the file being written, PATH.part for an ordinary file."""
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
        """True if the lines are printed on a terminal."""
        return self._file.isatty()

    def write(self, line: str) -> None:
        """Append a text, which includes its line end."""
        self._file.write(line.encode())

    def finish(self) -> None:
        """Rename the complete file to its final name."""
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
    """The mean of numbers that are added one by one, and its standard error."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, number: float) -> None:
        self._count += 1
        self._sum += number
        self._squares += number * number

    def text(self) -> str:
        """The mean with two decimals, and its standard error after `±` if there are at least two
        numbers. Raises ZeroDivisionError if there are none."""
        mean = self._sum / self._count
        if self._count < 2:
            return f"{mean:9.2f}"
        variance = (self._squares - self._sum * mean) / (self._count - 1)
        return f"{mean:9.2f} ± {sqrt(max(0.0, variance) / self._count):.2f}"


class Summary:
    """The mean scores of all players and bot levels in a run of self-play, as printed by `gongzhu
    simulate` at the end."""

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
        """Count a deal: the score of each player, and for each level the mean score of its
        seats."""
        self.deals += 1
        self._games += deal.game_over
        for tally, score in zip(self._players.values(), deal.scores, strict=True):
            tally.add(score)
        for level, at in self._seats.items():
            self._levels[level].add(sum(deal.scores[seat] for seat in at) / len(at))

    def text(self, lang: Lang) -> str:
        """Lines of text: numbers of deals and games, deals per second since this object was
        created, and the mean score of each level (if there are several) and of each player."""
        rate = self.deals / (time.monotonic() - self._began)
        counts = {"deals": self.deals, "games": self._games, "rate": f"{rate:.0f}"}
        lines = [say("simulate.summary", lang, **counts)]
        if self.deals:
            tallies = {**(self._levels if len(self._levels) > 1 else {}), **self._players}
            width = max(map(len, tallies))
            lines += [f"  {name:{width}} {tally.text()}" for name, tally in tallies.items()]
        return "\n".join(lines) + "\n"
