"""The server as tests start it: its workers load their kernels when somebody first needs them. To
load all of them takes seconds of a processor at every start, and most tests need none.

`python -m tests.support.lazy_kernels serve …` is `gongzhu serve …`; else it is a worker.
"""

import os
import sys
import threading

from gongzhu.server.work import choosing
from tests.support.serving import LAZY


def use_lazy_workers() -> None:
    """Have servers of this process start such workers."""
    # Workers need nothing of it.
    from gongzhu.server import serving

    serving.COMMAND = LAZY  # type: ignore[attr-defined] # by the name that it reads


class Wanted(threading.Event):
    """Set once kernels are loaded, which begins when somebody first waits for it."""

    _begin = threading.Lock()

    def wait(self, timeout: float | None = None) -> bool:
        """Load the kernels at the first call, then wait as any `threading.Event` does."""
        if self._begin.acquire(blocking=False):
            choosing.warm_up()
        return super().wait(timeout)


def work() -> None:
    """Be a worker."""
    choosing._cold.set()
    choosing.BOTS, choosing.REVIEWS = Wanted(), Wanted()
    from gongzhu.server.work import process

    choosing.OUTSIDE.start(sys.argv)
    process.Server().serve()
    sys.stdout.buffer.flush()
    os._exit(0)


if __name__ == "__main__":
    if "serve" in sys.argv:
        from gongzhu.cli.main import main

        use_lazy_workers()
        main()
    else:
        work()
