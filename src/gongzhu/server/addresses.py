"""The addresses of this machine, for itself and for the home network."""

import os
import socket
import sys
from ipaddress import ip_address


def url_of(host: str, port: int) -> str:
    """The address that a browser is given."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"


def lan_address() -> str | None:
    """This machine's address in the network that it is in; None where it is in none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Nothing is sent: the system only chooses the way to a far address, one that is kept
            # for documents.
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
    except OSError:
        return None
    return None if ip_address(address).is_loopback else address


def has_display() -> bool:
    """True if a browser could show anything here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
