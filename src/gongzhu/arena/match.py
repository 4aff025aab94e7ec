"""A match: deals in order, played in this process or in several."""

import signal
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context

from gongzhu.arena.duplicate import DealResult, Pairing, play_deal
from gongzhu.arena.entrant import Player, sit_down

AHEAD = 2
"""How many deals each process has before it, so that none waits for another's long deal."""

Results = Generator[DealResult, None, None]


def play_match(pairing: Pairing, numbers: Iterable[int], jobs: int = 1) -> Results:
    """The deals of these numbers, in that order, and with the same content for any `jobs`.

    Raises OutsideFault when an outside bot does not play as it should.
    """
    return _one_by_one(pairing, numbers) if jobs == 1 else _side_by_side(pairing, numbers, jobs)


def _one_by_one(pairing: Pairing, numbers: Iterable[int]) -> Results:
    a = sit_down(pairing.a)
    with closing(a):
        b = sit_down(pairing.b)
        with closing(b):
            for number in numbers:
                yield play_deal(pairing, number, (a, b))


def _side_by_side(pairing: Pairing, numbers: Iterable[int], jobs: int) -> Results:
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_sit_down, initargs=(pairing,))
    try:
        ahead: deque[Future[DealResult]] = deque()
        for number in numbers:
            ahead.append(pool.submit(_play, pairing, number))
            if len(ahead) >= AHEAD * jobs:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


_seated: list[tuple[Player, Player]] = []
"""The players of this worker process, which end with it."""


def _sit_down(pairing: Pairing) -> None:
    # Ctrl-C reaches every process of the terminal; the first one alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _seated.append((sit_down(pairing.a), sit_down(pairing.b)))


def _play(pairing: Pairing, number: int) -> DealResult:
    return play_deal(pairing, number, _seated[0])
