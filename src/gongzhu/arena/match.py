"""A contest: deals in order, played in this process or in several."""

import signal
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, closing
from multiprocessing import get_context
from typing import Protocol, TypeVar

from gongzhu.arena.entrant import Entrant, Player, sit_down
from gongzhu.arena.ledger import Book, Numbered

AHEAD = 2
"""Number of deals queued for each process, so that none waits for another's long deal."""

Result = TypeVar("Result", bound=Numbered)
Found_co = TypeVar("Found_co", covariant=True)


class Contest(Protocol[Found_co]):
    """A contest played deal by deal, each by itself."""

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The players, in order."""
        ...

    def play(self, number: int, players: Sequence[Player]) -> Found_co:
        """The result of deal `number` (0-based), played by the entrants' players, in order."""
        ...


def play_match(
    contest: Contest[Result], numbers: Iterable[int], jobs: int = 1
) -> Generator[Result, None, None]:
    """The deals of these numbers, in that order, and with the same content for any `jobs`.

    Raises OutsideFault when an outside bot does not play as it should.
    """
    return _one_by_one(contest, numbers) if jobs == 1 else _side_by_side(contest, numbers, jobs)


def play_rest(
    contest: Contest[Result], deals: int, ledger: Book[Result] | None, jobs: int = 1
) -> Generator[Result, None, None]:
    """So many deals: first those that the ledger holds, then the others, which are written there.

    Raises OutsideFault.
    """
    there = {result.number: result for result in ledger.results} if ledger else {}
    yield from (there[number] for number in sorted(there) if number < deals)
    left = [number for number in range(deals) if number not in there]
    with closing(play_match(contest, left, jobs)) as results:
        for result in results:
            if ledger:
                ledger.add(result)
            yield result


def _one_by_one(contest: Contest[Result], numbers: Iterable[int]) -> Generator[Result, None, None]:
    with ExitStack() as table:
        players = [table.enter_context(closing(sit_down(who))) for who in contest.entrants]
        for number in numbers:
            yield contest.play(number, players)


def _side_by_side(
    contest: Contest[Result], numbers: Iterable[int], jobs: int
) -> Generator[Result, None, None]:
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_sit_down, initargs=(contest,))
    try:
        ahead: deque[Future[Result]] = deque()
        for number in numbers:
            ahead.append(pool.submit(_play, contest, number))
            if len(ahead) >= AHEAD * jobs:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


_seated: list[Player] = []
"""The players of this worker process, which end with it."""


def _sit_down(contest: Contest[object]) -> None:
    # Ctrl-C reaches every process of the terminal; the first one alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _seated.extend(sit_down(who) for who in contest.entrants)


def _play(contest: Contest[Result], number: int) -> Result:
    return contest.play(number, _seated)
