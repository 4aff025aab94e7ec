"""Runs background jobs on a Dask cluster: `gongzhu serve --cluster ADDRESS`."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from threading import Lock
from typing import ParamSpec, TypeVar

import structlog

from gongzhu.computing.cluster import Cluster, check_version, version

P = ParamSpec("P")
R = TypeVar("R")

RETRY = 60.0
"""Seconds before a cluster that was lost is used again."""

log = structlog.get_logger()


class ClusterLost(Exception):
    """The Dask cluster does not respond, or cannot be used. The job must run on a local worker."""


class ClusterJobs:
    """Sends jobs to the workers of a cluster, at most as many at the same time as the workers have
    threads."""

    def __init__(self, address: str) -> None:
        """`address` is that of the Dask scheduler. Raises ClusterError for an address on another
        machine without TLS."""
        self._cluster = Cluster(address)
        self._width = 1
        self._running = 0
        self._lost_until = 0.0
        self._reported = False

    @property
    def has_room(self) -> bool:
        """True if the cluster can run one more job now."""
        here = asyncio.get_running_loop().time() >= self._lost_until
        return here and self._running < self._width

    async def do(self, seconds: float, work: Callable[P, R], *args: P.args, **_: P.kwargs) -> R:
        """Call `work` with these arguments on the cluster, and return its result. Raises
        ClusterLost, and TimeoutError after `seconds`."""
        self._running += 1
        try:
            async with asyncio.timeout(seconds):
                executor, self._width = await asyncio.to_thread(self._connect)
                done = executor.submit(_do, version(), work, *args)
                found: R = await asyncio.wrap_future(done)
                self._reported = False
                return found
        except TimeoutError:
            raise
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            # Dask cancels the jobs that it was sent when the scheduler is gone.
            self._lose(error)
            raise ClusterLost from error
        except Exception as error:
            self._lose(error)
            raise ClusterLost from error
        finally:
            self._running -= 1

    def _connect(self) -> tuple[Executor, int]:
        executor = self._cluster.executor()
        return executor, self._cluster.width

    def _lose(self, error: BaseException) -> None:
        if not self._reported:
            log.warning("cluster_lost", address=self._cluster.address, why=repr(error))
        self._reported = True
        self._lost_until = asyncio.get_running_loop().time() + RETRY

    async def close(self) -> None:
        """Close the connection to the cluster."""
        await asyncio.to_thread(self._cluster.close)


_BUSY = Lock()
"""Held while a job runs, since kernels must not run in several threads at the same time."""


def _do(asked_by: str, work: Callable[..., R], *args: object) -> R:
    """Call a function. This is executed in a worker of the cluster. `asked_by` is the version of
    the server. Raises ClusterError if it differs from the worker's."""
    check_version(asked_by)
    with _BUSY:
        return work(*args)
