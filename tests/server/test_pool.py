"""The pool of workers: whose turn it is, who is sent away, and what becomes of jobs that fail."""

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import asynccontextmanager
from typing import Any, ClassVar
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.server.edge.limits import SERVER, Asker
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.files import read_file
from gongzhu.server.games.review_jobs import review_deal
from gongzhu.server.lobby.invitation import draw_link
from gongzhu.server.lobby.rules import RulesAsked, explain_rules
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.work import pool
from gongzhu.server.work.choosing import choose, hint
from gongzhu.server.work.job import Job, JobAnswer, JobRequest, NotReady, Priority, pack
from gongzhu.server.work.pool import (
    BACKGROUND_OF_ONE,
    COMMAND,
    FLOOR,
    GRACE,
    PATIENCE,
    SLICE,
    WAITING,
    WorkerPool,
)
from gongzhu.server.work.queue import IN_LINE, JobLate, JobLost, RoundRobin, Ticket
from tests.support import virtual_time
from tests.support.stores import in_loop
from tests.support.virtual_time import VirtualLoop

TURN, HINT, FILE, REVIEW = choose, hint, read_file, review_deal
QUICK = draw_link
MOST = WAITING[Priority.BACKGROUND]


class Hand:
    """A worker whose jobs end when the test says so."""

    all: ClassVar[list["Hand"]] = []

    def __init__(self, command: Sequence[str], answered: Any, started: Any, ended: Any) -> None:
        self.jobs: list[JobRequest] = []
        self.killed = 0
        self._answered, self._started, self._ended = answered, started, ended
        Hand.all.append(self)

    def start(self) -> None:
        """See `Worker`."""
        self._started(self)

    async def stop(self) -> None:
        """See `Worker`."""

    def send(self, request: JobRequest) -> None:
        """See `Worker`."""
        self.jobs.append(request)

    def kill(self) -> None:
        """See `Worker`."""
        self.killed += 1
        self.jobs.clear()
        self._ended(self)
        self._started(self)

    def say(self, outcome: Any = "done", *, place: int = 0, last: bool = False) -> None:
        """Answer one of the jobs."""
        request = self.jobs.pop(place)
        self._answered(self, JobAnswer(request.number, outcome, pack(b"done"), last))


def unstarted(count: int, metrics: Metrics | None = None) -> WorkerPool:
    """A pool of workers that the test plays itself."""
    Hand.all = []
    with patch("gongzhu.server.work.pool.Worker", Hand):
        return WorkerPool(count, metrics or Metrics())


def workers(count: int, metrics: Metrics | None = None) -> WorkerPool:
    """The same, started."""
    found = unstarted(count, metrics)
    found.start()
    return found


def ask(work: WorkerPool, job: Job[..., Any], who: str = "a", **more: Any) -> Ticket[Any]:
    return work.begin(job, Asker("", who), b"", **more)


def names() -> list[list[str]]:
    """The jobs of each worker."""
    return [[request.name.partition(":")[2] for request in hand.jobs] for hand in Hand.all]


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def code(ticket: Ticket[Any]) -> str:
    error = ticket.answer.exception()
    assert isinstance(error, ApiError)
    return error.code


def outcome(metrics: Metrics, kind: str, told: str) -> float:
    found: float = metrics.jobs.labels(kind, told)._value.get()
    return found


@in_loop
async def test_turns_go_before_hints_and_hints_before_the_rest() -> None:
    work = workers(1)
    ask(work, TURN)
    for job in (REVIEW, FILE, HINT, TURN):
        ask(work, job)
    order = []
    for _ in range(5):
        order.append(names()[0][0])
        Hand.all[0].say("not_ready" if order[-1] in ("choose", "hint") else "done")
        await settle()
    assert order == ["choose", "choose", "hint", "read_file", "review_deal"]


@in_loop
async def test_background_work_never_takes_the_last_free_worker() -> None:
    work = workers(3)
    for who in "abcd":
        ask(work, REVIEW, who)
    assert sorted(names()) == [[], ["review_deal"], ["review_deal"]]
    ask(work, TURN)
    assert sorted(names()) == [["choose"], ["review_deal"], ["review_deal"]]
    await work.stop()


@in_loop
async def test_the_only_worker_does_what_is_urgent_between_the_steps_of_background_work() -> None:
    work = workers(1)
    ask(work, REVIEW)
    ask(work, FILE)
    turn, later = ask(work, TURN), ask(work, HINT)
    # A long job lets all others run, one after the other.
    assert names() == [["review_deal", "read_file", "choose"]]
    Hand.all[0].say("not_ready", place=2)
    await settle()
    assert isinstance(turn.answer.exception(), NotReady)
    assert names() == [["review_deal", "read_file", "hint"]]
    assert later.handed_out is not None
    await work.stop()


@in_loop
async def test_short_background_work_does_not_wait_for_a_review() -> None:
    work = workers(2)
    ask(work, REVIEW)
    ask(work, FILE)
    ask(work, FILE, "b")
    assert sorted(names()) == [[], ["review_deal", "read_file"]]
    await work.stop()


@in_loop
async def test_where_others_wait_a_choice_is_shortened_to_fit() -> None:
    metrics = Metrics()
    work = unstarted(1, metrics)
    tickets = [ask(work, TURN, f"{number}", wanted=2.0) for number in range(20)]
    work.start()
    caps = []
    while Hand.all[0].jobs:
        caps.append(Hand.all[0].jobs[0].cap)
        Hand.all[0].say("not_ready")
        await settle()
    assert caps[0] == pytest.approx(PATIENCE / 20)
    assert caps[:-1] == sorted(caps[:-1])
    assert FLOOR <= caps[0] <= max(caps) == SLICE
    # Nobody waits for the last one, and what cannot be shortened never is.
    assert caps[-1] == 0.0
    assert work._metrics.shortened_thoughts._value.get() == 19
    assert [ticket.cap for ticket in tickets] == caps
    exact, _ = ask(work, TURN), ask(work, TURN)
    assert exact.cap == 0.0
    await work.stop()


@in_loop
async def test_the_queue_does_not_grow_and_one_address_does_not_fill_it() -> None:
    work = workers(1)
    mine = [ask(work, FILE, "a") for _ in range(BACKGROUND_OF_ONE + 1)]
    assert [ticket.answer.done() for ticket in mine] == [False] * BACKGROUND_OF_ONE + [True]
    assert code(mine[-1]) == "busy"
    others = [ask(work, FILE, f"{who}") for who in range(MOST - 1)]
    assert not any(ticket.answer.done() for ticket in others)
    assert code(ask(work, FILE, "b")) == "busy"
    # What is patient is not sent away.
    patient = ask(work, FILE, "b", line=None)
    assert not patient.answer.done()
    await work.stop()


@in_loop
async def test_a_block_of_ipv6_has_what_one_address_has() -> None:
    work = workers(1)
    block = [f"2001:db8:1:{number:x}::/64" for number in range(BACKGROUND_OF_ONE + 1)]
    tickets = [ask(work, FILE, address) for address in block]
    assert [ticket.answer.done() for ticket in tickets] == [False] * BACKGROUND_OF_ONE + [True]
    assert code(tickets[-1]) == "busy"
    await work.stop()


@in_loop
async def test_whoever_asks_for_little_waits_neither_for_a_crowd_nor_for_room() -> None:
    metrics = Metrics()
    work = workers(1, metrics)
    crowd = [ask(work, FILE, who) for who in "abcde" for _ in range(BACKGROUND_OF_ONE)]
    refused = [ticket for ticket in crowd if ticket.answer.done()]
    assert len(refused) == len(crowd) - 1 - MOST
    little = ask(work, FILE, "z")
    assert not little.answer.done()
    assert work.waiting(Priority.BACKGROUND) == MOST
    (displaced,) = {ticket for ticket in crowd if ticket.answer.done()} - set(refused)
    assert code(displaced) == "busy"
    assert outcome(metrics, "read_file", "busy") == len(refused) + 1
    # The job that runs, and one of each of the crowd, before that of "z".
    for _ in range(1 + len("abcde")):
        assert little.handed_out is None
        Hand.all[0].say()
        await settle()
    assert little.handed_out is not None
    Hand.all[0].say()
    assert await little.answer == b"done"
    await work.stop()


@in_loop
async def test_work_that_nobody_waits_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE", 0.0)
    work = workers(1)
    tickets = [ask(work, FILE) for _ in range(BACKGROUND_OF_ONE)]
    tickets[1].answer.cancel()
    tickets[0].answer.cancel()
    await settle()
    await asyncio.sleep(0.01)
    (hand,) = Hand.all
    assert hand.killed == 1
    assert len(hand.jobs) == 1
    # Two of them are gone, so two more may come.
    more = [ask(work, FILE) for _ in range(3)]
    assert [ticket.answer.done() for ticket in more] == [False, False, True]
    await work.stop()


def test_nobody_waits_for_ever() -> None:
    async def waiting(loop: VirtualLoop) -> None:
        work = workers(1)
        first, second = ask(work, FILE), ask(work, FILE)
        await loop.advance(IN_LINE - 0.1)
        assert not second.answer.done()
        await loop.advance(0.1)
        assert isinstance(second.answer.exception(), JobLate)
        await loop.advance(FILE.seconds - IN_LINE)
        assert isinstance(first.answer.exception(), JobLate)
        assert Hand.all[0].killed == 0
        await loop.advance(GRACE)
        assert Hand.all[0].killed == 1

    virtual_time.run(waiting)


@in_loop
async def test_whoever_waits_when_the_pool_stops_hears_of_it_and_nothing_begins_after() -> None:
    work = workers(1)
    tickets = [ask(work, FILE, "a"), ask(work, FILE, "b"), ask(work, FILE, "c", line=None)]
    await work.stop()
    await settle()
    assert [code(ticket) for ticket in (*tickets, ask(work, QUICK))] == ["stopping"] * 4
    assert all(len(hand.jobs) <= 1 for hand in Hand.all)


@in_loop
async def test_a_job_whose_kernels_are_being_compiled_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "NOT_YET", 0.0)
    work = workers(1)
    ticket = ask(work, REVIEW, line=None)
    Hand.all[0].say("not_ready")
    assert ticket.handed_out is None
    await settle()
    await asyncio.sleep(0.01)
    Hand.all[0].say()
    assert await ticket.answer == b"done"
    await work.stop()


@in_loop
async def test_a_worker_that_ends_after_an_answer_gets_no_more_jobs() -> None:
    work = workers(1)
    first, second = ask(work, FILE), ask(work, FILE)
    Hand.all[0].say(last=True)
    assert await first.answer == b"done"
    assert not Hand.all[0].jobs
    Hand.all[0].kill()
    assert len(Hand.all[0].jobs) == 1
    Hand.all[0].kill()
    with pytest.raises(JobLost):
        await second.answer
    await work.stop()


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xy")), max_size=40))
def test_whatever_comes_in_comes_out_once_blocks_and_members_in_turn(
    asked: list[tuple[str, str]],
) -> None:
    queue = RoundRobin[int]()
    for number, (block, member) in enumerate(asked):
        queue.put(block, member, number)
    out: list[int] = []
    while (found := queue.take()) is not None:
        out.append(found)
        left = {block for number, (block, _) in enumerate(asked) if number not in out}
        block = asked[found][0]
        # A block comes again only after each other one that waits.
        if len(out) > 1 and asked[out[-2]][0] == block:
            assert left <= {block}
    assert sorted(out) == list(range(len(asked)))
    for place in set(asked):
        mine = [number for number in out if asked[number] == place]
        assert mine == sorted(mine)


@asynccontextmanager
async def real(*command: str, count: int = 1) -> Any:
    work = WorkerPool(count, Metrics(), command or COMMAND)
    work.start()
    try:
        yield work
    finally:
        await work.stop()


async def refusal(work: WorkerPool, job: Job[..., Any], *args: Any) -> ApiError:
    with pytest.raises(ApiError) as refused:
        await work.do(job, SERVER, *args)
    return refused.value


@pytest.mark.rest
@in_loop
async def test_a_process_answers_and_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    for job in (QUICK, FILE, explain_rules):
        monkeypatch.setattr(job, "seconds", 60.0)
    async with real() as work:
        assert await work.do(QUICK, SERVER, "http://localhost/t/a") == QUICK("http://localhost/t/a")
        wrong = await refusal(work, FILE, b"x", "zh")
        assert (wrong.code, wrong.problem("zh").text[:1]) == ("records", "第")
        rules = await refusal(work, explain_rules, RulesAsked({}, "none"), "none", "zh")
        assert (rules.code, rules.status, len(rules.problem("zh").faults)) == ("rules", 422, 1)


HEAD = "from gongzhu.server.lobby import invitation\nfrom gongzhu.server.work import process\n"
TAIL = "process.Server().serve()\n"
WORN = f"{HEAD}process.WORN = 0\n{TAIL}"
SLEEPY = "import sys; sys.stdin.buffer.read()"
INSTEAD = "def bad(link: str) -> bytes:\n    {0}\ninvitation.draw_link.function = bad\n"
SPINNING = f"{HEAD}{INSTEAD.format('while True: pass')}{TAIL}"
HUNGRY = f"{HEAD}{INSTEAD.format('return bytes(bytearray(2 << 30)[:1])')}{TAIL}"
BABBLES = "import sys; sys.stdout.buffer.write(b'x' * 100); sys.stdout.buffer.flush()"


@pytest.mark.rest
@in_loop
async def test_a_process_that_has_taken_much_memory_makes_way_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QUICK, "seconds", 60.0)
    async with real(sys.executable, "-c", WORN) as work:
        for _ in range(2):
            assert await work.do(QUICK, SERVER, "x") == QUICK("x")
            await asyncio.wait_for(_gone(work), 60)


async def _gone(work: WorkerPool) -> None:
    while work._running:
        await asyncio.sleep(0)


@pytest.mark.rest
@pytest.mark.parametrize("program", [SLEEPY, SPINNING, HUNGRY, BABBLES, ""])
@in_loop
async def test_a_process_that_goes_over_its_bounds_is_ended_and_another_one_comes(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "GRACE", 0.0)
    # Long enough for a busy machine where the process is bounded otherwise.
    monkeypatch.setattr(QUICK, "seconds", 1.0 if program in (SLEEPY, SPINNING) else 240.0)
    async with real(sys.executable, "-c", program) as work:
        began = time.monotonic()
        code = (await refusal(work, QUICK, "x")).code
        assert code in ("too_costly", "busy")
        assert time.monotonic() - began < 240.0
        monkeypatch.setattr(QUICK, "seconds", 60.0)
        for worker in work._workers:
            worker._command = COMMAND
            worker.kill()
        await asyncio.wait_for(_gone(work), 60)
        assert await work.do_patiently(QUICK, SERVER, "x") == QUICK("x")
