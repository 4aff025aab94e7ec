"""The check of an ID token: by `joserfc`, with our own demands."""

import unicodedata
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, GuestProtocol, KeySet, RSAKey
from msgspec import Struct

from gongzhu.server.openid.settings import OpenIdSettings
from gongzhu.store.sign_in import LONGEST_SUBJECT
from gongzhu.table import CommandRefused, clean_name
from gongzhu.texts.presentable import LONGEST_NAME

ALGORITHMS = ("RS256", "PS256", "ES256", "ES384")
"""The signatures that are taken: by a provider's own key, never by a word that both know."""
SHORTEST_RSA = 3072
"""Bits of a key that is believed: as strong as 128 bits."""
"""The method by which a provider says that it has asked for more than one factor (RFC 8176)."""
LEEWAY = 60
"""Seconds by which the clocks of a provider and of this server may differ."""
RECENT = 300
"""Seconds since somebody signed in at the provider, where that has to be so just now."""


class Identified(Struct, frozen=True):
    """Somebody as a provider knows them."""

    subject: str
    """The name of the account there, which is never given to another one."""
    name: str
    """A name to suggest; it may be empty."""


class BadToken(Exception):
    """An ID token that is not believed; the text says why, for the log."""


class ShortKey(BadToken):
    """One that is signed by a key which is too short."""


def check(
    token: str,
    keys: KeySet,
    settings: OpenIdSettings,
    *,
    nonce: str,
    now: int,
    recent: bool,
) -> Identified:
    """The somebody whom a token is about. `now` in seconds since 1970; `recent`: they must have
    signed in just now. Raises BadToken."""

    def chosen(asked: GuestProtocol) -> ECKey | RSAKey:
        """The key that a token names."""
        said = asked.headers()
        key = keys.get_by_kid(said.get("kid"), {"alg": said["alg"]})
        assert isinstance(key, ECKey | RSAKey)
        bits = key.public_key.key_size
        if isinstance(key, RSAKey) and bits < SHORTEST_RSA and not settings.short_keys:
            raise ShortKey(
                f"its key of RSA has {bits} bits, and {SHORTEST_RSA} are asked for: have it sign by"
                " ES256, or see --openid-short-keys"
            )
        return key

    wanted = jwt.JWTClaimsRegistry(
        now=now,
        leeway=LEEWAY,
        iss={"essential": True, "value": settings.issuer},
        sub={"essential": True},
        aud={"essential": True},
        exp={"essential": True},
        iat={"essential": True},
        nonce={"essential": True, "value": nonce},
    )
    try:
        claims = jwt.decode(token, chosen, algorithms=list(ALGORITHMS)).claims
        wanted.validate(claims)
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise BadToken(f"{type(error).__name__}: {getattr(error, 'error', '')}") from error
    # Others that a token is for as well are nobody whom this server knows.
    if claims["aud"] not in (settings.client, [settings.client]):
        raise BadToken("aud")
    if claims["nonce"] != nonce:
        raise BadToken("nonce")
    if claims.get("azp", settings.client) != settings.client:
        raise BadToken("azp")
    signed_in = claims.get("auth_time")
    if recent and not (isinstance(signed_in, int) and signed_in >= now - RECENT - LEEWAY):
        raise BadToken("auth_time")
    subject = claims["sub"]
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT:
        raise BadToken("sub")
    return Identified(subject, _name(claims))


def _name(claims: dict[str, Any]) -> str:
    """A name for the table; the full name that a provider may have is for nobody there."""
    for key in ("nickname", "preferred_username", "given_name"):
        found = claims.get(key)
        if isinstance(found, str):
            try:
                return clean_name(unicodedata.normalize("NFC", found)[:LONGEST_NAME].strip())
            except CommandRefused:
                continue
    return ""
