"""Servers without the wait for Python: `python -m proof.crash.fork_server` imports everything once,
and forks a process for each life that it reads from standard input, one after the other.

Each life is a server like any other: its own sockets, its own store, its own end. What happens to
it is told on standard output: `began PID`, `ready` when players are accepted, `ended STATUS` with
the exit status, negative for a signal.
"""

import gc
import importlib
import os
import select
import signal
import sys
import traceback
from typing import NoReturn

import msgspec
from msgspec import Struct

MODULES = (
    "gongzhu.store.sqlite",
    "gongzhu.store.postgres",
    "proof.crash.kill_points",
    "tests.support.unlimited_server",
)
"""What a server imports when it starts, and later."""


class Launch(Struct):
    """What is to be served, until it ends."""

    port: int
    place: str
    log: str
    """The file that its output goes to."""
    module: str = "tests.support.unlimited_server"
    """Its `serve` is the server."""
    point: str = ""
    """The point at which it kills itself, one of `proof.crash.kill_points`; empty: none."""
    passage: int = 1
    """At which passage of that point."""


encode_launch = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Launch).decode


def main() -> None:
    """Fork until standard input ends."""
    for module in MODULES:
        importlib.import_module(module)
    # What is there by now is nothing for a child to search.
    gc.collect()
    gc.freeze()
    reports = os.dup(1)
    for line in sys.stdin.buffer:
        launch = _decode(line)
        pid = os.fork()
        if pid == 0:
            _serve(launch, reports)
        os.write(reports, b"began %d\n" % pid)
        status = _end_of(pid)
        if status is None:
            return
        os.write(reports, b"ended %d\n" % status)


def _end_of(pid: int) -> int | None:
    """Wait for the end of a life; its exit status. None where it was ended because whoever wanted
    it is gone: nothing is asked for while there is a launch."""
    ended = os.pidfd_open(pid)
    ready, _, _ = select.select([ended, sys.stdin], [], [])
    os.close(ended)
    if ended not in ready:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status) if ended in ready else None


def _serve(launch: Launch, reports: int) -> NoReturn:
    log = os.open(launch.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for here, there in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(here, there)
    status = 1
    try:
        if launch.point:
            importlib.import_module("proof.crash.kill_points").arm(launch.point, launch.passage)
        serve = importlib.import_module(launch.module).serve
        serve(launch.port, launch.place, lambda: os.write(reports, b"ready\n"), processes=1)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main()
