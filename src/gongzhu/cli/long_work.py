"""Helpers for commands that work for a long time: a progress bar, Ctrl-C without loss of results,
and a pool of worker processes."""

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
"""Seconds after which a slow step, such as compiling, is explained by a line of text."""


MOST_JOBS = 256
"""Greatest number of worker processes that can be asked for. A larger number is refused, since it
is probably a typing error."""

Jobs = Annotated[int, option("cli.workers.jobs", "--jobs", "-j")]
ClusterAddress = Annotated[
    str | None, option("cli.workers.cluster", "--cluster", metavar="ADDRESS")
]
Result = TypeVar("Result")


class Stopped(typer.Exit):
    """Raised by `Work.step` on Ctrl-C. If it is not caught, the program ends with status 130
    (INTERRUPTED)."""


class Work:
    """The progress of work that is done in steps, as `long_work` gives it. Ctrl-C stops the work
    between two steps."""

    def __init__(self, advance: Callable[[], object], interrupted: Callable[[], bool]) -> None:
        """`advance` moves the progress bar by one step. `interrupted` returns True once Ctrl-C was
        pressed."""
        self.advance = advance
        self.interrupted = interrupted

    def step(self) -> None:
        """Count one finished step. Raises Stopped if Ctrl-C was pressed."""
        self.advance()
        if self.interrupted():
            raise Stopped(INTERRUPTED)

    def each(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield the results one by one, and count each as a step when the next one is asked for.
        Ends early, without an error, if Ctrl-C was pressed."""
        for result in results:
            yield result
            self.advance()
            if self.interrupted():
                return


@contextmanager
def long_work(steps: int, *, hidden: bool = False) -> Iterator[Work]:
    """Show a progress bar of `steps` steps unless `hidden`, and catch Ctrl-C, within this
    context."""
    with signalled(signal.SIGINT) as interrupted, progress(steps, hidden=hidden) as advance:
        yield Work(advance, interrupted)


@contextmanager
def signalled(number: signal.Signals) -> Iterator[Callable[[], bool]]:
    """Within this context, the signal does not end the program. Yields a function that returns True
    once the signal has arrived."""
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
    """Show a progress bar of `deals` steps if standard error is a terminal, unless `hidden`. Yields
    a function that advances it by one step."""
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
    """If the work within this context takes longer than WITHOUT_A_WORD seconds and standard error
    is a terminal, print `words` there."""

    timer = Timer(WITHOUT_A_WORD, partial(print, words, file=sys.stderr, flush=True))
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def compile_for(players: Iterable[str | None], lang: Lang) -> None:
    """Compile the machine code with which some bots search, or load it from the cache, if one of
    `players` needs it. `players` are names of levels, with or without a thinking time such as
    `@10ms`. None stands for an outside bot."""
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
    """A pool of `jobs` processes, or of the workers of the Dask cluster at the address `cluster`,
    which is closed with this context. `players` are the levels that will play on this machine, as
    for `compile_for`. Exits with status 2 if the number of jobs is invalid or the cluster cannot be
    used or fails."""
    from gongzhu.computing import ClusterError, Pool

    if not 1 <= jobs <= MOST_JOBS:
        fail(say("cli.workers.number", lang, jobs=jobs, most=MOST_JOBS))
    if cluster is not None and jobs > 1:
        fail(say("cli.workers.one_of", lang))
    if cluster is None:
        compile_for(players, lang)
    with refusing(ClusterError, lang=lang), Pool(jobs, cluster) as pool:
        yield pool
