"""The addresses of this machine, for itself and for the networks that it is in."""

import os
import socket
import sys
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, ip_address

_HOME = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""The private networks of IPv4, those that homes use most first."""
_INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet")
"""How the names of interfaces begin that lead to guests inside this machine."""


def url_of(host: str, port: int) -> str:
    """The address that a browser is given."""
    return f"http://{place_of(host, port)}/"


def place_of(host: str, port: int) -> str:
    """Host and port as browsers write them for plain http."""
    name = f"[{host}]" if ":" in host else host
    return name if port == 80 else f"{name}:{port}"


def own_addresses() -> tuple[str, ...]:
    """The addresses at which other machines may find this one, the likeliest first: that of the
    way out, then private ones of IPv4, then the others. None is of this machine alone or of one
    cable alone, as browsers cannot write those."""
    import ifaddr

    found = [
        (adapter.nice_name, written)
        for adapter in ifaddr.get_adapters()
        for written in (_written(ip.ip) for ip in adapter.ips)
    ]
    return in_order(found, _way_out())


def in_order(found: Iterable[tuple[str, str]], way_out: str | None) -> tuple[str, ...]:
    """Addresses with the names of their interfaces, sorted; those that lead nowhere are left
    out."""

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
    """An address of an interface: those of IPv6 stand beside two numbers."""
    return ip if isinstance(ip, str) else ip[0].partition("%")[0]


def _leads_here(written: str) -> bool:
    address = ip_address(written)
    local = address.is_loopback or address.is_link_local or address.is_unspecified
    mapped = isinstance(address, IPv6Address) and address.ipv4_mapped is not None
    return not (local or mapped or address.is_multicast)


def _way_out() -> str | None:
    """This machine's address in the network that leads out of it; None where there is none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Nothing is sent: the system only chooses the way to a far address, one that is kept
            # for documents.
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
    except OSError:
        return None
    return address


def has_display() -> bool:
    """True if a browser could show anything here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
