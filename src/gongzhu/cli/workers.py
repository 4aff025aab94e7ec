"""The options of long work: how many processes share it, or the workers of which cluster."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import fail, help_text
from gongzhu.cli.compiling import compile_for
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.computing import Pool

MOST_JOBS = 256
"""More processes than this are a slip of the keyboard."""

Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", help=help_text("workers.jobs"))]
ClusterAddress = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help=help_text("workers.cluster"))
]


@contextmanager
def workers(
    jobs: int, cluster: str | None, lang: Lang, players: Iterable[str | None] = ()
) -> "Iterator[Pool]":
    """The pool that is asked for, or one clear line and the end of the program, also when the
    cluster fails in the middle of the work. `players`, as `compile_for` takes them, are those that
    will think here."""
    from gongzhu.computing import ClusterError, Pool

    if not 1 <= jobs <= MOST_JOBS:
        fail(say("cli.workers.number", lang, jobs=jobs, most=MOST_JOBS))
    if cluster is not None and jobs > 1:
        fail(say("cli.workers.one_of", lang))
    if cluster is None:
        compile_for(players, lang)
    try:
        with Pool(jobs, cluster) as pool:
            yield pool
    except ClusterError as error:
        fail(error.text(lang))
