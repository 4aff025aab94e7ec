"""The process that does costly work: `python -m gongzhu.server.clerk` answers on standard output
what it is asked on standard input, and ends with it. It works within bounds of its own, and ends
when a job goes over them."""

import math
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from gongzhu.server.clerks.jobs import LENGTH, Answer, pack, read_job
from gongzhu.server.clerks.work import do

CPU_SECONDS = 5
"""Processor time of one job, rounded up to a whole second."""
MEMORY = 1 << 30
"""Bytes of addresses, most of them never used."""
WORN = 160 << 20
"""Bytes that a process may keep after a job: with more, another one takes its place."""
NICENESS = 5
"""Moves come first."""


def serve() -> None:
    """Answer until the server lets go."""
    # A terminal sends Ctrl-C to the whole group; the server ends its clerks itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Where the system forbids even that, the work is done all the same.
    with suppress(OSError):
        os.nice(NICENESS)
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))
    while (body := _read(sys.stdin.buffer)) is not None:
        _limit_processor()
        found = do(read_job(body))
        last = _memory() > WORN
        sys.stdout.buffer.write(pack(Answer(found, last)))
        sys.stdout.buffer.flush()
        if last:
            return


def _memory() -> int:
    """Bytes that this process has; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def _read(stream: BinaryIO) -> bytes | None:
    """The next frame; None at the end of the stream."""
    head = stream.read(LENGTH)
    return stream.read(int.from_bytes(head, "big")) if len(head) == LENGTH else None


def _limit_processor() -> None:
    """The system ends the process when the job that comes has taken so much."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = math.ceil(used.ru_utime + used.ru_stime) + CPU_SECONDS
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, most))


if __name__ == "__main__":
    serve()
