"""A worker of a group, for more players from one address, and busier ones, than any house has:
`python -m tests.support.unlimited_worker PLACE FOLDER LOG APART`, as `Supervisor` starts it; APART:
the seconds between its clock and that of the worker before it. Once it is ready it tells what its
tasks wait for, see `tests.support.task_dump`."""

import os
import sys
from functools import partial
from pathlib import Path

from gongzhu.server import serving
from gongzhu.server.app import create_app, wall_clock
from gongzhu.server.logs import set_up_logs
from gongzhu.server.supervisor import Badge
from tests.support.task_dump import dump_tasks_when_asked
from tests.support.unlimited_server import unlimited


def main() -> None:
    """Serve until SIGTERM."""
    place, folder, log, apart = sys.argv[1:]
    badge = Badge.found()
    assert badge is not None, "a supervisor starts this"
    words = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(words, stream)
    set_up_logs("json", badge.number)
    ahead = int(apart) * (badge.number - 1) * 1000
    apart_app = partial(create_app, clock=lambda: wall_clock() + ahead)
    serving.create_app = apart_app  # type: ignore[attr-defined] # for the clock
    config = unlimited(processes=0, worker=badge.membership(Path(folder)))

    def ready() -> None:
        dump_tasks_when_asked(Path(folder))
        badge.ready()

    serving.run_server(config, place, badge.listener, ready)


if __name__ == "__main__":
    main()
