"""Long work in the terminal: a bar that shows how far it is, and Ctrl-C that loses nothing."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Timer
from types import FrameType

INTERRUPTED = 130
"""The exit status that shells know for a program stopped by Ctrl-C."""
WITHOUT_A_WORD = 3.0
"""Seconds."""


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Ctrl-C no longer breaks off what is being done: it only turns the answer to True."""
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
    """A bar on standard error where that is a terminal, and what moves it on by a deal."""
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
    """Words on standard error, where that is a terminal, once the work takes longer than it is to
    be waited for without a word."""

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
