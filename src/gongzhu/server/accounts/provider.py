"""A client for the operator's OpenID Connect provider: it makes the URL of the provider's sign-in
page, and fetches and verifies ID tokens.

`joserfc` verifies the signatures, and `httpx2` makes the HTTP requests. These use only https with a
certificate that the system trusts, follow no redirects, and limit the size and duration of each
response.
"""

import asyncio
import ssl
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Any, TypeVar
from urllib.parse import quote, urlencode

import httpx2
import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, GuestProtocol, KeySet, RSAKey
from msgspec import Meta, Struct

from gongzhu.server.config.openid import OpenIdSettings, is_secure
from gongzhu.store.sign_in import LONGEST_SUBJECT
from gongzhu.table import CommandRefused, clean_name
from gongzhu.texts.presentable import LONGEST_NAME

SECONDS = 10.0
"""Time limit for one request in seconds, including the wait for a connection."""
LARGEST = 64 * 1024
"""Greatest size of a response in bytes."""
AT_ONCE = 8
"""Greatest number of connections to the provider."""
KEPT_MS = 600_000
"""Milliseconds for which the provider's configuration and keys are cached."""
ALGORITHMS = ("RS256", "PS256", "ES256", "ES384")
"""Accepted signature algorithms. All use a key pair, none a secret that both sides know."""
SHORTEST_RSA = 3072
"""Fewest bits of an accepted RSA key; they give a strength of 128 bits."""
LEEWAY = 60
"""Seconds by which the clocks of the provider and of this server may differ."""
RECENT = 300
"""Seconds within which the person must have signed in at the provider if a recent sign-in is
required."""
T = TypeVar("T")


class NoAnswer(Exception):
    """Raised if the provider gives no usable response; the text is the reason, for the log."""


class BadToken(Exception):
    """Raised if an ID token is missing or invalid; the text is the reason, for the log."""


class ShortKey(BadToken):
    """Raised if the RSA key that signed an ID token is too short."""


class Identified(Struct, frozen=True):
    """A person who has signed in at the provider."""

    subject: str
    """The provider's id of the person's account. The provider never gives it to another account."""
    name: str
    """A suggested name for a new player, which may be empty."""


class Description(Struct, frozen=True):
    """The parts of the provider's configuration (OpenID Connect Discovery) that are used here."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False
    """True if the provider always adds `iss` to the URL to which it sends a browser back (RFC
    9207)."""


class PublishedKeys(Struct, frozen=True):
    """The public keys of a provider, as JSON Web Keys."""

    keys: tuple[dict[str, Any], ...]


class TokenAnswer(Struct, frozen=True):
    """The provider's response to an authorization code. It has no ID token if the provider refuses
    the code."""

    id_token: Any = None


class Claims(Struct, frozen=True):
    """The claims in an ID token, by their names in OpenID Connect; times are in seconds since
    1970."""

    iss: str
    sub: Annotated[str, Meta(min_length=1, max_length=LONGEST_SUBJECT)]
    aud: str | tuple[str, ...]
    exp: float
    iat: float
    nonce: str
    nbf: float = 0.0
    azp: str | None = None
    auth_time: float | None = None
    nickname: Any = None
    preferred_username: Any = None
    given_name: Any = None


class Provider:
    """Makes requests to the operator's provider, and verifies its responses."""

    def __init__(self, settings: OpenIdSettings, address: str, clock: Callable[[], int]) -> None:
        """`address` is the URL of this server's page to which the provider sends browsers back, and
        `clock` returns the time in milliseconds since 1970."""
        self._settings = settings
        self._address = address
        self._clock = clock
        self._described: tuple[int, Description, KeySet] | None = None
        self._client = httpx2.AsyncClient(
            verify=ssl.create_default_context(),
            trust_env=False,
            timeout=SECONDS,
            limits=httpx2.Limits(max_connections=AT_ONCE),
            # A compressed answer could be larger than it looks.
            headers={"Accept-Encoding": "identity", "User-Agent": "gongzhu"},
        )

    async def close(self) -> None:
        """Close the connections to the provider."""
        await self._client.aclose()

    async def address(self, state: str, nonce: str, verifier: str, *, recent: bool) -> str:
        """The URL of the provider's sign-in page. `state`, `nonce` and the PKCE `verifier` are
        random texts for this sign-in. With `recent`, the person must have signed in at the provider
        in the last RECENT seconds. Raises NoAnswer."""
        page = (await self._description())[0].authorization_endpoint
        challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
        query = {
            "response_type": "code",
            "client_id": self._settings.client,
            "redirect_uri": self._address,
            "scope": "openid profile",
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        } | ({"max_age": str(RECENT)} if recent else {})
        return f"{page}{'&' if '?' in page else '?'}{urlencode(query)}"

    async def is_issuer(self, issuer: str | None) -> bool:
        """True if `issuer`, the parameter `iss` with which a browser came back (None if it is
        missing), can be from this provider. Raises NoAnswer."""
        if issuer is None:
            return not (await self._description())[0].authorization_response_iss_parameter_supported
        return issuer == self._settings.issuer

    async def identify(self, code: str, nonce: str, verifier: str, *, recent: bool) -> Identified:
        """Exchange the authorization code with which a browser came back for the person who has
        signed in. The other arguments are those that were passed to `address`. Raises BadToken and
        NoAnswer."""
        (described, keys), settings = await self._description(), self._settings
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._address,
            "code_verifier": verifier,
        }
        auth = None
        if "client_secret_basic" in described.token_endpoint_auth_methods_supported:
            # Encoded like form fields: RFC 6749, section 2.3.1.
            auth = (quote(settings.client, safe=""), quote(settings.secret, safe=""))
        else:
            form |= {"client_id": settings.client, "client_secret": settings.secret}
        endpoint = described.token_endpoint
        status, answer = await self._ask("POST", endpoint, TokenAnswer, data=form, auth=auth)
        if status >= 500:
            raise NoAnswer(f"status {status}")
        if status != 200 or not isinstance(answer.id_token, str):
            raise BadToken(f"no token, status {status}")
        try:
            claims = _verified(answer.id_token, keys)
        except ShortKey:
            raise
        except BadToken:
            # Providers replace their keys, so try once more with the current ones.
            self._described = None
            claims = _verified(answer.id_token, (await self._description())[1])
        _check(claims, settings, nonce, self._clock() // 1000, recent=recent)
        return Identified(claims.sub, _name(claims))

    async def _description(self) -> tuple[Description, KeySet]:
        now, issuer = self._clock(), self._settings.issuer
        if self._described is not None and now - self._described[0] < KEPT_MS:
            return self._described[1:]
        place = f"{issuer.rstrip('/')}/.well-known/openid-configuration"
        found = await self._get(place, Description)
        if found.issuer != issuer:
            raise NoAnswer("another issuer")
        if not all(
            map(is_secure, (found.authorization_endpoint, found.token_endpoint, found.jwks_uri))
        ):
            raise NoAnswer("an address without https")
        keys = _signing_keys(await self._get(found.jwks_uri, PublishedKeys))
        self._described = now, found, keys
        return found, keys

    async def _get(self, url: str, kind: type[T]) -> T:
        status, found = await self._ask("GET", url, kind)
        if status != 200:
            raise NoAnswer(f"status {status}")
        return found

    async def _ask(self, method: str, url: str, kind: type[T], **options: Any) -> tuple[int, T]:
        """Make an HTTP request to the provider. Returns the status and the JSON body decoded as
        `kind`. Raises NoAnswer."""
        data = b""
        try:
            async with (
                asyncio.timeout(SECONDS),
                self._client.stream(method, url, **options) as answer,
            ):
                async for part in answer.aiter_raw():
                    data += part
                    if len(data) > LARGEST:
                        raise NoAnswer("a large answer")
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            raise NoAnswer(type(error).__name__) from error
        try:
            return answer.status_code, msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise NoAnswer(f"status {answer.status_code}, {error}") from error


def _signing_keys(published: PublishedKeys) -> KeySet:
    useful = [
        key
        for key in published.keys
        if key.get("kty") in ("RSA", "EC") and key.get("use", "sig") == "sig" and "d" not in key
    ]
    try:
        return KeySet.import_key_set({"keys": useful})
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise NoAnswer("no keys") from error


def _verified(token: str, keys: KeySet) -> Claims:
    """The claims of an ID token, if it is signed by one of the keys. Raises BadToken."""

    def key_of(signed: GuestProtocol) -> ECKey | RSAKey:
        header = signed.headers()
        key = keys.get_by_kid(header.get("kid"), {"alg": header["alg"]})
        assert isinstance(key, ECKey | RSAKey)
        bits = key.public_key.key_size
        if isinstance(key, RSAKey) and bits < SHORTEST_RSA:
            raise ShortKey(f"RSA key of {bits} bits, {SHORTEST_RSA} needed: have it sign by ES256")
        return key

    try:
        claims = jwt.decode(token, key_of, algorithms=list(ALGORITHMS)).claims
        return msgspec.convert(claims, Claims)
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise BadToken(f"{type(error).__name__}: {getattr(error, 'error', error)}") from error


def _check(claims: Claims, settings: OpenIdSettings, nonce: str, now: int, *, recent: bool) -> None:
    """Raise BadToken if a claim does not fit this server, this sign-in or the time `now`, in
    seconds since 1970."""
    wrong = {
        "iss": claims.iss != settings.issuer,
        # Additional audiences are not trusted (OpenID Connect Core, 3.1.3.7).
        "aud": claims.aud not in (settings.client, (settings.client,)),
        "azp": claims.azp not in (None, settings.client),
        "exp": claims.exp <= now - LEEWAY,
        "iat": claims.iat > now + LEEWAY,
        "nbf": claims.nbf > now + LEEWAY,
        "nonce": claims.nonce != nonce,
        "auth_time": recent
        and (claims.auth_time is None or claims.auth_time < now - RECENT - LEEWAY),
    }
    for name, is_wrong in wrong.items():
        if is_wrong:
            raise BadToken(name)


def _name(claims: Claims) -> str:
    """A suggested name for a player, from the nickname, user name or given name in the claims, or
    empty if none of these is usable. The full name is never used."""
    for found in (claims.nickname, claims.preferred_username, claims.given_name):
        if isinstance(found, str):
            try:
                return clean_name(unicodedata.normalize("NFC", found)[:LONGEST_NAME].strip())
            except CommandRefused:
                continue
    return ""
