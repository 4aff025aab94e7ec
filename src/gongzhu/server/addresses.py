"""The network addresses of this machine, and how they are written for browsers."""

import os
import socket
import sys
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, ip_address

_HOME = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""The private networks of IPv4, the ones that are most common in homes first."""
_INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet")
"""Prefixes of the names of network interfaces that lead to containers or virtual machines."""


def url_of(host: str, port: int) -> str:
    """The `http://` address to open in a browser."""
    return f"http://{place_of(host, port)}/"


def place_of(host: str, port: int) -> str:
    """Host and port as browsers write them for plain http."""
    name = f"[{host}]" if ":" in host else host
    return name if port == 80 else f"{name}:{port}"


def own_addresses() -> tuple[str, ...]:
    """The IP addresses at which other machines may reach this one, the likeliest first.

    The address used for outgoing traffic comes first, then private IPv4 addresses, then the others.
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
    """Sort pairs of interface name and IP address by how likely others can reach the address.

    `way_out` is the address used for outgoing traffic, or None. Addresses that other machines
    cannot reach are left out, and so are duplicates.
    """

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
    """An address of an interface as text, without its zone; ifaddr gives IPv6 ones as tuples."""
    return ip if isinstance(ip, str) else ip[0].partition("%")[0]


def _leads_here(written: str) -> bool:
    address = ip_address(written)
    local = address.is_loopback or address.is_link_local or address.is_unspecified
    mapped = isinstance(address, IPv6Address) and address.ipv4_mapped is not None
    return not (local or mapped or address.is_multicast)


def _way_out() -> str | None:
    """This machine's IPv4 address for outgoing traffic, or None without a network."""
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
    """True if this machine has a display on which a browser can open a window."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
