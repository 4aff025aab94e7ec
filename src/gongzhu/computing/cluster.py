"""Runs work on a Dask cluster (https://distributed.dask.org), on this machine or on others."""

import time
from concurrent.futures import CancelledError, Executor
from importlib.util import find_spec
from ipaddress import ip_address
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import gongzhu
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from distributed import Client

RESPONSE_SECONDS = 10.0
"""Time limit in seconds for a scheduler to respond, and then for its first worker to appear."""
RECOUNT_SECONDS = 5.0
"""Least number of seconds between two counts of the cluster's workers, which may come and go."""


class ClusterError(Exception):
    """Raised if a cluster cannot be used: wrong address, no Dask, no response, no workers, another
    version, or lost workers."""

    def __init__(self, why: str, **values: str) -> None:
        """`why` is the message key, without its prefix `cluster.`. `values` fill its
        placeholders."""
        super().__init__(why, values)
        self._why = why
        self._values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return _error, (self._why, self._values)

    def text(self, lang: Lang) -> str:
        """The message as one line in the language `lang`."""
        return say(f"cluster.{self._why}", lang, **self._values)


def _error(why: str, values: dict[str, str]) -> ClusterError:
    return ClusterError(why, **values)


class Cluster:
    """A connection to a Dask scheduler, opened by the first call of `executor`."""

    def __init__(self, address: str) -> None:
        """`address` is `tcp://HOST:PORT`, which must be this machine, or `tls://HOST:PORT`, which
        needs certificates in Dask's configuration. Unprotected remote connections are refused
        because workers run the code that they receive.

        Raises ClusterError for any other address.
        """
        self.address = address
        _check_address(address)
        self._client: Client | None = None
        self._width = 1
        self._counted = 0.0

    def check(self) -> None:
        """Raise ClusterError if Dask is not installed."""
        if find_spec("distributed") is None:
            raise ClusterError("missing")

    @property
    def width(self) -> int:
        """Number of chunks that the workers can compute at the same time, at least 1. Counted anew
        when the last count is more than RECOUNT_SECONDS seconds old."""
        now = time.monotonic()
        if self._client is not None and now - self._counted > RECOUNT_SECONDS:
            self._counted = now
            self._width = max(1, sum(self._client.nthreads().values()))
        return self._width

    def executor(self) -> Executor:
        """An executor that runs functions on the cluster's workers. Connects and waits for a worker
        if necessary. Raises ClusterError if that fails."""
        if self._client is None:
            self._client = self._connected()
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def close(self) -> None:
        """Close the connection, if any, and cancel the work that has not started."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connected(self) -> "Client":
        self.check()
        found: Queue[Client | Exception] = Queue()
        # Dask would wait for ever if another program listens at the address and never responds.
        Thread(target=_connect, args=(self.address, found), daemon=True).start()
        try:
            client = found.get(timeout=RESPONSE_SECONDS)
        except Empty:
            raise ClusterError("silent", address=self.address) from None
        if isinstance(client, Exception):
            raise ClusterError("silent", address=self.address) from client
        try:
            client.wait_for_workers(1, timeout=RESPONSE_SECONDS)
        except TimeoutError:
            client.close()
            raise ClusterError("empty", address=self.address) from None
        return client


def _connect(address: str, found: "Queue[Client | Exception]") -> None:
    from distributed import Client

    try:
        found.put(Client(address, timeout=RESPONSE_SECONDS, set_as_default=False))
    except Exception as error:  # the waiting thread raises it
        found.put(error)


def lost_cluster(error: Exception) -> ClusterError | None:
    """The ClusterError to raise in place of an exception that means that the scheduler is gone, or
    that several workers died on the same chunk, or None for any other exception."""
    if isinstance(error, CancelledError):
        return ClusterError("gone")
    if type(error).__name__ == "KilledWorker":  # of `distributed`, which may not be installed
        return ClusterError("killed")
    return None


def version() -> str:
    """The version of this program."""
    return gongzhu.__version__


def check_version(wanted: str) -> None:
    """Raise ClusterError if `wanted`, the version of the process that sent the work, is not the
    version of this process, since the results could differ."""
    if wanted != version():
        raise ClusterError("version", wanted=wanted, found=version())


def _check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in ("tcp", "tls") or not host or port is None:
        raise ClusterError("address", address=address)
    if scheme == "tcp" and not _is_this_machine(host):
        raise ClusterError("open", address=address)


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
