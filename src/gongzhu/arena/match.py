"""A contest: deals in order, played in this process or by a pool of workers."""

import pickle
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Any, Protocol, TypeVar

from gongzhu.arena.entrant import Entrant, Player, sit_down
from gongzhu.arena.ledger import Book, Numbered
from gongzhu.computing import HERE, Pool

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
    contest: Contest[Result], numbers: Iterable[int], pool: Pool = HERE
) -> Generator[Result, None, None]:
    """The deals of these numbers, in that order, and with the same content for any `pool`.

    Raises OutsideFault when an outside bot does not play as it should, ClusterError.
    """
    if pool.alone:
        return _one_by_one(contest, numbers)
    return pool.map(partial(_play, pickle.dumps(contest)), numbers)


def play_rest(
    contest: Contest[Result], deals: int, ledger: Book[Result] | None, pool: Pool = HERE
) -> Generator[Result, None, None]:
    """So many deals: first those that the ledger holds, then the others, which are written there.

    Raises OutsideFault, ClusterError.
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
        players = [table.enter_context(closing(sit_down(who))) for who in contest.entrants]
        for number in numbers:
            yield contest.play(number, players)


class _Table:
    """The table of a worker process: a contest, and its players, who stay for its next deal."""

    def __init__(self) -> None:
        self._packed = b""
        self._contest: Contest[Any] | None = None
        self._players: list[Player] = []

    def play(self, packed: bytes, number: int) -> Any:
        """A deal of a contest, pickled as `packed`."""
        if self._contest is None or packed != self._packed:
            for player in self._players:
                player.close()
            contest: Contest[Any] = pickle.loads(packed)
            self._players = [sit_down(who) for who in contest.entrants]
            self._packed, self._contest = packed, contest
        return self._contest.play(number, self._players)


_table = _Table()


def _play(packed: bytes, number: int) -> Any:
    return _table.play(packed, number)
