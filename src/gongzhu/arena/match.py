"""Plays a contest, such as a match or a benchmark: its deals in order, in this process or in a pool
of workers."""

import pickle
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Any, Protocol, TypeVar

from gongzhu.arena.entrant import Entrant, MatchPlayer, make_player
from gongzhu.arena.ledger import NumberedResult, ResultBook
from gongzhu.computing import HERE, Pool

Result = TypeVar("Result", bound=NumberedResult)
Found_co = TypeVar("Found_co", covariant=True)


class Contest(Protocol[Found_co]):
    """A series of deals, such as a match or a benchmark, each of which is played independently of
    the others."""

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The entrants, in order."""
        ...

    def play(self, number: int, players: Sequence[MatchPlayer]) -> Found_co:
        """The result of deal `number` (0-based); `players` are the players of `entrants`, in the
        same order."""
        ...


def play_match(
    contest: Contest[Result], numbers: Iterable[int], pool: Pool = HERE
) -> Generator[Result, None, None]:
    """The results of the contest's deals with these numbers, in that order; they are the same for
    any `pool`.

    Raises OutsideFault if an outside bot fails or breaks a rule, and ClusterError if the cluster of
    workers cannot be used.
    """
    if pool.alone:
        return _one_by_one(contest, numbers)
    return pool.map(partial(_play, pickle.dumps(contest)), numbers)


def play_rest(
    contest: Contest[Result], deals: int, ledger: ResultBook[Result] | None, pool: Pool = HERE
) -> Generator[Result, None, None]:
    """The results of `deals` deals: first those in the ledger, in the order of their numbers, then
    the others, which are played and added to the ledger.

    Raises OutsideFault and ClusterError.
    """
    there = {result.number: result for result in ledger.results} if ledger else {}
    yield from (there[number] for number in sorted(there) if number < deals)
    left = [number for number in range(deals) if number not in there]
    with closing(play_match(contest, left, pool)) as results:
        for result in results:
            if ledger:
                ledger.add(result)
            yield result


def _one_by_one(contest: Contest[Result], numbers: Iterable[int]) -> Generator[Result, None, None]:
    with ExitStack() as table:
        players = [table.enter_context(closing(make_player(who))) for who in contest.entrants]
        for number in numbers:
            yield contest.play(number, players)


class _WorkerTable:
    """The contest and its players in a worker process, reused from one deal to the next."""

    def __init__(self) -> None:
        self._packed = b""
        self._contest: Contest[Any] | None = None
        self._players: list[MatchPlayer] = []

    def play(self, packed: bytes, number: int) -> Any:
        """The result of deal `number` of a contest; `packed` is the pickled contest."""
        if self._contest is None or packed != self._packed:
            for player in self._players:
                player.close()
            contest: Contest[Any] = pickle.loads(packed)
            self._players = [make_player(who) for who in contest.entrants]
            self._packed, self._contest = packed, contest
        return self._contest.play(number, self._players)


_table = _WorkerTable()


def _play(packed: bytes, number: int) -> Any:
    return _table.play(packed, number)
