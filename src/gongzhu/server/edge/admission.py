"""The bounds on connections and requests: how many an address may have, and how long they may take.

All open connections are looked at twice a second by one timer, which is cheaper than a timer for
each, and close enough for limits of seconds.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Literal, NamedTuple, Protocol

from starlette.requests import HTTPConnection

from gongzhu.server.config import ServerConfig
from gongzhu.server.edge.headers import security_headers
from gongzhu.server.edge.limits import ConnectionCounter, RateLimiter
from gongzhu.server.edge.origins import Origins
from gongzhu.server.gc_policy import GcPolicy
from gongzhu.server.metrics import Metrics
from gongzhu.server.security import SecurityLog

ADMISSION = "gongzhu.admission"
"""The key of the `Admission` in the state of the lifespan, where protocols find it."""
SPARE = 2
"""Connections of any kind for each socket that an address may have open: a browser holds some for
what it fetches."""
FEWEST_OF_STRANGERS = 16
"""The least bound on the connections of an address before anybody with an account has come from
there. As a rule the bound is half the number of sockets; a page opens six connections at most."""
MOST_KNOWN = 10_000
"""Addresses of accounts that are remembered."""
TICK = 0.5
"""Seconds between two looks at all connections."""

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


class Refused(Exception):
    """A request that is one too many."""

    def __init__(self, why: Closure) -> None:
        self.why: Closure = why
        super().__init__(why)


class Place(NamedTuple):
    """A connection in the counts of its address."""

    address: str
    stranger: bool
    """True if nobody with an account had come from there."""


class Guarded(Protocol):
    """A connection as it is counted: a `Gate`, or the `SocketProtocol` that it has become."""

    peer: str
    """The address at the other end, a proxy's where there is one."""

    def tick(self, now: float) -> None:
        """Close the connection if it has taken too long; `now` is the loop's time in seconds."""
        ...

    def stop(self) -> None:
        """Close the connection soon, unless a request is under way: the server stops."""
        ...


class Admission:
    """Counts the connections and requests of a server."""

    def __init__(
        self,
        config: ServerConfig,
        origins: Origins,
        metrics: Metrics,
        security: SecurityLog,
        clock: Callable[[], int],
    ) -> None:
        """`clock` gives milliseconds."""
        self.limits = limits = config.limits
        self.timeouts = config.timeouts
        self.origins = origins
        self._headers = security_headers(config)
        self._metrics = metrics
        self._security = security
        self.gc_policy = GcPolicy()
        of_address = SPARE * limits.connections
        self._all = ConnectionCounter(of_address)
        # Strangers of a whole /48 of IPv6 may have as many as one address that is known.
        of_strangers = max(FEWEST_OF_STRANGERS, limits.connections // 2)
        self._strangers = ConnectionCounter(of_strangers, max(of_strangers, of_address))
        self._known: dict[str, None] = {}
        """Addresses from which somebody with an account has come, the latest last."""
        self._requests = RateLimiter(limits.requests_per_minute, 60.0, clock)
        self._handshakes = RateLimiter(limits.handshakes_per_minute, 60.0, clock)
        self._open: dict[Guarded, Place | None] = {}
        """The place of each connection; None for one of a trusted proxy, whose requests count
        instead."""
        self._timer: asyncio.TimerHandle | None = None
        self._next = 0.0
        """The loop's time at which the timer is due."""
        self._stopping = False

    def __len__(self) -> int:
        """The number of open connections."""
        return len(self._open)

    def know(self, address: str) -> None:
        """Note that somebody with an account has come from an address."""
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def _acquire(self, address: str) -> Place | None:
        """Count one more for an address; None where it has as many as it may."""
        stranger = address not in self._known
        if stranger and not self._strangers.acquire(address):
            return None
        if self._all.acquire(address):
            return Place(address, stranger)
        if stranger:
            self._strangers.release(address)
        return None

    def _release(self, place: Place | None) -> None:
        if place is not None:
            self._all.release(place.address)
            if place.stranger:
                self._strangers.release(place.address)

    # --- connections -----------------------------------------------------------------------------

    def enter(self, connection: Guarded) -> Refusal | None:
        """Count a connection until it leaves; or the reason why there is no room for it."""
        refusal: Refusal | None = None
        place: Place | None = None
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
            # An address that finds no room because of others is no attacker.
            named = "all" if refusal == "too_many" else address
            self._security.repeated("connection_refused", named, refusal)
        return refusal

    def hand_over(self, old: Guarded, new: Guarded) -> None:
        """Let another protocol have the place of a connection; harmless for one without a place."""
        if old in self._open:
            self._open[new] = self._open.pop(old)

    def leave(self, connection: Guarded) -> None:
        """Give back the place of a connection; harmless for one without a place."""
        self._release(self._open.pop(connection, None))
        self._metrics.accepted.set(len(self._open))

    def stop(self) -> None:
        """Let no connection in any more, and close those without a request under way: silent ones
        at once, and sockets when the other side agrees or has had a moment to."""
        self._stopping = True
        for connection in list(self._open):
            connection.stop()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._next = loop.time() + TICK
        self._timer = loop.call_at(self._next, self._tick)

    def _tick(self) -> None:
        now, self._timer = asyncio.get_running_loop().time(), None
        # After a pause of this process, what came meanwhile is read before anybody counts as late.
        if now < self._next + TICK:
            for connection in list(self._open):
                connection.tick(now)
        if self._open:
            self._wait()

    # --- requests --------------------------------------------------------------------------------

    def begin(self, peer: str, request: HTTPConnection, *, socket: bool = False) -> Place | None:
        """Count a request, `socket`: a handshake. What it returns is to be given to `end`: a
        request that a proxy has passed on counts for the visitor until then. Raises Refused."""
        address = self.origins.address(request)
        if not self._requests.allow(address):
            raise Refused("too_many_requests")
        if socket and not self._handshakes.allow(address):
            raise Refused("too_many_handshakes")
        if not self.origins.trusts(peer):
            return None
        place = self._acquire(address)
        if place is None:
            raise Refused("too_many_of_address")
        return place

    def end(self, place: Place | None) -> None:
        """A request has been answered, or a socket is gone."""
        self._release(place)

    def closed(self, address: str, why: Closure) -> None:
        """Note that a connection is closed for what came over it, or did not; `address` as limits
        count it."""
        self._metrics.closed_connections.labels(why).inc()
        # What parsers raise holds their frames, and those hold the connection.
        self.gc_policy.connection_closed(len(self._open))
        # Browsers connect in advance, too.
        if why != "silent":
            self._security.repeated("connection_closed", address, why)

    def headers(self, status: int) -> list[tuple[bytes, bytes]]:
        """The headers of an answer without a body that no page and no handler makes."""
        again = {"retry-after": "10"} if status in (429, 503) else {}
        own = {**again, "content-length": "0", "connection": "close", **self._headers}
        return [(name.lower().encode(), value.encode()) for name, value in own.items()]

    def answer(self, status: int) -> bytes:
        """The same as a whole, where there is nobody to write it."""
        head = b"HTTP/1.1 %d %b\r\n" % (status, HTTPStatus(status).phrase.encode())
        return head + b"".join(map(b"%b: %b\r\n".__mod__, self.headers(status))) + b"\r\n"
