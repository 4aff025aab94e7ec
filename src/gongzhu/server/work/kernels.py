"""Whether the kernels that look ahead are compiled in this process."""

import threading

_cold = threading.Event()
"""Set where they are being compiled; a process that does not do so compiles what it needs."""
BOTS = threading.Event()
"""Set when all that bots need is compiled."""
REVIEWS = threading.Event()
"""Set when all that reviews need is compiled too."""


def warm_up() -> None:
    """Begin to compile or load all kernels, in a thread."""
    _cold.set()
    threading.Thread(target=_warm_up, daemon=True).start()


def ready(what: threading.Event, seconds: float) -> bool:
    """Wait so many seconds at most until kernels are compiled; False if they are not."""
    return not _cold.is_set() or what.wait(seconds)


def _warm_up() -> None:
    # What fails here fails again where it is used, and is reported there.
    try:
        from gongzhu.bots import warm

        warm()
    finally:
        BOTS.set()
    try:
        from gongzhu.review import warming

        warming.warm()
    finally:
        REVIEWS.set()
