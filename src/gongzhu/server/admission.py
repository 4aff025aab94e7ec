"""Who may connect: every connection counts from the moment in which it is accepted, whatever comes
over it, and every request and every handshake is paid for before anything else looks at it."""

from asyncio import BaseTransport
from collections.abc import Callable
from typing import Literal

from starlette.requests import HTTPConnection
from starlette.types import Scope

from gongzhu.server.config import ServerConfig
from gongzhu.server.headers import security_headers, written
from gongzhu.server.limits import ConnectionCounter, RateLimiter
from gongzhu.server.metrics import Metrics
from gongzhu.server.origins import Origins
from gongzhu.server.security import SecurityLog
from gongzhu.server.spare_memory import SpareMemory

ADMISSION = "gongzhu.admission"
"""The key of the lifespan's state under which protocols find the `Admission`."""
SPARE = 2
"""Connections of any kind for each socket that an address may have open: a browser holds some for
what it fetches."""
FEWEST_OF_STRANGERS = 16
"""Connections that an address may have before anybody with an account has come from there; as a
rule, half as many as sockets: a page opens six at most."""
MOST_KNOWN = 10_000
"""Addresses of accounts that are remembered."""

Refusal = Literal["too_many", "too_many_of_address"]
Closure = Literal[
    "silent",
    "slow_headers",
    "large_headers",
    "slow_body",
    "large_body",
    "no_length",
    "bad_request",
    "pipelined",
    "upgrade",
    "not_read",
    "too_many_requests",
    "too_many_handshakes",
    "too_many_of_address",
    "too_many_frames",
    "bad_frame",
]


class Admission:
    """Counts the connections of a server, and knows how long each may take for what."""

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
        self.headers = written(security_headers(config))
        """Of answers that no application makes."""
        self._origins = origins
        self._metrics = metrics
        self._security = security
        self._addresses = ConnectionCounter(SPARE * limits.connections)
        self._of_strangers = max(FEWEST_OF_STRANGERS, limits.connections // 2)
        self._known: dict[str, None] = {}
        """Addresses from which somebody with an account has come, the latest last."""
        self._requests = RateLimiter(limits.requests_per_minute, 60.0, clock)
        self._handshakes = RateLimiter(limits.handshakes_per_minute, 60.0, clock)
        self._spare = SpareMemory()
        self._held: dict[BaseTransport, str | None] = {}
        """The address that each connection counts for; None: a proxy's, of nobody for now."""

    def __len__(self) -> int:
        """The connections that are open."""
        return len(self._held)

    def know(self, address: str) -> None:
        """Somebody with an account has come from there."""
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def _has_room(self, address: str) -> bool:
        if address not in self._known and self._addresses.count(address) >= self._of_strangers:
            return False
        return self._addresses.has_room(address)

    def turns_away(self, peer: str) -> Refusal | None:
        """Why there is no room for a connection from there, which is noted; None: there is."""
        address = None if self._origins.trusts(peer) else self._origins.counted(peer)
        refusal: Refusal | None = None
        if len(self._held) >= self.limits.connections_in_all:
            refusal = "too_many"
        elif address is not None and not self._has_room(address):
            refusal = "too_many_of_address"
        if refusal is not None:
            self._metrics.refused_connections.labels(refusal).inc()
            # Those who find no room because of others are no attackers.
            told = "all" if refusal == "too_many" or address is None else address
            self._security.repeated("connection_refused", told, refusal)
        return refusal

    def enter(self, transport: BaseTransport, peer: str) -> Refusal | None:
        """Count a connection that was accepted, until it leaves; or why there is no room."""
        refusal = self.turns_away(peer)
        if refusal is None:
            address = None if self._origins.trusts(peer) else self._origins.counted(peer)
            if address is not None:
                self._addresses.acquire(address)
            self._held[transport] = address
            self._metrics.accepted.set(len(self._held))
        return refusal

    def leave(self, transport: BaseTransport) -> None:
        """A connection is gone; harmless for one that was never let in."""
        address = self._held.pop(transport, None)
        if address is not None:
            self._addresses.release(address)
        self._metrics.accepted.set(len(self._held))

    def begin(self, transport: BaseTransport, scope: Scope, *, socket: bool) -> Closure | None:
        """Count a request by its headers, `socket`: a handshake; or why it is refused. What comes
        through a proxy counts for the visitor until `end`."""
        address = self._origins.address(HTTPConnection(scope))
        if not self._requests.allow(address):
            return "too_many_requests"
        if socket and not self._handshakes.allow(address):
            return "too_many_handshakes"
        if transport in self._held and self._held[transport] is None:
            if not self._has_room(address) or not self._addresses.acquire(address):
                return "too_many_of_address"
            self._held[transport] = address
        return None

    def end(self, transport: BaseTransport, peer: str) -> None:
        """A request is answered: a proxy's connection is nobody's again."""
        address = self._held.get(transport)
        if address is not None and self._origins.trusts(peer):
            self._addresses.release(address)
            self._held[transport] = None

    def closed(self, transport: BaseTransport, peer: str, why: Closure) -> None:
        """A connection is closed for what came over it, or did not."""
        self._metrics.closed_connections.labels(why).inc()
        self._spare.refused()
        if why != "silent":
            address = self._held.get(transport) or self._origins.counted(peer)
            self._security.repeated("connection_closed", address, why)
