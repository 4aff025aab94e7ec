"""Playing a batch of deals: in this process, or game by game in several at once."""

import signal
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from itertools import count, islice
from multiprocessing import get_context

from msgspec import Struct

from gongzhu.bots.selfplay import SelfPlayConfig, play_game
from gongzhu.records import DealRecord, write_jsonl
from gongzhu.rules import piles

GAMES_AHEAD = 2
"""Games queued for each process, so that none waits for another's long game."""


class PlayedDeal(Struct, frozen=True):
    """A deal that was played: its line of the record file, and the figures of the summary."""

    line: str
    scores: tuple[int, ...]
    """By seat: a pooled partnership's score stands at both of its seats."""
    game_over: bool


Games = Generator[Iterable[PlayedDeal], None, None]
"""The deals of each game, in order, without end."""


def played(setup: SelfPlayConfig, deals: int, jobs: int) -> Generator[PlayedDeal, None, None]:
    """So many deals, in the same order and with the same content for any number of jobs.

    Games do not depend on one another, and each is played by one process from its beginning.
    """
    games = _one_by_one(setup) if jobs == 1 else _side_by_side(setup, deals, jobs)
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


def _side_by_side(setup: SelfPlayConfig, deals: int, jobs: int) -> Games:
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts)
    try:
        ahead: deque[Future[list[PlayedDeal]]] = deque()
        for number in count():
            ahead.append(pool.submit(_whole_game, setup, number, deals))
            if len(ahead) >= GAMES_AHEAD * jobs:
                yield ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _whole_game(setup: SelfPlayConfig, number: int, most: int) -> list[PlayedDeal]:
    return [_played(record) for record in islice(play_game(setup, number), most)]


def _played(record: DealRecord) -> PlayedDeal:
    by_seat = {
        seat: score
        for owner, score in zip(piles(record.rules), record.scores, strict=True)
        for seat in owner
    }
    scores = tuple(by_seat[seat] for seat in sorted(by_seat))
    return PlayedDeal("".join(write_jsonl([record])), scores, record.game_over)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of the terminal; the first one alone decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
