"""Parses web addresses that come from the operator or from a sign-in provider."""

from urllib.parse import SplitResult, urlsplit


def parts_of(url: str) -> SplitResult | None:
    """Split a URL into its parts; None if the text is not a URL with a host name and without a user
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
