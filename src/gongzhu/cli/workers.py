"""The options of long work: the number of processes that share it, or the cluster whose workers
do."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from gongzhu.cli.common import fail, option
from gongzhu.cli.compiling import compile_for
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.computing import Pool

MOST_JOBS = 256
"""Largest number of processes; more are taken for a typing error."""

Jobs = Annotated[int, option("cli.workers.jobs", "--jobs", "-j")]
ClusterAddress = Annotated[
    str | None, option("cli.workers.cluster", "--cluster", metavar="ADDRESS")
]


@contextmanager
def workers(
    jobs: int, cluster: str | None, lang: Lang, players: Iterable[str | None] = ()
) -> "Iterator[Pool]":
    """The worker pool asked for. Exits with an error message if it is not possible, or if the
    cluster fails during the work. `players` are those that will think on this machine, as in
    `compile_for`."""
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
