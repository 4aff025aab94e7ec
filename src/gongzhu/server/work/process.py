"""The worker process: `python -m gongzhu.server.work.process` does the jobs that it is sent on
standard input, answers on standard output, and ends with its input.

With `--warm` it compiles all kernels at once, beside the jobs.
"""

import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from queue import SimpleQueue

from msgspec.structs import replace

from gongzhu.rules import RuleError
from gongzhu.server.problems import ApiError
from gongzhu.server.work.choosing import OUTSIDE
from gongzhu.server.work.job import (
    Answer,
    Fault,
    JobFailed,
    NotReady,
    Priority,
    Refusal,
    Request,
    find_job,
    frame,
    pack,
    read_frame,
    read_request,
)
from gongzhu.server.work.kernels import warm_up

WARM = "--warm"
SPARE = "--spare"
"""For a worker that may have background jobs beside one that has none."""
NICENESS, SPARE_NICENESS = 5, 15
"""The server itself comes first, and bots' turns before background jobs."""
MEMORY = 1 << 30
"""Bytes of addresses that a job may add to those of the process."""
WORN = 700 << 20
"""Bytes of memory after which a process ends and another one takes its place; with all kernels one
has about 460 MB at most."""


def answer(request: Request, step: Callable[[bytes], None]) -> Answer:
    """Do a job; `step` is called after each of its steps, with its progress or nothing."""
    number, found = request.number, find_job(request.name)
    try:
        steps = found.run(request.body, request.cap)
        while True:
            try:
                step(next(steps))
            except StopIteration as end:
                return Answer(number, "done", end.value)
    except NotReady:
        return Answer(number, "not_ready")
    except (ApiError, RuleError) as error:
        refusal = ApiError(422, "rules", faults=error) if isinstance(error, RuleError) else error
        problem = refusal.problem(found.language(request.body))
        return Answer(number, "refused", pack(Refusal(refusal.status, problem)))
    except JobFailed as error:
        return Answer(number, "failed", pack(Fault(error.error, error.failure, error.stderr)))
    except Exception as error:  # whatever a job does wrong, others go on
        return Answer(number, "failed", pack(Fault(type(error).__name__, "failed")))


class Server:
    """Does jobs until the server closes the pipe."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[Request] = SimpleQueue()

    def serve(self) -> None:
        """Do jobs until the input ends."""
        # Ctrl-C reaches the whole group of a terminal; the server ends its workers itself.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with suppress(OSError):  # where the system forbids even that
            os.nice(SPARE_NICENESS if SPARE in sys.argv else NICENESS)
        # Read beside the work, so that a job that hangs does not outlive a server that was killed.
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            found = self._do(self._requests.get())
            last = _pages(1) > WORN
            _write(replace(found, last=last))
            if last:
                return

    def _read(self) -> None:
        try:
            while (body := read_frame(sys.stdin.buffer)) is not None:
                self._requests.put(read_request(body))
        finally:
            os._exit(0)

    def _do(self, request: Request) -> Answer:
        def step(progress: bytes) -> None:
            if progress:
                _write(Answer(request.number, "step", progress))
            # Only what is more urgent is sent to a worker that has a job.
            while not self._requests.empty():
                _write(self._do(self._requests.get()))

        turn = find_job(request.name).priority is Priority.TURN
        with nullcontext() if turn else bounded_memory():
            return answer(request, step)


def _write(message: Answer) -> None:
    sys.stdout.buffer.write(frame(message))
    sys.stdout.buffer.flush()


@contextmanager
def bounded_memory() -> Iterator[None]:
    """Let the process have `MEMORY` bytes more at most; beyond that is a MemoryError."""
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    size = _pages(0)
    if not size:
        yield
        return
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))


def _pages(field: int) -> int:
    """Bytes of a field of /proc/self/statm: 0 for addresses, 1 for resident memory; 0 where the
    system does not say."""
    try:
        fields = Path("/proc/self/statm").read_text("ascii").split()
    except OSError:
        return 0
    return int(fields[field]) * resource.getpagesize()


if __name__ == "__main__":
    if WARM in sys.argv:
        warm_up()
    OUTSIDE.start(sys.argv)
    Server().serve()
    sys.stdout.buffer.flush()
    os._exit(0)
