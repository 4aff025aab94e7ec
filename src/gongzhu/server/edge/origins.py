"""The origin of a request: the visitor's IP address, and the web page that sent it."""

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
"""Stands for the address of a connection that is closed already."""


class Origins:
    """Finds the visitor's address behind trusted proxies, and recognizes requests from the server's
    own pages."""

    def __init__(self, public_url: str | None, trusted_proxies: Iterable[str]) -> None:
        """`public_url` is the server's public URL or None; `trusted_proxies` are IP addresses or
        networks. Raises ValueError for a proxy that is neither."""
        self._public = place(public_url) if public_url else None
        self._trusted = tuple(ip_network(proxy, strict=False) for proxy in trusted_proxies)

    def address(self, connection: HTTPConnection) -> str:
        """The visitor's address in the form that limits count (see `counted`). `X-Forwarded-For` is
        used only if it comes from a trusted proxy; its last address that is not a trusted proxy's
        is the visitor's."""
        return self.counted(self._seen(connection))

    def counted(self, host: str) -> str:
        """An IP address in the form that limits count: an IPv6 address becomes its /64 network,
        since one visitor has all addresses in it. Other texts are unchanged."""
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
        """Raise ApiError (403) unless the request comes from one of the server's own pages or from
        a program. A page is recognised by the header Origin, which must be this server's address or
        its public URL. A request without that header must have a bot's token."""
        origin = connection.headers.get("origin")
        if origin is None:
            if bearer(connection) is None:
                raise ApiError(403, "no_origin")
            return
        sent = place(origin)
        if sent is None or sent not in (self.own(connection), self._public):
            raise ApiError(403, "other_origin")

    def own(self, connection: HTTPConnection) -> tuple[str, str]:
        """Scheme and host with port at which the visitor's browser opened this server."""
        host = connection.headers.get("host", "").lower()
        if self._public is not None and self._public[1] == host:
            return self._public
        return _SECURE.get(connection.scope["scheme"], "http"), host

    def from_networks(
        self, connection: HTTPConnection, networks: Iterable[IPv4Network | IPv6Network]
    ) -> bool:
        """True if the visitor's address is in one of the networks. False if the request was
        forwarded by a proxy that is not trusted."""
        client = connection.client
        peer = client.host if client else NOWHERE
        if not self.trusts(peer) and any(name in connection.headers for name in _FORWARDED):
            return False
        address = _address(self._seen(connection))
        return address is not None and any(address in network for network in networks)

    def trusts(self, host: str) -> bool:
        """True if `host` is the IP address of a trusted proxy."""
        address = _address(host)
        return address is not None and any(address in network for network in self._trusted)


def bearer(connection: HTTPConnection) -> str | None:
    """The token that a bot sends in the header `Authorization: Bearer TOKEN`, or None if the
    request has no such header."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


_FORWARDED = ("x-forwarded-for", "x-real-ip", "forwarded", "via")
_PORTS = {"http": ":80", "https": ":443"}
_SECURE = {"https": "https", "wss": "https"}
"""By the scheme of a request or WebSocket, the scheme of the page that sent it; schemes that are
not listed belong to http pages."""
_HOST = re.compile(r"([a-z0-9_.-]{1,120}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?", re.ASCII)


def host_of(header: str) -> str | None:
    """The host name or IP address in a Host header, in lower case and without port and brackets, or
    None if the header is malformed."""
    found = _HOST.fullmatch(header.lower())
    return None if found is None else found[1].strip("[]").removesuffix(".")


def place(url: str) -> tuple[str, str] | None:
    """The scheme and the host of a URL in lower case; the host includes a port that is not the
    default one. None if the text is no http or https URL."""
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
