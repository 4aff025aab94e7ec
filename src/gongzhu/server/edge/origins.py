"""Where a request comes from: the visitor's address, and the page that sent it."""

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from gongzhu.server.edge.problems import ApiError

Address = IPv4Address | IPv6Address

NOWHERE = "?"
"""Used in place of the address of a connection that is closed already."""


class Origins:
    """Finds the visitor's address behind trusted proxies, and recognizes the server's own pages."""

    def __init__(self, public_url: str | None, trusted_proxies: Iterable[str]) -> None:
        """Use the server's public URL, if any, and the addresses or networks of trusted proxies.
        Raises ValueError for one that is neither."""
        self._public = place(public_url) if public_url else None
        self._trusted = tuple(ip_network(proxy, strict=False) for proxy in trusted_proxies)

    def address(self, connection: HTTPConnection) -> str:
        """The visitor's address, as limits count it: for IPv6 the first 64 bits, since one visitor
        has all addresses that begin with them. `X-Forwarded-For` is used only from trusted proxies,
        and read from its end."""
        return self.counted(self._seen(connection))

    def counted(self, host: str) -> str:
        """The address in the form that limits count: an IPv6 address becomes its /64 network."""
        address = _address(host)
        if not isinstance(address, IPv6Address):
            return host
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"

    def _seen(self, connection: HTTPConnection) -> str:
        client = connection.client
        seen = client.host if client else NOWHERE
        if not self.trusts(seen):
            return seen
        hops = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        for hop in reversed([hop.strip() for hop in hops]):
            if _address(hop) is None:
                break
            seen = hop
            if not self.trusts(hop):
                break
        return seen

    def check(self, connection: HTTPConnection) -> None:
        """Raise ApiError unless the request comes from a page of this server, or has a bot's token
        and no Origin header, as a program sends it."""
        origin = connection.headers.get("origin")
        if origin is None:
            if bearer(connection) is None:
                raise ApiError(403, "no_origin")
            return
        sent = place(origin)
        if sent is None or sent not in (self.own(connection), self._public):
            raise ApiError(403, "other_origin")

    def own(self, connection: HTTPConnection) -> tuple[str, str]:
        """Scheme and host with port under which the visitor's browser opened this server."""
        host = connection.headers.get("host", "").lower()
        if self._public is not None and self._public[1] == host:
            return self._public
        return _SECURE.get(connection.scope["scheme"], "http"), host

    def from_networks(
        self, connection: HTTPConnection, networks: Iterable[IPv4Network | IPv6Network]
    ) -> bool:
        """True if the visitor's address is in one of the networks. Always false for a request that
        was forwarded by a proxy that is not trusted."""
        client = connection.client
        peer = client.host if client else NOWHERE
        if not self.trusts(peer) and any(name in connection.headers for name in _FORWARDED):
            return False
        address = _address(self._seen(connection))
        return address is not None and any(address in network for network in networks)

    def trusts(self, host: str) -> bool:
        """True for the address of a proxy whose `X-Forwarded-For` is trusted."""
        address = _address(host)
        return address is not None and any(address in network for network in self._trusted)


def bearer(connection: HTTPConnection) -> str | None:
    """The token of a bot's account from the Authorization header; None if there is none."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


_FORWARDED = ("x-forwarded-for", "x-real-ip", "forwarded", "via")
_PORTS = {"http": ":80", "https": ":443"}
_SECURE = {"https": "https", "wss": "https"}
"""The scheme of the page that sends a request or opens a WebSocket, if it is not http."""
_HOST = re.compile(r"([a-z0-9_.-]{1,120}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?", re.ASCII)


def host_of(header: str) -> str | None:
    """The name or address in a Host header, without the port; None if the header is malformed."""
    found = _HOST.fullmatch(header.lower())
    return None if found is None else found[1].strip("[]").removesuffix(".")


def place(url: str) -> tuple[str, str] | None:
    """Scheme and host of a URL in small letters, without the default port; None if it is not an
    http or https URL."""
    try:
        parts = urlsplit(url.strip().lower())
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.netloc:
        return None
    return parts.scheme, parts.netloc.removesuffix(_PORTS[parts.scheme])


@lru_cache(maxsize=10_000)
def _address(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
