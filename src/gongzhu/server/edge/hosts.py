"""The names and addresses that this server answers to, and no others.

A page elsewhere can have its own name lead to a machine of a home network and then ask it what it
likes, since the browser takes the answer for that page's own (DNS rebinding). Such a request
carries the foreign name in `Host`, so it is turned away here, before anything else sees it.
"""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Literal

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from gongzhu.server.addresses import own_addresses, place_of
from gongzhu.server.config import ServerConfig
from gongzhu.server.edge.origins import host_of, place
from gongzhu.server.problems import ApiError, language, refuse

Reach = Literal["public", "network", "loopback", "no_network"]
"""Who can open the server's addresses: everybody; machines in the same network; this machine alone,
since the server listens to no other, or since it is in no network."""

HEALTH = ("/healthz", "/readyz")
"""Answered under every name: they say next to nothing, and a program that watches the server may
know it by another."""
KEPT = 10_000
"""Milliseconds for which the machine's addresses are remembered: it may move to another network."""


class Hosts:
    """Knows by which names browsers may call this server, and by which ones others find it."""

    def __init__(
        self,
        config: ServerConfig,
        clock: Callable[[], int],
        addresses: Callable[[], tuple[str, ...]] = own_addresses,
    ) -> None:
        """`clock` gives milliseconds; `addresses` those of this machine, the likeliest first."""
        self._public = place(config.public_url) if config.public_url else None
        self._allowed = config.allowed_hosts
        self._listens, self._port = config.listens
        self._clock = clock
        self._addresses = addresses
        self._known: tuple[str, ...] = ()
        self._looked: int | None = None

    def accepts(self, host: str) -> bool:
        """True for the content of the header `Host` that names this server. Its port may be
        another one, since somebody on the way may lead it here."""
        name = host_of(host)
        if name is None:
            return False
        if name in self._allowed:
            return True
        if self._public is not None:
            return host.lower() == self._public[1]
        if name == "localhost" or _is_loopback(name):
            return True
        return name in self._own()

    def named_for_itself(self, connection: HTTPConnection) -> bool:
        """True if the visitor calls the machine `localhost`, or by an address of that kind."""
        name = host_of(connection.headers.get("host", ""))
        return name is not None and _is_loopback(name)

    @property
    def reach(self) -> Reach:
        """Those who can open the addresses in `places`."""
        if self._public is not None:
            return "public"
        if self._own():
            return "network"
        return "loopback" if _is_loopback(self._listens) else "no_network"

    def places(self, connection: HTTPConnection) -> tuple[tuple[str, str], ...]:
        """Scheme and host with port of every address that others may open, the likeliest first:
        the public one alone; else the one at which the visitor came, if it is no name for the
        machine itself, and the machine's own. Where nobody else can come, the visitor's."""
        if self._public is not None:
            return (self._public,)
        scheme, came = connection.url.scheme, connection.headers.get("host", "").lower()
        others = [place_of(name, self._port) for name in (*self._own(), *self._allowed)]
        name = host_of(came)
        if name is not None and name != "localhost" and not _is_loopback(name):
            others.insert(0, came)
        return tuple((scheme, host) for host in dict.fromkeys(others)) or ((scheme, came),)

    def _own(self) -> tuple[str, ...]:
        """The addresses at which other machines reach this server."""
        if _is_loopback(self._listens):
            return ()
        if self._listens not in ("", "0.0.0.0", "::"):
            return (self._listens,)
        now = self._clock()
        if self._looked is None or not 0 <= now - self._looked < KEPT:
            found = self._addresses()
            # A socket of IPv4 hears nobody who comes by IPv6; one of IPv6 hears both.
            self._known = tuple(one for one in found if self._listens == "::" or ":" not in one)
            self._looked = now
        return self._known


class AcceptedHosts:
    """Refuses requests for any other host."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in HEALTH:
            await self._app(scope, receive, send)
            return
        context = scope["app"].state.context
        named = Headers(scope=scope).getlist("host")
        if len(named) == 1 and context.hosts.accepts(named[0]):
            await self._app(scope, receive, send)
            return
        context.metrics.refusals.labels("other_host").inc()
        address = context.origins.address(HTTPConnection(scope))
        context.security.repeated("host_refused", address, "other_host")
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        connection = HTTPConnection(scope)
        refusal = ApiError(421, "other_host")
        if scope["path"].startswith("/api/"):
            answer = refuse(connection, refusal)
        else:
            answer = PlainTextResponse(refusal.text(language(connection)), 421)
        await answer(scope, receive, send)


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
