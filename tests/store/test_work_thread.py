"""A thread that works for an event loop: in order, to the end, and telling what went wrong."""

import asyncio
from threading import Event, current_thread

import pytest

from gongzhu.store.work_thread import WorkThread
from tests.support.stores import in_loop


@in_loop
async def test_work_is_done_in_order_by_one_thread() -> None:
    thread, done = WorkThread("works"), []

    def work(number: int) -> tuple[int, str]:
        done.append(number)
        return number, current_thread().name

    found = await asyncio.gather(*(thread.do(lambda n=n: work(n)) for n in range(20)))  # type: ignore[misc]
    assert found == [(number, "works") for number in range(20)]
    assert done == list(range(20))
    thread.end()


@in_loop
async def test_what_the_work_raises_is_raised_and_does_not_end_the_thread() -> None:
    thread = WorkThread("works")

    def fail() -> None:
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        await thread.do(fail)
    assert await thread.do(lambda: 1) == 1
    thread.end()


@in_loop
async def test_work_that_nobody_waits_for_is_done() -> None:
    thread, may, done = WorkThread("works"), Event(), []
    first = asyncio.create_task(thread.do(may.wait))
    second = asyncio.create_task(thread.do(lambda: done.append("second")))
    await asyncio.sleep(0)
    first.cancel()
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    may.set()
    await thread.do(lambda: None)
    assert done == ["second"]
    thread.end()
