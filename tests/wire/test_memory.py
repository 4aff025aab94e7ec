"""Memory is searched when there is something to be found, and not while tables are played."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from gongzhu.server.memory import ENOUGH, Leftovers, settle


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _own_settings() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_all_of_memory_is_not_searched_by_itself() -> None:
    young, middle, _ = gc.get_threshold()
    settle()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[:2] == (young, middle)
    assert gc.get_threshold()[2] > 1_000_000


def test_what_closed_connections_leave_is_found_in_the_end() -> None:
    settle()
    leftovers = Leftovers()
    knot = Knot()
    gone = weakref.ref(knot)
    gc.collect()
    del knot
    for _ in range(ENOUGH + 9):
        leftovers.closed(open_ones=10)
    assert gone() is not None
    leftovers.closed(open_ones=10)
    assert gone() is None
