"""The options of long work outside the program: its processes, or the workers of a cluster."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from gongzhu.computing import Pool


def add_workers(parser: ArgumentParser, jobs: int = 1) -> None:
    """Let the work take `--jobs`, so many unless told otherwise, or `--cluster`."""
    parser.add_argument("--jobs", type=int, default=jobs, help="processes that share it")
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="a Dask scheduler, whose workers run in a checkout of this repository",
    )


def asked_pool(asked: Namespace) -> Pool:
    """The pool that the options ask for. Raises ClusterError."""
    return Pool(asked.jobs, asked.cluster)


def given_workers(asked: Namespace) -> Sequence[str]:
    """The options as they are given on to a command of the program."""
    if asked.cluster is not None:
        return ("--cluster", asked.cluster)
    return ("--jobs", str(asked.jobs))
