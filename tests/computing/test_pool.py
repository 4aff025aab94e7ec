"""Work shared out: the same results from any workers, also when some of them die."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import closing
from functools import partial
from itertools import count, islice
from pathlib import Path

import pytest

from gongzhu.computing import HERE, Pool

pytestmark = pytest.mark.rest


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(2) as pool:
        yield pool


def squared(number: int) -> int:
    return number * number


def test_results_come_in_the_order_of_their_items(pool: Pool) -> None:
    alone = list(HERE.map(squared, range(1000)))
    assert list(pool.map(squared, range(1000))) == alone == [n * n for n in range(1000)]


def test_items_without_end_are_taken_as_they_are_wanted(pool: Pool) -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    with closing(pool.map(squared, items())) as results:
        assert list(islice(results, 3)) == [0, 1, 4]
    assert len(taken) < 100
    # Whoever stops early leaves a pool that others can go on with.
    assert list(pool.map(squared, [7])) == [49]


def test_what_the_work_raises_comes_here(pool: Pool) -> None:
    with pytest.raises(ZeroDivisionError):
        list(pool.map(partial(divmod, 1), [1, 0]))


def dying_once(mark: Path, number: int) -> int:
    """The square of a number; 5 costs a process, but only the first time."""
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(number)


def test_the_chunk_of_a_process_that_dies_is_done_again(pool: Pool, tmp_path: Path) -> None:
    found = pool.map(partial(dying_once, tmp_path / "mark"), range(20))
    assert list(found) == [number * number for number in range(20)]


def dying(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_nobody_waits_for_work_that_is_not_wanted_any_more() -> None:
    began = time.monotonic()
    with Pool(2) as pool, closing(pool.map(time.sleep, [0, 60, 60, 60])) as results:
        next(results)
    assert time.monotonic() - began < 30


def test_a_chunk_that_kills_every_process_is_given_up() -> None:
    with Pool(2) as pool, pytest.raises(BrokenExecutor):
        list(pool.map(dying, [1]))
