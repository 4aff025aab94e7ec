"""The queue before a writer: who is committed together, and what befalls whom."""

import asyncio
from collections.abc import Sequence

import pytest

from gongzhu.store import Setting, StoreError, group
from gongzhu.store.group import LARGEST_GROUP, GroupCommit, Outcome
from gongzhu.store.writes import StoreWrite
from tests.support.stores import in_loop, outcomes
from tests.support.virtual_time import VirtualLoop, run


class Scripted:
    """Commits when it is told to."""

    def __init__(self) -> None:
        self.groups: list[list[str]] = []
        self.answers: asyncio.Queue[Exception | dict[int, StoreError]] = asyncio.Queue()

    async def commit(self, writes: Sequence[StoreWrite]) -> Sequence[Outcome]:
        self.groups.append([write.key for write in writes if isinstance(write, Setting)])
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return [answer.get(place) for place in range(len(writes))]


def write(key: str) -> Setting:
    return Setting(key, b"")


@in_loop
async def test_what_comes_during_a_commit_is_the_next_group() -> None:
    script = Scripted()
    queue = GroupCommit(script.commit)
    first = asyncio.create_task(queue.put(write("a")))
    while not script.groups:
        await asyncio.sleep(0)
    others = [asyncio.create_task(queue.put(write(key))) for key in "bcd"]
    script.answers.put_nowait({})
    await first
    script.answers.put_nowait({})
    await asyncio.gather(*others)
    assert script.groups == [["a"], ["b", "c", "d"]]
    await queue.close()


def test_groups_begin_apart_but_after_a_pause_at_once() -> None:
    async def story(loop: VirtualLoop) -> None:
        script = Scripted()
        queue = GroupCommit(script.commit, spacing=0.5)
        for _ in range(3):
            script.answers.put_nowait({})
        await queue.put(write("a"))
        others = asyncio.gather(queue.put(write("b")), queue.put(write("c")))
        await loop.quiet()
        assert script.groups == [["a"]]
        await loop.advance(0.5)
        await others
        await loop.advance(0.5)
        await queue.put(write("d"))
        assert script.groups == [["a"], ["b", "c"], ["d"]]
        await queue.close()

    run(story)


@in_loop
async def test_a_group_has_a_largest_size() -> None:
    script = Scripted()
    queue = GroupCommit(script.commit)
    for _ in range(2):
        script.answers.put_nowait({})
    await asyncio.gather(*(queue.put(write(str(n))) for n in range(LARGEST_GROUP + 1)))
    assert [len(found) for found in script.groups] == [LARGEST_GROUP, 1]
    await queue.close()


@in_loop
async def test_a_failed_commit_fails_its_group_and_no_other() -> None:
    script = Scripted()
    queue = GroupCommit(script.commit)
    script.answers.put_nowait(StoreError("closed"))
    ends = await outcomes(queue.put(write("a")), queue.put(write("b")))
    assert [type(end) for end in ends] == [StoreError, StoreError]
    assert ends[0] is not ends[1]
    script.answers.put_nowait({})
    await queue.put(write("c"))
    await queue.close()


@in_loop
async def test_a_surprise_of_the_driver_is_told_and_does_not_end_the_queue() -> None:
    script = Scripted()
    queue = GroupCommit(script.commit)
    script.answers.put_nowait(RuntimeError("odd"))
    with pytest.raises(StoreError, match="odd"):
        await queue.put(write("a"))
    script.answers.put_nowait({0: StoreError("closed")})
    with pytest.raises(StoreError, match="closed"):
        await queue.put(write("b"))
    await queue.close()


@in_loop
async def test_nobody_waits_for_ever_behind_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group, "PATIENCE", 0.01)
    script = Scripted()
    queue = GroupCommit(script.commit)
    first = asyncio.create_task(queue.put(write("a")))
    while not script.groups:
        await asyncio.sleep(0)
    with pytest.raises(StoreError, match="has not answered"):
        await queue.put(write("b"))
    # How it ends for the first one is still open.
    assert not first.done()
    script.answers.put_nowait({})
    await first
    assert script.groups == [["a"]]
    await queue.close()
