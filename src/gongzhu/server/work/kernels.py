"""Compiling, in this process, the kernels with which bots and reviews look ahead."""

import threading

_cold = threading.Event()
"""Set if this process compiles all kernels in advance; otherwise each is compiled when needed."""
BOTS = threading.Event()
"""Set when all kernels that bots need are compiled."""
REVIEWS = threading.Event()
"""Set when all kernels that reviews need are compiled too."""


def warm_up() -> None:
    """Start a thread that compiles all kernels, or loads them from the cache."""
    _cold.set()
    threading.Thread(target=_warm_up, daemon=True).start()


def ready(what: threading.Event, seconds: float) -> bool:
    """Wait for at most so many seconds until kernels (`BOTS` or `REVIEWS`) are compiled; False if
    they are not by then."""
    return not _cold.is_set() or what.wait(seconds)


def _warm_up() -> None:
    # An error here happens again when the kernel is used, and is reported then.
    try:
        from gongzhu.bots import warm

        warm()
    finally:
        BOTS.set()
    try:
        from gongzhu import review

        review.warm()
    finally:
        REVIEWS.set()
