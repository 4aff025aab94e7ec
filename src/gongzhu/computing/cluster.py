"""The workers of a Dask cluster (https://distributed.dask.org), on this machine or on others."""

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

ANSWERS = 10.0
"""Time limit, in seconds, for a scheduler to answer and to offer a worker."""
COUNTED = 5.0
"""Seconds between counts of the workers, which may come and go."""


class ClusterError(Exception):
    """Raised for a cluster that cannot be used."""

    def __init__(self, why: str, **values: str) -> None:
        """`why` is a message key under `cluster.`; `values` fill the message."""
        super().__init__(why, values)
        self._why = why
        self._values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return _error, (self._why, self._values)

    def text(self, lang: Lang) -> str:
        """The message as one line."""
        return say(f"cluster.{self._why}", lang, **self._values)


def _error(why: str, values: dict[str, str]) -> ClusterError:
    return ClusterError(why, **values)


class Cluster:
    """A connection to a Dask scheduler, made when it is first needed."""

    def __init__(self, address: str) -> None:
        """`address` is of the form `tcp://127.0.0.1:8786`, or `tls://host:8786` if Dask's
        configuration names certificates. Workers run the code that they are sent, so the
        address must be this machine or use TLS.

        Raises ClusterError."""
        self.address = address
        _check_address(address)
        self._client: Client | None = None
        self._width = 1
        self._counted = 0.0

    def check(self) -> None:
        """Raise ClusterError where Dask is not installed."""
        if find_spec("distributed") is None:
            raise ClusterError("missing")

    @property
    def width(self) -> int:
        """Number of chunks, each computed by one worker, that can be computed at the same time."""
        now = time.monotonic()
        if self._client is not None and now - self._counted > COUNTED:
            self._counted = now
            self._width = max(1, sum(self._client.nthreads().values()))
        return self._width

    def executor(self) -> Executor:
        """An executor that runs on the workers, once there is one. Raises ClusterError."""
        if self._client is None:
            self._client = self._connected()
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def close(self) -> None:
        """Close the connection and cancel the work that is waiting."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connected(self) -> "Client":
        self.check()
        found: Queue[Client | Exception] = Queue()
        # Dask waits for ever for something that listens there and says nothing.
        Thread(target=_connect, args=(self.address, found), daemon=True).start()
        try:
            client = found.get(timeout=ANSWERS)
        except Empty:
            raise ClusterError("silent", address=self.address) from None
        if isinstance(client, Exception):
            raise ClusterError("silent", address=self.address) from client
        try:
            client.wait_for_workers(1, timeout=ANSWERS)
        except TimeoutError:
            client.close()
            raise ClusterError("empty", address=self.address) from None
        return client


def _connect(address: str, found: "Queue[Client | Exception]") -> None:
    from distributed import Client

    try:
        found.put(Client(address, timeout=ANSWERS, set_as_default=False))
    except Exception as error:  # the waiting thread raises it
        found.put(error)


def lost_cluster(error: Exception) -> ClusterError | None:
    """The ClusterError for an exception that means that the scheduler is gone or that several
    workers died on the same chunk; None for other exceptions."""
    if isinstance(error, CancelledError):
        return ClusterError("gone")
    if type(error).__name__ == "KilledWorker":  # of distributed, which need not be there
        return ClusterError("killed")
    return None


def version() -> str:
    """The version of this program."""
    return gongzhu.__version__


def check_version(wanted: str) -> None:
    """Raise ClusterError if a worker runs another version of the program than the process that gave
    it the work, as its results might differ."""
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
