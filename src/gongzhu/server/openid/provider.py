"""A provider: where its parts are, which keys it signs with, and what it says of somebody."""

import asyncio
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any
from urllib.parse import quote, urlencode

from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from gongzhu.server.openid.calls import Calls, NoAnswer
from gongzhu.server.openid.id_token import (
    RECENT,
    BadToken,
    Identified,
    ShortKey,
    check,
)
from gongzhu.server.openid.settings import OpenIdSettings, is_secure

KEPT = 600.0
"""Seconds for which what a provider says of itself is believed."""
AGAIN = 30.0
"""Seconds between two looks at its keys, for one that is not among them."""
SCOPE = "openid profile"


class Parts(Struct, frozen=True):
    """A provider's own description of itself."""

    begins: str
    """The page that signs people in."""
    tokens: str
    """The address that gives tokens for codes."""
    by_form: bool
    """True if the client's password goes into the form there, and not into a header."""
    says_issuer: bool
    """True if it names itself whenever it sends somebody back."""
    keys: KeySet


class Provider:
    """Asks the provider of a host."""

    def __init__(
        self,
        settings: OpenIdSettings,
        address: str,
        clock: Callable[[], int],
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        """`address`: the page that people come back to; `clock` gives milliseconds since 1970,
        `timer` seconds."""
        self.settings = settings
        self._address = address
        self._clock = clock
        self._timer = timer
        self._calls = Calls()
        self._found: tuple[float, Parts] | None = None
        self._asking: asyncio.Task[Parts] | None = None
        """Under way for all who want to know: where there is no answer, nobody waits for the others
        to have none either."""

    async def close(self) -> None:
        """Let go of its connections."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
        await self._calls.close()

    async def address(self, state: str, nonce: str, verifier: str, *, recent: bool) -> str:
        """The page of the provider that signs somebody in. Raises NoAnswer."""
        parts = await self._parts()
        digest = sha256(verifier.encode()).digest()
        asked = {
            "response_type": "code",
            "client_id": self.settings.client,
            "redirect_uri": self._address,
            "scope": SCOPE,
            "state": state,
            "nonce": nonce,
            "code_challenge": urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        if recent:
            asked["max_age"] = str(RECENT)
        return f"{parts.begins}{'&' if '?' in parts.begins else '?'}{urlencode(asked)}"

    async def names_itself(self, issuer: str | None) -> bool:
        """True if somebody who comes back comes from this provider, by what the page was told.
        Raises NoAnswer."""
        if issuer is None:
            return not (await self._parts()).says_issuer
        return issuer == self.settings.issuer

    async def identify(self, code: str, nonce: str, verifier: str, *, recent: bool) -> Identified:
        """The somebody who came back with this code. Raises BadToken and NoAnswer."""
        parts = await self._parts()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._address,
            "code_verifier": verifier,
        }
        me = self.settings
        auth = None
        if parts.by_form:
            form |= {"client_id": me.client, "client_secret": me.secret}
        else:
            # As a form has them, each by itself.
            auth = (quote(me.client, safe=""), quote(me.secret, safe=""))
        status, answer = await self._calls.post(parts.tokens, form, auth)
        token = answer.get("id_token")
        if status >= 500:
            raise NoAnswer(f"status {status}")
        if status != 200 or not isinstance(token, str):
            raise BadToken(f"no token, status {status}")
        wanted = partial(
            check,
            token,
            nonce=nonce,
            now=self._clock() // 1000,
            recent=recent,
        )
        try:
            return wanted(parts.keys, me)
        except ShortKey:
            raise
        except BadToken:
            # Providers change their keys; whatever else is wrong stays so.
            fresh = await self._parts(AGAIN)
            if fresh.keys is parts.keys:
                raise
            return wanted(fresh.keys, me)

    async def _parts(self, kept: float = KEPT) -> Parts:
        began = self._timer()
        if self._found is not None and began - self._found[0] < kept:
            return self._found[1]
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
            self._asking.add_done_callback(partial(self._asked, began))
        return await asyncio.shield(self._asking)

    def _asked(self, began: float, task: asyncio.Task[Parts]) -> None:
        self._asking = None
        if not task.cancelled() and task.exception() is None:
            self._found = began, task.result()

    async def _ask(self) -> Parts:
        issuer = self.settings.issuer
        told = await self._calls.get(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        if told.get("issuer") != issuer:
            raise NoAnswer("it calls itself otherwise")
        begins, tokens, keys = (
            _https(told, name) for name in ("authorization_endpoint", "token_endpoint", "jwks_uri")
        )
        methods = told.get("token_endpoint_auth_methods_supported")
        return Parts(
            begins=begins,
            tokens=tokens,
            by_form=isinstance(methods, list) and "client_secret_basic" not in methods,
            says_issuer=told.get("authorization_response_iss_parameter_supported") is True,
            keys=_keys(await self._calls.get(keys)),
        )


def _https(told: dict[str, Any], name: str) -> str:
    found = told.get(name)
    if not is_secure(found):
        raise NoAnswer(f"no {name} by https")
    return str(found)


def _keys(told: dict[str, Any]) -> KeySet:
    """The keys of a provider that are public and sign."""
    found = told.get("keys")
    useful = [
        key
        for key in (found if isinstance(found, list) else [])
        if isinstance(key, dict)
        and key.get("kty") in ("RSA", "EC")
        and key.get("use", "sig") == "sig"
        and "d" not in key
    ]
    try:
        return KeySet.import_key_set({"keys": useful})
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise NoAnswer("no keys") from error
