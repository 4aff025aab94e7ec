"""The deadline of a table: moved, taken away, passed once, whatever the wall clock does."""

from gongzhu.server.live.deadline import Deadline
from tests.support.virtual_time import VirtualLoop, run

START = 1_800_000_000_000
YEAR = 365 * 24 * 3600


class Bell:
    """Notes when it was rung, by the loop's time."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.rung: list[float] = []
        self._loop = loop

    def __call__(self) -> None:
        self.rung.append(self._loop.time())


class Watch:
    """A wall clock that goes with the loop, and can be set."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.set_by = 0
        self._loop = loop

    def __call__(self) -> int:
        return START + round(self._loop.time() * 1000) + self.set_by


def test_the_time_may_be_moved_and_taken_away_until_it_has_come() -> None:
    async def story(loop: VirtualLoop) -> None:
        bell = Bell(loop)
        deadline = Deadline(Watch(loop))
        deadline.set(START + 5000, bell)
        deadline.set(START + 9000, bell)
        await loop.advance(8.5)
        assert bell.rung == []
        deadline.set(START + 8700, bell)
        await loop.advance(0.3)
        assert len(bell.rung) == 1
        # Once is enough.
        await loop.advance(10)
        assert len(bell.rung) == 1
        deadline.set(START + 30_000, bell)
        deadline.clear()
        await loop.advance(100)
        assert len(bell.rung) == 1

    run(story)


def test_a_time_in_the_past_has_come_and_a_far_one_is_waited_for() -> None:
    async def story(loop: VirtualLoop) -> None:
        bell = Bell(loop)
        deadline = Deadline(Watch(loop))
        deadline.set(START - 1, bell)
        assert bell.rung == [], "not before whoever set it is done"
        await loop.quiet()
        assert bell.rung == [0.0]
        deadline.set(START + 1000 * YEAR, bell)
        await loop.advance(YEAR - 1)
        assert bell.rung == [0.0]
        await loop.advance(1)
        assert bell.rung == [0.0, YEAR]

    run(story)


def test_a_clock_that_is_set_back_is_waited_for() -> None:
    async def story(loop: VirtualLoop) -> None:
        bell = Bell(loop)
        watch = Watch(loop)
        deadline = Deadline(watch)
        deadline.set(START + 5000, bell)
        watch.set_by = -2000
        await loop.advance(6)
        assert bell.rung == []
        await loop.advance(1)
        assert bell.rung == [7.0]

    run(story)


def test_the_deadline_may_be_set_anew_from_its_own_call() -> None:
    async def story(loop: VirtualLoop) -> None:
        passed = list[float]()

        def again() -> None:
            passed.append(loop.time())
            deadline.set(START + round(loop.time() * 1000) + 1000, again)

        deadline = Deadline(Watch(loop))
        deadline.set(START, again)
        for _ in range(3):
            await loop.advance(1)
        assert passed == [0.0, 1.0, 2.0, 3.0]

    run(story)
