"""Parsing of URLs that come from the operator or from an OpenID provider."""

from urllib.parse import SplitResult, urlsplit


def parts_of(url: str) -> SplitResult | None:
    """The parts of a URL, or None if the text is malformed, has no host name, or has a user
    name."""
    # urlsplit would silently drop some unprintable characters and spaces.
    if not url.isprintable() or " " in url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    return parts if parts.hostname and "@" not in parts.netloc and port != 0 else None
