"""The operator's settings of the provider."""

from msgspec import Struct

from gongzhu.server.web_addresses import parts_of
from gongzhu.store.sign_in import LONGEST_SUBJECT
from gongzhu.table import CommandRefused, clean_name

LONGEST_LABEL = 30


class OpenIdSettings(Struct, frozen=True, kw_only=True):
    """The provider whose accounts sign players in."""

    issuer: str
    """The provider's address, exactly as it writes it itself."""
    client: str
    """The provider's name for this server."""
    secret: str
    """The client's secret."""
    label: str
    """The provider's name for players."""

    def fault(self) -> tuple[str, str] | None:
        """The first fault, as the key of a message of `server.serve` and the value it is about."""
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
