"""Long work: a progress bar, Ctrl-C without loss of results, and the workers that share it."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from threading import Timer
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gongzhu.cli.common import fail, option, refusing
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.computing import Pool


INTERRUPTED = 130
"""The exit status by which shells recognise a program stopped by Ctrl-C."""
WITHOUT_A_WORD = 3.0
"""Seconds after which a line explains why a slow step, such as compiling, takes so long."""


MOST_JOBS = 256
"""Largest number of processes; more are taken for a typing error."""

Jobs = Annotated[int, option("cli.workers.jobs", "--jobs", "-j")]
ClusterAddress = Annotated[
    str | None, option("cli.workers.cluster", "--cluster", metavar="ADDRESS")
]
Result = TypeVar("Result")


class Stopped(typer.Exit):
    """Raised on Ctrl-C in the middle of work of which nothing is kept; unless it is caught, the
    program ends with status INTERRUPTED."""


class Work:
    """Work in steps, with a progress bar, which Ctrl-C stops between two steps."""

    def __init__(self, advance: Callable[[], object], interrupted: Callable[[], bool]) -> None:
        """`advance` moves the progress bar by one step; `interrupted` tells whether Ctrl-C was
        pressed."""
        self.advance = advance
        self.interrupted = interrupted

    def step(self) -> None:
        """Count a step. Raises Stopped if Ctrl-C was pressed."""
        self.advance()
        if self.interrupted():
            raise Stopped(INTERRUPTED)

    def each(self, results: Iterable[Result]) -> Iterator[Result]:
        """Give the results one by one, and count each as a step after it was used; ends early if
        Ctrl-C was pressed."""
        for result in results:
            yield result
            self.advance()
            if self.interrupted():
                return


@contextmanager
def long_work(steps: int, *, hidden: bool = False) -> Iterator[Work]:
    """Show a progress bar, and catch Ctrl-C, during work of so many steps."""
    with signalled(signal.SIGINT) as interrupted, progress(steps, hidden=hidden) as advance:
        yield Work(advance, interrupted)


@contextmanager
def signalled(number: signal.Signals) -> Iterator[Callable[[], bool]]:
    """Catch a signal instead of ending the program; gives a function that returns whether it has
    arrived."""
    arrived = False

    def note(*_: object) -> None:
        nonlocal arrived
        arrived = True

    before = signal.signal(number, note)
    try:
        yield lambda: arrived
    finally:
        signal.signal(number, before)


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
    """Print `words` on standard error, if that is a terminal, when the work within this context
    takes longer than a few seconds."""

    timer = Timer(WITHOUT_A_WORD, partial(print, words, file=sys.stderr, flush=True))
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def compile_for(players: Iterable[str | None], lang: Lang) -> None:
    """Compile the machine code with which some bots search (the kernels), or load it if it was
    compiled before, if any of the players uses it. `players` are names of levels, with or without a
    thinking time; None stands for an outside bot. On a terminal, a line is printed if it takes
    long."""
    from gongzhu.bots.levels import SEARCHING_LEVELS, UNSEARCHED

    names = {player.partition("@")[0] for player in players if player is not None}
    if names & {*UNSEARCHED, *SEARCHING_LEVELS}:
        _compile(lang)


@cache
def _compile(lang: Lang) -> None:
    from gongzhu.bots import warm

    with told_if_slow(say("bots.compiling", lang)):
        warm()


@contextmanager
def workers(
    jobs: int, cluster: str | None, lang: Lang, players: Iterable[str | None] = ()
) -> "Iterator[Pool]":
    """A pool of `jobs` processes, or of the workers of the cluster at this address, for use in a
    `with` block. Exits with an error message if that is not possible, or if the cluster fails
    during the work. `players` are the names of levels that will think on this machine, as in
    `compile_for`."""
    from gongzhu.computing import ClusterError, Pool

    if not 1 <= jobs <= MOST_JOBS:
        fail(say("cli.workers.number", lang, jobs=jobs, most=MOST_JOBS))
    if cluster is not None and jobs > 1:
        fail(say("cli.workers.one_of", lang))
    if cluster is None:
        compile_for(players, lang)
    with refusing(ClusterError, lang=lang), Pool(jobs, cluster) as pool:
        yield pool
