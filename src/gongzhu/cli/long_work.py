"""Long work in the terminal: a progress bar, and Ctrl-C without loss of results."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Timer
from types import FrameType

INTERRUPTED = 130
"""The exit status by which shells recognise a program stopped by Ctrl-C."""
WITHOUT_A_WORD = 3.0
"""Seconds of silence after which a slow step is explained."""


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Catch Ctrl-C instead of interrupting the work; gives a function that returns whether it was
    pressed."""
    asked = False

    def ask(_signal: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(deals: int, *, hidden: bool = False) -> Iterator[Callable[[], object]]:
    """Show a progress bar if standard error is a terminal; gives a function that advances it by one
    deal."""
    if hidden or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield partial(bar.advance, bar.add_task("", total=deals))


@contextmanager
def told_if_slow(words: str) -> Iterator[None]:
    """Print `words` on standard error, if that is a terminal, once the work inside takes longer
    than a few seconds."""

    def tell() -> None:
        sys.stderr.write(words + "\n")
        sys.stderr.flush()

    timer = Timer(WITHOUT_A_WORD, tell)
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
