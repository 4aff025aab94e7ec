"""The operator's settings for an OpenID Connect provider, with whose accounts players can sign
in."""

from msgspec import Struct

from gongzhu.server.config.web_addresses import parts_of
from gongzhu.store.sign_in import LONGEST_SUBJECT
from gongzhu.table import CommandRefused, clean_name

LONGEST_LABEL = 30
"""Greatest length of the provider's name on the button, in characters."""


class OpenIdSettings(Struct, frozen=True, kw_only=True):
    """An OpenID Connect provider with whose accounts players can sign in, and this server's
    registration there."""

    issuer: str
    """The issuer URL, exactly as the provider itself writes it."""
    client: str
    """The client id of this server at the provider."""
    secret: str
    """The client secret of this server at the provider."""
    label: str
    """The name of the provider as players see it."""

    def fault(self) -> tuple[str, str] | None:
        """The first fault in the settings as a pair of a code and the faulty value, or None if
        there is no fault. The text of the message is `server.serve.CODE`."""
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
    """True if `url` is the text of an https URL with a host name and without a user name."""
    if not isinstance(url, str) or not url.isascii():
        return False
    parts = parts_of(url)
    return parts is not None and parts.scheme == "https"


def _is_issuer(url: str) -> bool:
    return is_secure(url) and len(url) <= LONGEST_SUBJECT and "?" not in url and "#" not in url
