"""A pool of workers that applies a function to many items and yields the results in order."""

import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from threading import Lock
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from msgspec import Struct

from gongzhu.computing.cluster import Cluster, check_version, lost_cluster, version

AHEAD = 2
"""Number of chunks queued for each worker, so that no worker is idle while another one computes a
long chunk."""
CHUNK_SECONDS, CLUSTER_CHUNK_SECONDS = 0.2, 1.0
"""Target duration in seconds of a chunk (the items that one worker computes together): long
compared with sending it, and short enough that Ctrl-C takes effect quickly. The second value is for
clusters, where each chunk costs about 15 ms of processor time."""
MOST_LOSSES = 3
"""Number of times in a row that the pool restarts its workers after losing some of them."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Chunk(Struct, Generic[Item, Result], eq=False):
    """Consecutive items that one worker computes together."""

    items: list[Item]
    done: Future[tuple[list[Result], float]] | None = None
    """Future of the results and the seconds that they took, or None until the chunk is
    submitted."""


class Pool:
    """A context manager with a pool of workers, which start when first needed and stop at the end
    of the context.

    The work of a lost worker is given to another one. Results do not depend on the number of
    workers.
    """

    def __init__(self, jobs: int = 1, cluster: str | None = None) -> None:
        """`jobs` is the number of processes on this machine. 1 means that all work is done in the
        calling process. `cluster` is the address of a Dask scheduler whose workers are used
        instead.

        Raises ClusterError if that address is not allowed.
        """
        self._jobs = jobs
        self._cluster = None if cluster is None else Cluster(cluster)
        self._executor: Executor | None = None
        self._undone: set[Future[Any]] = set()

    @property
    def alone(self) -> bool:
        """True if all work is done in the calling process."""
        return self._jobs == 1 and self._cluster is None

    def map(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """Yields `function(item)` for every item, in order. Items are taken from `items` only
        slightly ahead of the results, so it may be endless. The function and the items must be
        picklable unless the pool is `alone`.

        Raises any exception of the function, ClusterError, and BrokenExecutor if workers are lost
        more than MOST_LOSSES times in a row.
        """
        if self.alone:
            yield from map(function, items)
            return
        left, size, losses = iter(items), 1, 0
        waiting: deque[_Chunk[Item, Result]] = deque()
        try:
            while True:
                try:
                    self._fill(waiting, function, left, size)
                    if not waiting:
                        return
                    results, seconds = _done(waiting[0])
                except BrokenExecutor:
                    losses += 1
                    if losses > MOST_LOSSES:
                        raise
                    self._end()
                    for chunk in waiting:
                        chunk.done = None
                    continue
                losses = 0
                size = _size_after(len(waiting.popleft().items), seconds, self._chunk_seconds)
                yield from results
        finally:
            for chunk in waiting:
                if chunk.done is not None:
                    chunk.done.cancel()

    def _fill(
        self,
        waiting: deque[_Chunk[Item, Result]],
        function: Callable[[Item], Result],
        left: Iterator[Item],
        size: int,
    ) -> None:
        """Make chunks of `size` items from `left` until `AHEAD` chunks per worker are in `waiting`,
        and submit those that are not yet submitted."""
        while len(waiting) < AHEAD * self._width and (items := list(islice(left, size))):
            waiting.append(_Chunk(items))
        for chunk in waiting:
            if chunk.done is None:
                chunk.done = self._running().submit(_do, version(), function, chunk.items)
                self._undone.add(chunk.done)
                chunk.done.add_done_callback(self._undone.discard)

    @property
    def _chunk_seconds(self) -> float:
        return CHUNK_SECONDS if self._cluster is None else CLUSTER_CHUNK_SECONDS

    @property
    def _width(self) -> int:
        """Number of chunks that can be computed at the same time."""
        return self._jobs if self._cluster is None else self._cluster.width

    def _running(self) -> Executor:
        if self._executor is None:
            if self._cluster is None:
                context = get_context("spawn")
                self._executor = ProcessPoolExecutor(
                    self._jobs, mp_context=context, initializer=_ignore_interrupts
                )
            else:
                self._executor = self._cluster.executor()
        return self._executor

    def _end(self) -> None:
        """Stop the workers. Local processes are terminated even in the middle of a chunk, since its
        result is no longer needed."""
        executor, self._executor = self._executor, None
        if not isinstance(executor, ProcessPoolExecutor):
            return
        working = [future for future in tuple(self._undone) if not future.cancel()]
        if working:
            # From Python 3.14 on this is `terminate_workers`.
            for process in tuple((executor._processes or {}).values()):
                process.terminate()
        executor.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()
        if self._cluster is not None:
            self._cluster.close()


HERE = Pool()
"""A pool without workers, which does all work in the calling process."""


def _size_after(size: int, seconds: float, wanted: float) -> int:
    """The number of items for the next chunk, at least 1, from the size and duration of the last
    chunk and the `wanted` duration in seconds. It at most doubles."""
    fitting = size * wanted / max(seconds, 1e-9)
    return max(1, int(min(fitting, 2 * size)))


def _done(chunk: _Chunk[Item, Result]) -> tuple[list[Result], float]:
    assert chunk.done is not None, "it was given out"
    try:
        return chunk.done.result()
    except Exception as error:
        if lost := lost_cluster(error):
            raise lost from error
        raise


_BUSY = Lock()
"""Held while this process computes a chunk, because bots and kernels are not thread-safe."""


def _do(
    asked_by: str, function: Callable[[Item], Result], items: list[Item]
) -> tuple[list[Result], float]:
    """The results of `function` for some items, and the seconds that all of them took together.
    Runs in a worker. `asked_by` is the version of the program that sent the items. Raises
    ClusterError if this worker has another version."""
    check_version(asked_by)
    with _BUSY:
        begun = time.perf_counter()
        results = [function(item) for item in items]
        return results, time.perf_counter() - begun


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker process: the terminal sends the signal to every process, but only
    the main process should handle it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
