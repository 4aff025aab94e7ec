"""The worker pool: queues jobs, refuses them when there are too many, gives them to workers, and
handles failures."""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal, ParamSpec, TypeVar

import structlog

from gongzhu.server.background import BackgroundTasks
from gongzhu.server.edge.limits import SERVER, Asker
from gongzhu.server.edge.problems import ApiError, ToldProblem
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.work.answering import answer_at_end, read_fault, read_refusal
from gongzhu.server.work.cluster import ClusterJobs, ClusterLost
from gongzhu.server.work.job import (
    SPARE,
    Job,
    JobAnswer,
    JobFailed,
    JobRequest,
    NotReady,
    Priority,
    nothing,
)
from gongzhu.server.work.queue import IN_LINE, JobLate, JobLost, RoundRobin, Ticket
from gongzhu.server.work.worker import Worker

P = ParamSpec("P")
R = TypeVar("R")

COMMAND = (sys.executable, "-m", "gongzhu.server.work.process")
"""Command line of a worker process."""

WAITING = {Priority.SOON: 64, Priority.BACKGROUND: 16}
"""Largest number of visitors' jobs that may wait for a worker, by priority. Beyond it, the address
with the most jobs loses one to an address with fewer, and any other new job is refused."""
BACKGROUND_OF_ONE = 4
"""Largest number of background jobs, waiting or running, of one address or one IPv6 /48 block."""
GRACE = 3.0
"""Seconds that a worker may continue with an abandoned job before it is killed. Killing and
restarting it immediately would cost a busy machine more."""
NOT_YET = 1.0
"""Seconds before a job is run again if its kernels (functions compiled to machine code) were not
ready."""
AGAIN = 3
"""Seconds after which a visitor whose job was refused is asked to repeat the request."""

PATIENCE = 1.0
"""Seconds within which all waiting bots' choices and hints should be done: their computing times
are shortened to fit."""
SLICE = 0.25
"""Longest computing time, in seconds, of a bot's choice or a hint while others wait."""
FLOOR = 0.025
"""Shortest time, in seconds, to which a bot's choice or a hint is shortened."""

log = structlog.get_logger()


class WorkerPool:
    """Gives jobs to worker processes: bots' choices first, then hints and other quick jobs, then
    the rest. Within a priority, the askers take turns (`RoundRobin`). If there are several workers,
    the first never gets background jobs. If there is only one, bots' choices and quick jobs may run
    between the steps of background jobs. All other jobs may run between the steps of long jobs."""

    def __init__(
        self,
        processes: int,
        metrics: Metrics,
        command: Sequence[str] = COMMAND,
        cluster: ClusterJobs | None = None,
    ) -> None:
        """`processes` is the number of workers, `command` the command line that starts one.
        `cluster`, if given, runs background jobs on other machines as long as it responds. Must be
        called within a running event loop."""
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._cluster = cluster
        self._workers = [
            Worker(
                (*command, SPARE) if number else command,
                self._answered,
                self._started,
                self._ended,
            )
            for number in range(processes)
        ]
        """All workers. If there are several, the first one gets no background jobs."""
        self._running: dict[Worker, dict[int, Ticket[Any]]] = {}
        """The jobs that each running worker has, by number of the request."""
        self._elsewhere = BackgroundTasks()
        self._queues = {priority: RoundRobin[Ticket[Any]]() for priority in Priority}
        self._of: Counter[str] = Counter()
        """Number of visitors' background jobs, waiting or running, by block of addresses."""
        self._number = 0
        self._stopped = False

    @property
    def processes(self) -> int:
        """Number of workers."""
        return len(self._workers)

    @property
    def working(self) -> int:
        """Number of workers that run a job."""
        return sum(map(bool, self._running.values()))

    def waiting(self, priority: Priority) -> int:
        """Number of jobs of this priority that wait for a worker."""
        return len(self._queues[priority])

    async def check(self) -> None:
        """Check that at least one worker runs, and that a worker answers if any is free. Raises
        RuntimeError if none runs, and ApiError if none answers."""
        if self._workers and not self._running:
            raise RuntimeError("no worker runs")
        if any(not jobs for jobs in self._running.values()):
            await self.do(nothing, SERVER)

    def start(self) -> None:
        """Start the worker processes. Jobs that were begun before wait for them."""
        for worker in self._workers:
            worker.start()

    async def stop(self) -> None:
        """Refuse all unfinished jobs with ApiError 503 `stopping`, and stop the workers."""
        self._stopped = True
        for queue in self._queues.values():
            while (ticket := queue.take()) is not None:
                self._refuse(ticket, "stopping")
        for jobs in self._running.values():
            for ticket in jobs.values():
                self._refuse(ticket, "stopping")
        self._elsewhere.cancel()
        await asyncio.gather(*(worker.stop() for worker in self._workers))
        if self._cluster is not None:
            await self._cluster.close()

    async def do(self, job: Job[P, R], asker: Asker, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a job for a visitor, and return its result. If the calling task is cancelled, the job
        is abandoned.

        Raises ApiError if the job refuses its arguments, and ApiError 503 if too many jobs wait,
        the job takes too long or fails, or the pool stops.
        """
        return await self.answer(self.begin(job, asker, job.pack(*args, **kwargs)))

    async def do_patiently(
        self, job: Job[P, R], asker: Asker, *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Run a job like `do`, but without a time limit for waiting, so that it is never refused
        for lack of a free worker. Raises ApiError."""
        return await self.answer(self.begin(job, asker, job.pack(*args, **kwargs), line=None))

    async def answer(self, ticket: Ticket[R]) -> R:
        """Wait for the result of a job that was begun, and return it. If the calling task is
        cancelled, the job is abandoned. Raises ApiError like `do`."""
        try:
            return await ticket.answer
        except JobLate as error:
            code: _Refusal = "busy" if ticket.handed_out is None else "too_costly"
            raise self._refusal(ticket, code) from error
        except (JobLost, JobFailed, NotReady) as error:
            log.warning("job_failed", job=ticket.job.name, why=f"{type(error).__name__} {error}")
            raise self._refusal(ticket, "too_costly") from error

    def begin(
        self,
        job: Job[..., R],
        asker: Asker,
        body: bytes,
        *,
        line: float | None = IN_LINE,
        limit: float | None = None,
        wanted: float = 0.0,
        step: Callable[[Any], None] | None = None,
    ) -> Ticket[R]:
        """Begin a job, given its encoded arguments (`Job.pack`). It may wait for a worker for
        `line` seconds (None: no limit) and run for `limit` seconds (None: the job's own limit).
        `wanted` is the number of seconds that it would like to compute. The pool may shorten them.
        0 means that it cannot be shortened. `step` is called with the job's progress.

        The future `answer` of the returned ticket gives the result, or raises ApiError, JobLost,
        JobLate, JobFailed or NotReady. Cancelling it abandons the job.
        """
        ticket = Ticket(job, body, asker, line, limit, wanted, step)
        if self._stopped:
            self._refuse(ticket, "stopping")
        elif ticket.counted and self._of[asker.block] >= BACKGROUND_OF_ONE:
            self._refuse(ticket, "busy")
        elif self._has_room(ticket):
            if line is not None:
                ticket.timer = self._loop.call_later(line, self._too_late, ticket)
            self._of[asker.block] += ticket.counted
            ticket.answer.add_done_callback(lambda _: self._settled(ticket))
            self._put(ticket)
        else:
            self._refuse(ticket, "busy")
        return ticket

    def _has_room(self, ticket: Ticket[Any]) -> bool:
        """True if the job may be queued. If need be, another waiting job is refused in its
        favour."""
        most, queue = WAITING.get(ticket.job.priority), self._queues[ticket.job.priority]
        if ticket.line is None or most is None or len(queue) < most:
            return True
        displaced = queue.displace(ticket.asker.block, lambda other: other.line is not None)
        if displaced is None:
            return False
        self._refuse(displaced, "busy")
        return True

    def _put(self, ticket: Ticket[Any]) -> None:
        self._queues[ticket.job.priority].put(*ticket.member, ticket)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give waiting jobs to free workers and to the cluster."""
        for priority in Priority:
            queue = self._queues[priority]
            while len(queue) and (free := self._free(priority)) is not None:
                ticket = queue.take()
                assert ticket is not None
                if isinstance(free, ClusterJobs):
                    self._hand_to_cluster(free, ticket)
                else:
                    self._hand(free, ticket)

    def _free(self, priority: Priority) -> Worker | ClusterJobs | None:
        """The worker, or the cluster, that can run a job of this priority now, or None if all that
        may run it are busy."""
        if priority < Priority.BACKGROUND:
            return self._worker_for_urgent()
        if self._cluster is not None and self._cluster.has_room:
            return self._cluster
        return self._worker_for_background(priority)

    def _worker_for_urgent(self) -> Worker | None:
        """The first free worker. If there is only one worker, it also counts as free while it has
        only background jobs. None if there is none."""
        for worker in self._workers:
            jobs = self._running.get(worker)
            if jobs is not None and (
                not jobs or (self.processes == 1 and all(one.background for one in jobs.values()))
            ):
                return worker
        return None

    def _worker_for_background(self, priority: Priority) -> Worker | None:
        """A free worker for a background or long job: not the first one, which is reserved for
        urgent jobs, unless it is the only one. For a background job, a worker that has only long
        jobs counts as free too. None if there is none."""
        spare = [
            (worker, self._running[worker].values())
            for worker in self._workers[min(1, self.processes - 1) :]
            if worker in self._running
        ]
        free = [worker for worker, jobs in spare if not jobs]
        if priority is not Priority.LONG:
            free += [
                worker
                for worker, jobs in spare
                if all(ticket.job.priority is Priority.LONG for ticket in jobs)
            ]
        return next(iter(free), None)

    def _hand(self, worker: Worker, ticket: Ticket[Any]) -> None:
        self._number += 1
        self._running[worker][self._number] = ticket
        ticket.stop_timer()
        ticket.handed_out = self._loop.time()
        if ticket.wanted:
            cap = self._cap(ticket)
            if cap < ticket.wanted:
                ticket.cap = cap
                self._metrics.shortened_thoughts.inc()
        limit = ticket.job.seconds if ticket.limit is None else ticket.limit
        limit += ticket.cap or ticket.wanted
        ticket.timer = self._loop.call_later(limit, self._settle, ticket, JobLate())
        worker.send(JobRequest(self._number, ticket.job.name, ticket.body, ticket.cap))

    def _cap(self, ticket: Ticket[Any]) -> float:
        """Seconds that a bot's choice or a hint may compute. If no job waits, this is the wanted
        time. Otherwise it is PATIENCE · workers / (waiting jobs + 1), but at least FLOOR and at
        most SLICE."""
        waiting = self.waiting(Priority.TURN) + self.waiting(Priority.SOON)
        if not waiting:
            return ticket.wanted
        return max(FLOOR, min(SLICE, PATIENCE * self.processes / (waiting + 1)))

    def _hand_to_cluster(self, cluster: ClusterJobs, ticket: Ticket[Any]) -> None:
        ticket.stop_timer()
        ticket.handed_out = self._loop.time()
        task = self._elsewhere.start(self._do_elsewhere(cluster, ticket))
        ticket.answer.add_done_callback(lambda _: task.cancel())

    async def _do_elsewhere(self, cluster: ClusterJobs, ticket: Ticket[Any]) -> None:
        try:
            answer = await cluster.do(
                ticket.job.seconds, answer_at_end, ticket.job.name, ticket.body
            )
        except ClusterLost:
            # The local workers do the job instead.
            if not ticket.answer.done():
                ticket.handed_out = None
                self._put(ticket)
            return
        except TimeoutError:
            self._settle(ticket, JobLate())
        else:
            self._take(ticket, answer)
        self._hand_out()

    def _started(self, worker: Worker) -> None:
        self._running[worker] = {}
        self._hand_out()

    def _ended(self, worker: Worker) -> None:
        for ticket in self._running.pop(worker, {}).values():
            self._settle(ticket, JobLost())

    def _answered(self, worker: Worker, answer: JobAnswer) -> None:
        jobs = self._running[worker]
        if answer.outcome == "step":
            ticket = jobs.get(answer.number)
            if ticket is not None and ticket.step is not None and not ticket.answer.done():
                ticket.step(ticket.job.read_progress(answer.body))
            return
        ticket = jobs.pop(answer.number, None)
        if answer.last:
            # The worker is about to end, so it gets no more jobs.
            del self._running[worker]
        if ticket is not None:
            if ticket.handed_out is not None:
                self._metrics.job_seconds.observe(self._loop.time() - ticket.handed_out)
            self._take(ticket, answer)
        self._hand_out()

    def _take(self, ticket: Ticket[Any], answer: JobAnswer) -> None:
        """Pass a worker's final answer on to the caller. If the kernels of a background job were
        not compiled, the job is queued again NOT_YET seconds later instead."""
        match answer.outcome:
            case "done":
                self._settle(ticket, result=ticket.job.read_result(answer.body))
            case "refused":
                refusal = read_refusal(answer.body)
                self._settle(ticket, ToldProblem(refusal.status, refusal.problem))
            case "failed":
                fault = read_fault(answer.body)
                self._settle(ticket, JobFailed(fault.error, fault.failure, fault.stderr))
            case _ if ticket.background and not ticket.answer.done():
                ticket.stop_timer()
                ticket.handed_out = None
                self._loop.call_later(NOT_YET, self._try_again, ticket)
            case _:
                self._settle(ticket, NotReady())

    def _try_again(self, ticket: Ticket[Any]) -> None:
        if not ticket.answer.done():
            self._put(ticket)

    def _settle(
        self, ticket: Ticket[Any], error: Exception | None = None, *, result: Any = None
    ) -> None:
        if ticket.answer.done():
            return
        if error is not None:
            ticket.answer.set_exception(error)
        else:
            self._metrics.jobs.labels(ticket.job.label, "done").inc()
            ticket.answer.set_result(result)

    def _settled(self, ticket: Ticket[Any]) -> None:
        """Clean up after a job that is answered or abandoned: remove it from the queue, or kill its
        worker later if that is still busy with it."""
        ticket.stop_timer()
        if ticket.counted:
            self._of[ticket.asker.block] -= 1
            if not self._of[ticket.asker.block]:
                del self._of[ticket.asker.block]
        if ticket.answer.cancelled():
            self._metrics.jobs.labels(ticket.job.label, "given_up").inc()
        if self._queues[ticket.job.priority].remove(*ticket.member, ticket):
            return
        for worker, jobs in self._running.items():
            for number, other in jobs.items():
                if other is ticket:
                    self._loop.call_later(GRACE, self._end, worker, number)

    def _too_late(self, ticket: Ticket[Any]) -> None:
        """End a job with JobLate if it still waits for a worker."""
        if ticket.handed_out is None:
            self._settle(ticket, JobLate())

    def _end(self, worker: Worker, number: int) -> None:
        """Kill a worker if it is still busy with the request of this number."""
        if number in self._running.get(worker, ()):
            log.warning("worker_killed")
            worker.kill()

    def _refuse(self, ticket: Ticket[Any], code: "_Refusal") -> None:
        if not ticket.answer.done():
            ticket.answer.set_exception(self._refusal(ticket, code))

    def _refusal(self, ticket: Ticket[Any], code: "_Refusal") -> ApiError:
        self._metrics.jobs.labels(ticket.job.label, code).inc()
        return ApiError(503, code, retry_after=AGAIN if code == "busy" else None)


_Refusal = Literal["busy", "too_costly", "stopping"]
