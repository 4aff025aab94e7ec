"""What a host says of the provider, checked as it is set."""

from msgspec import Struct

from gongzhu.server.web_addresses import parts_of
from gongzhu.store.sign_in import LONGEST_SUBJECT
from gongzhu.table import CommandRefused, clean_name

LONGEST_LABEL = 30


class OpenIdSettings(Struct, frozen=True, kw_only=True):
    """The provider whose accounts sign players in."""

    issuer: str
    """The provider, by its address, exactly as it writes it itself."""
    client: str
    """The name under which it knows this server."""
    secret: str
    """The password of that name."""
    label: str
    """The provider as players call it."""
    short_keys: bool = False
    """True if keys of RSA with fewer than 3072 bits are believed, too."""

    def fault(self) -> tuple[str, str] | None:
        """The code of a message of `server.serve` and the value that it is about, of the first
        that cannot be used."""
        if not _is_issuer(self.issuer):
            return "bad_issuer", self.issuer
        if not self.client or not self.secret:
            return "openid_partly", ""
        try:
            if clean_name(self.label, LONGEST_LABEL) == self.label:
                return None
        except CommandRefused:
            pass
        return "bad_label", self.label


def is_secure(url: object) -> bool:
    """True for an address of https that names a host, and nobody who goes there."""
    if not isinstance(url, str) or not url.isascii():
        return False
    parts = parts_of(url)
    return parts is not None and parts.scheme == "https"


def _is_issuer(url: str) -> bool:
    return is_secure(url) and len(url) <= LONGEST_SUBJECT and "?" not in url and "#" not in url
