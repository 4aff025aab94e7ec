"""Metrics of the server process: the delay of its event loop, the lengths of its queues, and the
processor time and memory that it and its child processes use."""

import asyncio
import errno
import os
import resource
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

import structlog
from msgspec import Struct
from prometheus_client import Counter, Gauge, Histogram, Metric, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector, CollectorRegistry

EVERY = 0.25
"""Seconds between two measurements of the event loop."""
DESCRIPTORS_EVERY = 8
"""Number of measurements of the event loop between two checks of the file descriptors."""
_LATE = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
log = structlog.get_logger()


class Usage(Struct):
    """The resources that a group of processes uses."""

    seconds: float = 0.0
    """Processor time in seconds, including that of child processes that have ended."""
    resident: int = 0
    """Resident memory in bytes."""
    count: int = 0
    """Number of processes."""


class Vitals:
    """Measures the server process regularly, and adds the results to the metrics."""

    def __init__(
        self,
        registry: CollectorRegistry,
        waiting: dict[str, Callable[[], int]],
        working: Callable[[], int],
    ) -> None:
        """`waiting` has, for the name of each queue, a function that returns the queue's length;
        `working` returns the number of busy workers."""
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        seconds = partial(Histogram, registry=registry, buckets=_LATE)
        self._lag = seconds("gongzhu_loop_lag_seconds", "How late the loop came to what was due")
        self._exhausted = counter(
            "gongzhu_descriptors_exhausted", "Looks at which no descriptor was left"
        )
        queues = gauge("gongzhu_waiting", "What waits, by queue", ["queue"])
        for name, length in waiting.items():
            queues.labels(name).set_function(length)
        busy = gauge("gongzhu_working", "Workers that have a job")
        busy.set_function(working)
        ProcessCollector(registry=registry)
        registry.register(_Children())
        self._looks = 0
        self._short = False
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start to measure in the background. Needs a running event loop."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(loop.time() + EVERY, self._look, loop.time() + EVERY)

    def stop(self) -> None:
        """Stop measuring."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self, due: float) -> None:
        loop = asyncio.get_running_loop()
        self._lag.observe(max(0.0, loop.time() - due))
        self._looks += 1
        if self._looks % DESCRIPTORS_EVERY == 0:
            self._look_for_descriptors()
        following = max(due + EVERY, loop.time())
        self._timer = loop.call_at(following, self._look, following)

    def _look_for_descriptors(self) -> None:
        """Check that the process can open one more file, and log an error if it cannot. In that
        state the event loop drops new connections without any other sign."""
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE):
                return
            self._exhausted.inc()
            if not self._short:
                log.error("no_descriptors", of=resource.getrlimit(resource.RLIMIT_NOFILE)[0])
            self._short = True
        else:
            if self._short:
                log.info("descriptors_again")
            self._short = False


class _Children(Collector):
    """A Prometheus collector for the workers and all their child processes."""

    def collect(self) -> Iterable[Metric]:
        """The number of child processes, and their processor time and memory."""
        found = descendants(os.getpid())
        own = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = CounterMetricFamily(
            "gongzhu_children_cpu_seconds",
            "Processor time of child processes, those that have ended among them",
        )
        seconds.add_metric([], found.seconds + own.ru_utime + own.ru_stime)
        yield seconds
        for name, told, value in (
            ("gongzhu_children", "Child processes", found.count),
            ("gongzhu_children_resident_bytes", "Memory of child processes", found.resident),
        ):
            gauge = GaugeMetricFamily(name, told)
            gauge.add_metric([], value)
            yield gauge


def descendants(pid: int, processes: Path = Path("/proc")) -> Usage:
    """The resources used by all running descendants of a process, read from `processes` (normally
    `/proc`); all zero if there is no such folder."""
    stats: dict[int, list[str]] = {}
    for entry in processes.glob("[0-9]*/stat"):
        with suppress(OSError, ValueError):
            stats[int(entry.parent.name)] = (
                entry.read_text("ascii", "replace").rpartition(")")[2].split()
            )
    usage = Usage()
    parents = {pid}
    while parents:
        parents = {number for number, fields in stats.items() if int(fields[1]) in parents}
        for number in parents:
            fields = stats[number]
            # The time of the process itself and of those of its children that have ended.
            usage.seconds += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
            usage.resident += int(fields[21]) * resource.getpagesize()
            usage.count += 1
    return usage
