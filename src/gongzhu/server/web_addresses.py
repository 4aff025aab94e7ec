"""Addresses of the web, as hosts and providers write them."""

from urllib.parse import SplitResult, urlsplit


def parts_of(url: str) -> SplitResult | None:
    """The parts of an address that names a host, perhaps a port, and nobody who goes there; None
    for any other text."""
    # What does not show, and spaces, would be left out unheard.
    if not url.isprintable() or " " in url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    return parts if parts.hostname and "@" not in parts.netloc and port != 0 else None
