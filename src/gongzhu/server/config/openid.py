"""The operator's settings for an OpenID Connect provider."""

from msgspec import Struct

from gongzhu.server.config.web_addresses import parts_of
from gongzhu.store.sign_in import LONGEST_SUBJECT
from gongzhu.table import CommandRefused, clean_name

LONGEST_LABEL = 30


class OpenIdSettings(Struct, frozen=True, kw_only=True):
    """The OpenID Connect provider whose accounts can sign players in."""

    issuer: str
    """The provider's issuer URL, exactly as the provider itself writes it."""
    client: str
    """The client id that the provider has given this server."""
    secret: str
    """The client secret that the provider has given this server."""
    label: str
    """The name of the provider that is shown to players."""

    def fault(self) -> tuple[str, str] | None:
        """The first fault in the settings, as the key of a message in `server.serve` and the faulty
        value; None if there is no fault."""
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
    """True for an https address with a host name and no user name."""
    if not isinstance(url, str) or not url.isascii():
        return False
    parts = parts_of(url)
    return parts is not None and parts.scheme == "https"


def _is_issuer(url: str) -> bool:
    return is_secure(url) and len(url) <= LONGEST_SUBJECT and "?" not in url and "#" not in url
