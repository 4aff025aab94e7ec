"""Limits on connections and requests: how many an address may have, and how long each may take.

One timer checks all open connections twice a second. That is cheaper than a timer for each, and
precise enough for limits of seconds.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Literal, NamedTuple, Protocol

from cachetools import LRUCache
from starlette.requests import HTTPConnection

from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.headers import security_headers
from gongzhu.server.edge.limits import ConnectionCounter, RateLimiter
from gongzhu.server.edge.origins import Origins
from gongzhu.server.monitoring.gc_policy import GcPolicy
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.monitoring.security_log import SecurityLog

ADMISSION = "gongzhu.admission"
"""The key of the `Admission` in the ASGI lifespan state, under which the connection protocols find
it."""
SPARE = 2
"""Number of connections of any kind that an address may have for each WebSocket that it may have,
since a browser also uses connections to fetch files."""
FEWEST_OF_STRANGERS = 16
"""Smallest limit on the connections of an address from which no account has come yet. The limit is
half the number of WebSockets allowed, but at least this; a page opens at most six connections."""
MOST_KNOWN = 10_000
"""Greatest number of addresses that are remembered because an account has come from them."""
TICK = 0.5
"""Seconds between two checks of all open connections."""

Refusal = Literal["too_many", "too_many_of_address"]
Closure = Literal[
    "silent",
    "slow_headers",
    "slow_body",
    "large_body",
    "bad_request",
    "bad_handshake",
    "not_read",
    "too_many_requests",
    "too_many_handshakes",
    "too_many_of_address",
    "too_many_frames",
    "bad_frame",
]


class ConnectionRefused(Exception):
    """Raised if a request is refused because its address has made too many requests or handshakes,
    or has too many connections; `why` says which."""

    def __init__(self, why: Closure) -> None:
        self.why: Closure = why
        super().__init__(why)


class ConnectionPlace(NamedTuple):
    """One connection or request that an Admission counts for an address, until it is passed to
    `Admission.end` or its connection to `Admission.leave`."""

    address: str
    """The visitor's address, in the form of `Origins.counted`."""
    stranger: bool
    """True if no account had come from the address when the connection was counted."""


class Guarded(Protocol):
    """An open connection that an Admission counts: a `Gate`, or the `SocketProtocol` that has taken
    over from one."""

    peer: str
    """The IP address at the other end of the connection, which may be that of a proxy."""

    def tick(self, now: float) -> None:
        """Called twice a second: close the connection if it has exceeded a time limit. `now` is the
        event loop's time in seconds."""
        ...

    def stop(self) -> None:
        """Called when the server stops: close the connection soon, unless a request is being
        handled."""
        ...


class Admission:
    """Counts the connections and requests of one server, and refuses those beyond its limits."""

    def __init__(
        self,
        config: ServerConfig,
        origins: Origins,
        metrics: Metrics,
        security: SecurityLog,
        clock: Callable[[], int],
    ) -> None:
        """Apply the limits in `config`. `clock` returns the time in milliseconds since 1970."""
        self.limits = limits = config.limits
        self.timeouts = config.timeouts
        self.origins = origins
        self._headers = security_headers(config)
        self._metrics = metrics
        self._security = security
        self.gc_policy = GcPolicy()
        of_address = SPARE * limits.connections
        self._all = ConnectionCounter(of_address)
        # All strangers of an IPv6 /48 block together may have as many as one known address.
        of_strangers = max(FEWEST_OF_STRANGERS, limits.connections // 2)
        self._strangers = ConnectionCounter(of_strangers, max(of_strangers, of_address))
        self._known: LRUCache[str, None] = LRUCache(MOST_KNOWN)
        """Addresses from which an account has come; only the most recently used MOST_KNOWN are
        kept."""
        self._requests = RateLimiter(limits.requests_per_minute, 60.0, clock)
        self._handshakes = RateLimiter(limits.handshakes_per_minute, 60.0, clock)
        self._open: dict[Guarded, ConnectionPlace | None] = {}
        """Open connections, each with its place among those of its address, or None for a
        connection of a trusted proxy, whose requests are counted instead."""
        self._timer: asyncio.TimerHandle | None = None
        self._next = 0.0
        """The event loop's time in seconds at which the next check of all connections is due."""
        self._stopping = False

    def __len__(self) -> int:
        """Number of open connections."""
        return len(self._open)

    def know(self, address: str) -> None:
        """Remember that an account has come from this address, so that it may have more
        connections."""
        self._known[address] = None

    def _acquire(self, address: str) -> ConnectionPlace | None:
        """Count one more connection or request of an address. None if the address is at its
        limit."""
        stranger = address not in self._known
        if stranger and not self._strangers.acquire(address):
            return None
        if self._all.acquire(address):
            return ConnectionPlace(address, stranger)
        if stranger:
            self._strangers.release(address)
        return None

    def _release(self, place: ConnectionPlace | None) -> None:
        if place is not None:
            self._all.release(place.address)
            if place.stranger:
                self._strangers.release(place.address)

    # --- connections -----------------------------------------------------------------------------

    def enter(self, connection: Guarded) -> Refusal | None:
        """Count a new connection until `leave` is called for it. Returns None, or the reason if the
        connection must be refused; then it is not counted."""
        refusal: Refusal | None = None
        place: ConnectionPlace | None = None
        address = self.origins.counted(connection.peer)
        if self._stopping or len(self._open) >= self.limits.connections_in_all:
            refusal = "too_many"
        elif not self.origins.trusts(connection.peer):
            place = self._acquire(address)
            if place is None:
                refusal = "too_many_of_address"
        if refusal is None:
            self._open[connection] = place
            self._metrics.accepted.set(len(self._open))
            if self._timer is None:
                self._wait()
        else:
            self._metrics.refused_connections.labels(refusal).inc()
            # An address that is refused because of others is not logged as an attacker.
            named = "all" if refusal == "too_many" else address
            self._security.repeated("connection_refused", named, refusal)
        return refusal

    def hand_over(self, old: Guarded, new: Guarded) -> None:
        """Let `new` replace `old` as the protocol of a counted connection. Does nothing if `old` is
        not counted."""
        if old in self._open:
            self._open[new] = self._open.pop(old)

    def leave(self, connection: Guarded) -> None:
        """Stop counting a connection. Does nothing if it is not counted."""
        self._release(self._open.pop(connection, None))
        self._metrics.accepted.set(len(self._open))

    def stop(self) -> None:
        """Refuse new connections from now on, and close the open ones that have no request under
        way: plain HTTP connections at once, WebSockets after their closing handshake or a short
        time limit."""
        self._stopping = True
        for connection in list(self._open):
            connection.stop()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._next = loop.time() + TICK
        self._timer = loop.call_at(self._next, self._tick)

    def _tick(self) -> None:
        now, self._timer = asyncio.get_running_loop().time(), None
        # After a pause of this process, data that came meanwhile is read first, before any
        # connection counts as late.
        if now < self._next + TICK:
            for connection in list(self._open):
                connection.tick(now)
        if self._open:
            self._wait()

    # --- requests --------------------------------------------------------------------------------

    def begin(
        self, peer: str, request: HTTPConnection, *, socket: bool = False
    ) -> ConnectionPlace | None:
        """Count a request from `peer`, the address at the other end of its connection. `socket` is
        true for the handshake of a WebSocket. Raises ConnectionRefused.

        Returns what the caller must pass to `end` later. A request through a trusted proxy occupies
        a place of the visitor's address. For any other the result is None, since its connection is
        counted already.
        """
        address = self.origins.address(request)
        if not self._requests.allow(address):
            raise ConnectionRefused("too_many_requests")
        if socket and not self._handshakes.allow(address):
            raise ConnectionRefused("too_many_handshakes")
        if not self.origins.trusts(peer):
            return None
        place = self._acquire(address)
        if place is None:
            raise ConnectionRefused("too_many_of_address")
        return place

    def end(self, place: ConnectionPlace | None) -> None:
        """Release the place of a request that was answered, or of a WebSocket that was closed. Does
        nothing for None."""
        self._release(place)

    def closed(self, address: str, why: Closure) -> None:
        """Record in the metrics and the security log that the server closes a connection because of
        the visitor's behaviour. `address` is the visitor's address as `Origins.counted` gives
        it."""
        self._metrics.closed_connections.labels(why).inc()
        # The errors that parsers raise refer to their stack frames, and those to the connection.
        self.gc_policy.connection_closed(len(self._open))
        # Browsers open connections in advance, so silence is not suspicious.
        if why != "silent":
            self._security.repeated("connection_closed", address, why)

    def headers(self, status: int) -> list[tuple[bytes, bytes]]:
        """The headers, as ASGI has them, of a response without a body that refuses a request and
        closes the connection."""
        again = {"retry-after": "10"} if status in (429, 503) else {}
        own = {**again, "content-length": "0", "connection": "close", **self._headers}
        return [(name.lower().encode(), value.encode()) for name, value in own.items()]

    def answer(self, status: int) -> bytes:
        """A complete HTTP response without a body that refuses a connection with this status, as
        bytes to be written to its transport."""
        head = b"HTTP/1.1 %d %b\r\n" % (status, HTTPStatus(status).phrase.encode())
        return head + b"".join(map(b"%b: %b\r\n".__mod__, self.headers(status))) + b"\r\n"
