"""Costly work: who waits, who is sent away, and what becomes of work that takes too long."""

import asyncio
import sys
import time
from typing import ClassVar

import pytest

from gongzhu.server.bodies import RulesAsked
from gongzhu.server.clerks import pool, process
from gongzhu.server.clerks.jobs import Draw, Explain, Job, Made, ReadRecords
from gongzhu.server.clerks.pool import IN_LINE, LONG_OF_ONE, SECONDS, WAITING_LONG, ClerkPool
from gongzhu.server.clerks.process import Clerk, JobLost
from gongzhu.server.clerks.work import do
from gongzhu.server.metrics import Metrics
from gongzhu.server.problems import ApiError
from tests.support import virtual_time
from tests.support.stores import in_loop
from tests.support.virtual_time import VirtualLoop

FILE = ReadRecords(b"x", "en")
PICTURE = Draw("http://localhost/t/a")
DONE = Made((b"done",))


class Hand:
    """A clerk whose jobs end when the test says so."""

    all: ClassVar[list["Hand"]] = []

    def __init__(self) -> None:
        self.job: Job | None = None
        self.stopped = 0
        Hand.all.append(self)

    async def do(self, job: Job, seconds: float) -> Made:
        """See `Clerk`."""
        self.job, self.answer = job, asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await self.answer
        except TimeoutError as error:
            raise JobLost from error
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        finally:
            self.job = None
        return DONE

    async def stop(self) -> None:
        """See `Clerk`."""


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hand, "all", [])
    monkeypatch.setattr(pool, "Clerk", Hand)


def busy(hands: list[Hand]) -> list[Job]:
    return [hand.job for hand in hands if hand.job is not None]


def ask(clerks: ClerkPool, job: Job, who: str = "a") -> asyncio.Task[Made]:
    return asyncio.create_task(clerks.do(job, who))


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def code(task: asyncio.Task[Made]) -> str:
    error = task.exception()
    assert isinstance(error, ApiError)
    return error.code


def outcome(metrics: Metrics, kind: str, told: str) -> float:
    found: float = metrics.jobs.labels(kind, told)._value.get()
    return found


@pytest.mark.usefixtures("by_hand")
@in_loop
async def test_one_process_is_left_to_short_work() -> None:
    clerks = ClerkPool(2, Metrics())
    files = [ask(clerks, FILE, who) for who in "abc"]
    await settle()
    assert busy(Hand.all) == [FILE]
    picture = ask(clerks, PICTURE)
    await settle()
    assert busy(Hand.all) == [FILE, PICTURE]
    later = ask(clerks, PICTURE)
    await settle()
    for _ in range(5):
        for hand in Hand.all:
            if hand.job is not None:
                hand.answer.set_result(None)
        await settle()
    assert {task.result() for task in (*files, picture, later)} == {DONE}


@pytest.mark.usefixtures("by_hand")
@in_loop
async def test_the_queue_does_not_grow_and_one_address_does_not_fill_it() -> None:
    metrics = Metrics()
    clerks = ClerkPool(1, metrics)
    mine = [ask(clerks, FILE, "a") for _ in range(LONG_OF_ONE + 1)]
    await settle()
    assert [task.done() for task in mine] == [False] * LONG_OF_ONE + [True]
    assert code(mine[-1]) == "busy"
    others = [ask(clerks, FILE, f"{who}") for who in range(WAITING_LONG - 1)]
    await settle()
    assert not any(task.done() for task in others)
    too_many = ask(clerks, FILE, "b")
    await settle()
    assert code(too_many) == "busy"
    await clerks.stop()


def block(number: int) -> str:
    """An address of IPv6 as limits count it, all in one block."""
    return f"2001:db8:1:{number:x}::/64"


@pytest.mark.usefixtures("by_hand")
@in_loop
async def test_a_block_of_ipv6_has_what_one_address_has() -> None:
    clerks = ClerkPool(1, Metrics())
    tasks = [ask(clerks, FILE, block(number)) for number in range(LONG_OF_ONE + 1)]
    await settle()
    assert [task.done() for task in tasks] == [False] * LONG_OF_ONE + [True]
    assert code(tasks[-1]) == "busy"
    await clerks.stop()


@pytest.mark.usefixtures("by_hand")
@in_loop
async def test_whoever_asks_for_little_waits_neither_for_a_crowd_nor_for_room_in_the_queue() -> (
    None
):
    metrics = Metrics()
    clerks = ClerkPool(1, metrics)
    crowd = [ask(clerks, FILE, who) for who in "abcde" for _ in range(LONG_OF_ONE)]
    await settle()
    told = [task for task in crowd if task.done()]
    assert len(told) == len(crowd) - 1 - WAITING_LONG
    little = ask(clerks, FILE, "z")
    await settle()
    assert not little.done()
    assert clerks.waiting == WAITING_LONG
    (displaced,) = {task for task in crowd if task.done()} - set(told)
    assert code(displaced) == "busy"
    assert outcome(metrics, "ReadRecords", "busy") == len(told) + 1
    # The job under way, and one of each of the crowd, before that of "z".
    for _ in range(1 + len("abcde")):
        Hand.all[0].answer.set_result(None)
        await settle()
        assert not little.done()
    Hand.all[0].answer.set_result(None)
    await settle()
    assert little.result() == DONE
    await clerks.stop()


@pytest.mark.usefixtures("by_hand")
@in_loop
async def test_work_that_nobody_waits_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE", 0.0)
    clerks = ClerkPool(1, Metrics())
    tasks = [ask(clerks, FILE, "a") for _ in range(LONG_OF_ONE)]
    await settle()
    tasks[1].cancel()
    tasks[0].cancel()
    await settle()
    await asyncio.sleep(0.01)
    (hand,) = Hand.all
    assert hand.stopped == 1
    assert hand.job is FILE
    # Two of them are gone, so two more may come.
    more = [ask(clerks, FILE, "a") for _ in range(3)]
    await settle()
    assert [task.done() for task in more] == [False, False, True]
    await clerks.stop()


@pytest.mark.usefixtures("by_hand")
def test_nobody_waits_for_ever() -> None:
    async def waiting(loop: VirtualLoop) -> None:
        clerks = ClerkPool(1, Metrics())
        first, second = ask(clerks, FILE), ask(clerks, FILE)
        await loop.advance(IN_LINE - 0.1)
        assert not second.done()
        await loop.advance(0.1)
        assert code(second) == "busy"
        await loop.advance(SECONDS - IN_LINE)
        assert code(first) == "too_costly"

    virtual_time.run(waiting)


@pytest.mark.usefixtures("by_hand")
@in_loop
async def test_whoever_waits_when_the_pool_stops_hears_of_it_and_nothing_begins_after() -> None:
    clerks = ClerkPool(1, Metrics())
    under_way, queued, patient = (
        ask(clerks, FILE, "a"),
        ask(clerks, FILE, "b"),
        asyncio.create_task(clerks.do_patiently(FILE, "c")),
    )
    await settle()
    await clerks.stop()
    await settle()
    assert [code(task) for task in (under_way, queued, patient)] == ["stopping"] * 3
    assert (await refusal(clerks, PICTURE)).code == "stopping"
    assert busy(Hand.all) == []
    assert clerks.waiting == clerks.working == 0


async def refusal(clerks: ClerkPool, job: Job) -> ApiError:
    with pytest.raises(ApiError) as refused:
        await clerks.do(job, "a")
    return refused.value


@pytest.mark.rest
@in_loop
async def test_a_process_answers_and_refuses() -> None:
    clerks = ClerkPool(1, Metrics())
    try:
        assert await clerks.do(PICTURE, "a") == do(PICTURE)
        assert (await refusal(clerks, FILE)).code == "records"
        rules = await refusal(clerks, Explain(RulesAsked({}, "none"), "none", "zh"))
        assert (rules.code, rules.status, len(rules.problem("zh").faults)) == ("rules", 422, 1)
    finally:
        await clerks.stop()


WORN = """
from gongzhu.server import clerk
clerk.WORN = 0
clerk.serve()
"""


@pytest.mark.rest
@in_loop
async def test_a_process_that_has_taken_much_memory_makes_way_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", WORN))
    clerk = Clerk()
    for _ in range(2):
        started = await clerk.start()
        assert await clerk.do(PICTURE, 60.0) == do(PICTURE)
        assert started.returncode is not None


SLEEPY = "import sys; sys.stdin.buffer.read()"
SPINNING = """
from gongzhu.server import clerk
def spin(job):
    while True: pass
clerk.do, clerk.CPU_SECONDS = spin, 1
clerk.serve()
"""
HUNGRY = """
from gongzhu.server import clerk
clerk.do = lambda job: bytearray(2 << 30)
clerk.serve()
"""
PATIENT = 240.0
"""Seconds for what takes five of the processor, on a machine that has much else to do."""


@pytest.mark.rest
@pytest.mark.parametrize(
    ("program", "seconds"), [(SLEEPY, 0.2), (SPINNING, PATIENT), (HUNGRY, PATIENT), ("", PATIENT)]
)
def test_a_process_that_goes_over_its_bounds_is_ended_and_another_one_comes(
    program: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def two() -> None:
        clerk = Clerk()
        right = process.COMMAND
        monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", program))
        began = time.monotonic()
        with pytest.raises(JobLost):
            await clerk.do(PICTURE, seconds)
        # By its own bound, not by our patience.
        assert time.monotonic() - began < PATIENT
        monkeypatch.setattr(process, "COMMAND", right)
        assert await clerk.do(PICTURE, 60.0) == do(PICTURE)
        await clerk.stop()

    asyncio.run(two())


@pytest.mark.rest
@in_loop
async def test_a_job_that_is_given_up_ends_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "COMMAND", (sys.executable, "-c", SLEEPY))
    clerk = Clerk()
    started = await clerk.start()
    task = asyncio.create_task(clerk.do(PICTURE, 60.0))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert started.returncode is not None
