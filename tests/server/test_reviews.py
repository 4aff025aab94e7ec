"""Reviews on the server: how they are kept, and whose turn it is."""

from gongzhu.server.reviews.packing import read_packed, write_packed
from gongzhu.server.thinking.background import BackgroundQueue
from gongzhu.server.thinking.fair_queue import Asker, Budget, Budgets, FairQueue


def test_what_is_kept_is_read_again() -> None:
    assert read_packed(write_packed([b"one", b"two"])) == (b"one", b"two")


def test_reviews_take_turns_and_stop_at_half_of_the_budget() -> None:
    budgets = Budgets(Budget(10.0, 1.0), Budget(20.0, 1.0))
    queue = BackgroundQueue(FairQueue(1, budgets))
    one, other = Asker("one", "here"), Asker("other", "there")
    for number in range(4):
        queue.put(one if number < 3 else other, number)
    assert [queue.take(0.0) for _ in range(3)] == [(one, 0), (other, 3), (one, 1)]
    queue.done(one, 6.0, 0.0)
    assert queue.take(0.0) is None
    assert len(queue) == 1
    assert queue.take(2.0) == (one, 2)
