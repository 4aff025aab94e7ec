"""The host names and addresses under which this server may be opened; requests for any other name
are refused.

A foreign page can let its own host name point to a machine of a home network and then send requests
to that machine; the browser takes the responses for that page's own (DNS rebinding). Such a request
has the foreign name in its Host header, and is refused here before any other part of the server
handles it.
"""

import os
import socket
import sys
from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Address, ip_address
from typing import Literal

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.origins import host_of, place
from gongzhu.server.edge.problems import ApiError, language, refuse

_HOME = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""The private networks of IPv4, the most common ones in homes first."""
_INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet")
"""Prefixes of the names of network interfaces that lead to containers or virtual machines."""


def url_of(host: str, port: int) -> str:
    """The `http://` URL of a host name or IP address and a port."""
    return f"http://{place_of(host, port)}/"


def place_of(host: str, port: int) -> str:
    """A host name or IP address and a port as they stand in an `http://` URL: IPv6 addresses in
    brackets, and no port if it is 80."""
    name = f"[{host}]" if ":" in host else host
    return name if port == 80 else f"{name}:{port}"


def own_addresses() -> tuple[str, ...]:
    """The IP addresses of this machine at which other machines can probably reach it, the likeliest
    first.

    The address for outgoing traffic comes first, then private IPv4 addresses, then the others.
    Loopback and link-local addresses are left out.
    """
    import ifaddr

    found = [
        (adapter.nice_name, written)
        for adapter in ifaddr.get_adapters()
        for written in (_written(ip.ip) for ip in adapter.ips)
    ]
    return in_order(found, _way_out())


def in_order(found: Iterable[tuple[str, str]], way_out: str | None) -> tuple[str, ...]:
    """The IP addresses of the pairs of network interface and IP address in `found`, sorted by how
    likely other machines can reach them. `way_out` is this machine's address for outgoing traffic,
    or None if it has no network. Duplicates, and addresses that other machines cannot reach, are
    left out."""

    def rank(item: tuple[str, str]) -> tuple[object, ...]:
        interface, written = item
        address = ip_address(written)
        old = address.version == 4
        home = next((at for at, network in enumerate(_HOME) if old and address in network), 9)
        inside = interface.lower().startswith(_INSIDE)
        return (not old, written != way_out, inside, home, not address.is_private)

    ordered = [written for _, written in sorted(found, key=rank) if _leads_here(written)]
    return tuple(dict.fromkeys(ordered))


def _written(ip: str | tuple[str, int, int]) -> str:
    """An address of an interface, as ifaddr gives it, as text; the zone of an IPv6 address is left
    out."""
    return ip if isinstance(ip, str) else ip[0].partition("%")[0]


def _leads_here(written: str) -> bool:
    address = ip_address(written)
    local = address.is_loopback or address.is_link_local or address.is_unspecified
    mapped = isinstance(address, IPv6Address) and address.ipv4_mapped is not None
    return not (local or mapped or address.is_multicast)


def _way_out() -> str | None:
    """The IPv4 address of this machine for outgoing traffic, or None if there is no network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Nothing is sent: the system only chooses a route to a far address, here one that is
            # reserved for documentation.
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
    except OSError:
        return None
    return address


def has_display() -> bool:
    """True if a browser can open a window on this machine."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


Reach = Literal["public", "network", "loopback", "no_network"]
"""From which machines the server can be opened: all (`public`), those in the same network
(`network`), or only this one, because the server listens only there (`loopback`) or there is no
network (`no_network`)."""
HEALTH = ("/healthz", "/readyz")
"""Paths that are answered under every host name. Their responses reveal almost nothing, and a
monitoring program may know the server by another name."""
KEPT = 10_000
"""Milliseconds for which the addresses of this machine are cached; it may move to another
network."""


class Hosts:
    """Decides under which host names this server may be opened, and lists the addresses at which
    others can open it."""

    def __init__(
        self,
        config: ServerConfig,
        clock: Callable[[], int],
        addresses: Callable[[], tuple[str, ...]] = own_addresses,
    ) -> None:
        """`config` has the public URL, the allowed host names and the address at which the server
        listens. `clock` returns milliseconds, and `addresses` the addresses of this machine, the
        likeliest first."""
        self._public = place(config.public_url) if config.public_url else None
        self._allowed = config.allowed_hosts
        self._listens, self._port = config.listens
        self._clock = clock
        self._addresses = addresses
        self._known: tuple[str, ...] = ()
        self._looked: int | None = None

    def accepts(self, host: str) -> bool:
        """True if `host`, the value of a Host header, names this server. The host of the public URL
        must have the port of that URL; other names may have any port, since a router may forward
        another one."""
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
        """True if the request was sent to `localhost` or a loopback address, according to its Host
        header."""
        name = host_of(connection.headers.get("host", ""))
        return name is not None and _is_loopback(name)

    @property
    def reach(self) -> Reach:
        """From which machines the addresses that `places` lists can be opened."""
        if self._public is not None:
            return "public"
        if self._own():
            return "network"
        return "loopback" if _is_loopback(self._listens) else "no_network"

    def places(self, connection: HTTPConnection) -> tuple[tuple[str, str], ...]:
        """Addresses at which others can open the server, the best first, each as scheme and host
        with port. With a public URL, only that. Otherwise the address that the visitor used, unless
        it is localhost; then those of this machine and the allowed host names. If no other machine
        can reach the server, only the address that the visitor used."""
        if self._public is not None:
            return (self._public,)
        scheme, came = connection.url.scheme, connection.headers.get("host", "").lower()
        others = [place_of(name, self._port) for name in (*self._own(), *self._allowed)]
        name = host_of(came)
        if name is not None and name != "localhost" and not _is_loopback(name):
            others.insert(0, came)
        return tuple((scheme, host) for host in dict.fromkeys(others)) or ((scheme, came),)

    def _own(self) -> tuple[str, ...]:
        """The IP addresses at which other machines can reach this server, the likeliest first."""
        if _is_loopback(self._listens):
            return ()
        if self._listens not in ("", "0.0.0.0", "::"):
            return (self._listens,)
        now = self._clock()
        if self._looked is None or not 0 <= now - self._looked < KEPT:
            found = self._addresses()
            # An IPv4 socket accepts no IPv6 connections; an IPv6 socket accepts both.
            self._known = tuple(one for one in found if self._listens == "::" or ":" not in one)
            self._looked = now
        return self._known


class AcceptedHosts:
    """ASGI middleware that refuses requests whose Host header does not name this server: HTTP
    requests with status 421, WebSockets by closing them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or refuse it."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in HEALTH:
            await self._app(scope, receive, send)
            return
        parts = scope["app"].state.parts
        named = Headers(scope=scope).getlist("host")
        if len(named) == 1 and parts.hosts.accepts(named[0]):
            await self._app(scope, receive, send)
            return
        parts.metrics.refusals.labels("other_host").inc()
        address = parts.origins.address(HTTPConnection(scope))
        parts.security.repeated("host_refused", address, "other_host")
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
