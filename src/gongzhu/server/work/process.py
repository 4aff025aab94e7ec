"""The worker process, `python -m gongzhu.server.work.process`: reads jobs from standard input, runs
them, writes answers to standard output, and ends when its input ends.

With `--warm` it starts to compile all kernels immediately, while it runs jobs.
"""

import os
import resource
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from queue import SimpleQueue

from msgspec.structs import replace

from gongzhu.server.work.answering import answer
from gongzhu.server.work.choosing import OUTSIDE, warm_up
from gongzhu.server.work.job import (
    SPARE,
    WARM,
    JobAnswer,
    JobRequest,
    Priority,
    find_job,
    frame,
    read_frame,
    read_request,
)

NICENESS, SPARE_NICENESS = 5, 15
"""Scheduling niceness of the first worker and of the others: the server itself comes first, then
bots' turns, then background jobs."""
MEMORY = 1 << 30
"""Bytes of address space that a job may use in addition to what the process has."""
WORN = 700 << 20
"""Bytes of resident memory above which a worker ends, to be replaced by a new one. With all
kernels, a worker normally has at most about 460 MB."""


class Server:
    """Runs jobs that arrive through standard input, until its other end is closed."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[JobRequest] = SimpleQueue()

    def serve(self) -> None:
        """Run jobs until the input ends, or until this process uses more than WORN bytes."""
        # Ctrl-C reaches the whole group of a terminal; the server ends its workers itself.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with suppress(OSError):  # some systems forbid this
            os.nice(SPARE_NICENESS if SPARE in sys.argv else NICENESS)
        # A thread reads the input, so that this process ends with a killed server even during a job
        # that hangs.
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

    def _do(self, request: JobRequest) -> JobAnswer:
        """Run a job. Between its steps, more urgent jobs that have arrived are run and answered."""

        def step(progress: bytes) -> None:
            if progress:
                _write(JobAnswer(request.number, "step", progress))
            # A worker that has a job is only sent more urgent ones.
            while not self._requests.empty():
                _write(self._do(self._requests.get()))

        turn = find_job(request.name).priority is Priority.TURN
        with nullcontext() if turn else bounded_memory():
            return answer(request, step)


def _write(message: JobAnswer) -> None:
    sys.stdout.buffer.write(frame(message))
    sys.stdout.buffer.flush()


@contextmanager
def bounded_memory() -> Iterator[None]:
    """Within the context, limit the address space of the process to MEMORY bytes more than it has.
    An allocation beyond that raises MemoryError. Does nothing on systems without
    /proc/self/statm."""
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
    """A field of /proc/self/statm, converted to bytes: field 0 is the address space, field 1 the
    resident memory. 0 if the system has no such file."""
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
