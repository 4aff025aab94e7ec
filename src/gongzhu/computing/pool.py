"""A pool that does the same thing to many items, and gives the results in their order."""

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
"""Chunks queued for each worker, so that none waits for another's long one."""
CHUNK_SECONDS, CLUSTER_CHUNK_SECONDS = 0.2, 1.0
"""Time that a chunk should take: long beside the way there and back, short beside Ctrl-C. A cluster
takes some 15 ms of the processor for each."""
MOST_LOSSES = 3
"""Times in a row that processes may be lost over the same chunk."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Chunk(Struct, Generic[Item, Result], eq=False):
    """Items that a worker has, or will have."""

    items: list[Item]
    done: Future[tuple[list[Result], float]] | None = None
    """The results, and the seconds that they took; None where no worker was given them."""


class Pool:
    """Workers that are begun when they are first needed, and end with the context.

    A chunk of work whose worker is lost is given to another one. Results do not depend on the
    workers, nor on how many there are.
    """

    def __init__(self, jobs: int = 1, cluster: str | None = None) -> None:
        """`jobs`: processes of this machine; 1: this one alone. `cluster`: the address of a Dask
        scheduler, whose workers do it instead.

        Raises ClusterError."""
        self._jobs = jobs
        self._cluster = None if cluster is None else Cluster(cluster)
        self._executor: Executor | None = None
        self._undone: set[Future[Any]] = set()
        """The chunks that were given out and have not come back."""

    @property
    def alone(self) -> bool:
        """True if all is done in this process."""
        return self._jobs == 1 and self._cluster is None

    def map(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """The results for the items, in their order; only a few items more are taken than have
        results. `function` and items can be pickled.

        Raises what the function raises, BrokenExecutor where its processes are lost again and
        again."""
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
        """Have enough chunks waiting, and all of them given out."""
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
        """Chunks that are worked on at the same time."""
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
        """End the workers; those of this machine at once, though they be in the middle of a chunk,
        since nobody waits for it any more."""
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
"""This process alone."""


def _size_after(size: int, seconds: float, wanted: float) -> int:
    """The items of the next chunk, after a chunk of this size that took so long; it grows twofold
    at most."""
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
"""Held while this process does a chunk: bots and kernels are not for several threads at once."""


def _do(
    asked_by: str, function: Callable[[Item], Result], items: list[Item]
) -> tuple[list[Result], float]:
    """The results for some items, and the seconds that they took. Raises ClusterError."""
    check_version(asked_by)
    with _BUSY:
        begun = time.perf_counter()
        results = [function(item) for item in items]
        return results, time.perf_counter() - begun


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of the terminal; the first one alone decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
