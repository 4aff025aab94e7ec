"""A provider on this machine that is down, slow or lies, and browsers that come back with what they
were not given."""

import asyncio
import time
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from joserfc.jwk import ECKey, RSAKey

from gongzhu.server.accounts import provider
from tests.server.openid.visits import (
    by_provider,
    finish,
    linked,
    name_of,
    sent,
    server,
)
from tests.support.openid_provider import CLIENT, Provider
from tests.support.stores import in_loop
from tests.support.visitor import Clock, Visitor

HOSTILE: dict[str, Callable[[Provider], object]] = {
    "another nonce": lambda club: club.claims.update(nonce="0" * 64),
    "several nonces": lambda club: club.claims.update(nonce=["0" * 64]),
    "no nonce": lambda club: club.claims.update(nonce=None),
    "another issuer": lambda club: club.claims.update(iss="https://evil.example"),
    "no issuer": lambda club: club.claims.update(iss=None),
    "expired": lambda club: club.claims.update(exp=int(club.now()) - 61),
    "no end": lambda club: club.claims.update(exp=None),
    "from tomorrow": lambda club: club.claims.update(iat=int(club.now()) + 86400),
    "not yet": lambda club: club.claims.update(nbf=int(club.now()) + 61),
    "for another client": lambda club: club.claims.update(aud="other"),
    "for others too": lambda club: club.claims.update(aud=[CLIENT, "other"]),
    "for nobody": lambda club: club.claims.update(aud=[]),
    "asked for by another": lambda club: club.claims.update(azp="other"),
    "about nobody": lambda club: club.claims.update(sub=""),
    "about a number": lambda club: club.claims.update(sub=7),
    "about a long name": lambda club: club.claims.update(sub="x" * 256),
    "signed by nobody": lambda club: setattr(club, "sign", club.signed_by_nobody),
    "signed by what everybody knows": lambda club: setattr(club, "sign", club.signed_by_public_key),
    "signed by another key": lambda club: setattr(club, "sign", club.signed_by_stranger),
    "no token": lambda club: setattr(club, "sign", lambda claims: "x"),
    "another kind of token": lambda club: setattr(club, "sign", lambda claims: {"a": 1}),
}


@pytest.mark.parametrize("how", HOSTILE)
@in_loop
async def test_a_token_that_is_not_for_this_is_not_believed(
    club: Provider, clock: Clock, how: str
) -> None:
    async with server(club, clock) as app:
        await linked(app, club)
        HOSTILE[how](club)
        eve = Visitor(app)
        assert await by_provider(eve, club) == (403, "wrong_provider")
        assert await name_of(eve) is None


@in_loop
async def test_what_comes_back_is_good_once_in_time_and_in_one_browser(
    club: Provider, clock: Clock
) -> None:
    async with server(club, clock) as app:
        await linked(app, club)
        first, second = Visitor(app), Visitor(app)
        told, other = await sent(first, club), await sent(second, club)
        # Somebody who is led here with the words of another browser.
        assert await finish(Visitor(app), told) == (403, "late_provider")
        assert await finish(second, told) == (403, "wrong_provider")
        assert await finish(second, other) == (403, "late_provider")
        # Without a code, without a state, from another provider, and refused there.
        for change, code in (
            ({"state": ""}, "wrong_provider"),
            ({"iss": "https://evil.example"}, "wrong_provider"),
            ({"iss": None}, "wrong_provider"),
            ({"code": None}, "provider_refused"),
            ({"error": "access_denied"}, "provider_refused"),
        ):
            eve = Visitor(app)
            changed: Any = {**await sent(eve, club), **change}
            assert await finish(eve, changed) == (403, code), change
        eve = Visitor(app)
        missing = await sent(eve, club)
        del missing["state"]
        assert await finish(eve, missing) == (422, "misfit")
        # A code of somebody else's browser is good with that one's verifier alone.
        mine, stolen = await sent(eve, club), await sent(first, club)
        assert await finish(eve, mine | {"code": stolen["code"]}) == (403, "wrong_provider")
        # Played back, and late.
        cookies, told = dict(first.cookies), await sent(first, club)
        cookies = dict(first.cookies)
        assert await finish(first, told) == (200, "signed_in")
        again = Visitor(app)
        again.cookies = cookies
        assert await finish(again, told) == (403, "late_provider")
        late = Visitor(app)
        told = await sent(late, club)
        clock.now += 5 * 60 * 1000
        assert await finish(late, told) == (403, "late_provider")


@in_loop
async def test_a_key_that_is_too_short_is_not_believed(club: Provider, clock: Clock) -> None:
    club.key, club.algorithm = RSAKey.generate_key(2048, {"kid": "short"}), "RS256"
    async with server(club, clock) as app:
        ann = Visitor(app)
        assert await by_provider(ann, club) == (403, "short_provider")
        assert "The club" in ann.told["text"]


@in_loop
async def test_a_provider_may_change_its_keys(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        await linked(app, club)
        asked = len(club.asked)
        assert await by_provider(Visitor(app), club) == (200, "signed_in")
        # What it says of itself is not asked for each time.
        assert club.asked[asked:] == ["/token"]
        club.key = ECKey.generate_key("P-384", {"kid": "two", "use": "sig"})
        club.algorithm = "ES384"
        assert await by_provider(Visitor(app), club) == (200, "signed_in")
        club.key, club.algorithm = RSAKey.generate_key(3072, {"kid": "3"}), "PS256"
        assert await by_provider(Visitor(app), club) == (200, "signed_in")


BROKEN: dict[str, Callable[[Provider], object]] = {
    "it calls itself otherwise": lambda club: club.told.update(issuer="https://evil.example"),
    "keys over http": lambda club: club.told.update(jwks_uri="http://localhost/keys"),
    "no tokens": lambda club: club.told.update(token_endpoint=None),
    "a page of another kind": lambda club: club.told.update(authorization_endpoint="data:,"),
    "keys elsewhere that nobody has": lambda club: club.told.update(
        jwks_uri=f"{club.issuer}/nothing"
    ),
    "no JSON": lambda club: setattr(club, "answer", lambda path: b"<html>"),
    "deep JSON": lambda club: setattr(club, "answer", lambda path: b"[" * 60_000),
    "a list": lambda club: setattr(club, "answer", lambda path: b"[]"),
    "a huge answer": lambda club: setattr(club, "answer", lambda path: b" " * 10_000_000),
    "keys where nobody listens": lambda club: club.told.update(jwks_uri="https://localhost:1/"),
}


@pytest.mark.parametrize("how", BROKEN)
@in_loop
async def test_a_provider_that_cannot_be_understood_is_down(
    club: Provider, clock: Clock, how: str
) -> None:
    async with server(club, clock) as app:
        BROKEN[how](club)
        ann = Visitor(app)
        refused = await ann.code("POST", "/api/sign-in/provider", {"purpose": "sign_in"})
        assert refused == (503, "provider_down")
        assert await ann.ask("GET", "/api/lobby") == 200


@in_loop
async def test_a_redirect_is_not_followed(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        # A page that would lead on, and sees who comes.
        club.told["token_endpoint"] = f"{club.issuer}/elsewhere"
        club.told["jwks_uri"] = f"{club.issuer}/begin?redirect_uri=x"
        club.begin = lambda query: f"{club.issuer}/keys"  # type: ignore[method-assign]
        ann = Visitor(app)
        refused = await ann.code("POST", "/api/sign-in/provider", {"purpose": "sign_in"})
        assert refused == (503, "provider_down")
        assert club.asked == ["/.well-known/openid-configuration", "/begin"]


@in_loop
async def test_a_provider_that_sleeps_is_not_waited_for(
    club: Provider, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(club, clock) as app:
        await linked(app, club)
        eve = Visitor(app)
        told = await sent(eve, club)
        monkeypatch.setattr(provider, "SECONDS", 0.3)

        awake = Event()

        def slowly(path: str) -> None:
            awake.wait(60)

        club.answer = slowly
        began = time.monotonic()
        waiting = asyncio.gather(*(finish(Visitor(app), told), finish(eve, told)))
        # The others are served meanwhile.
        assert await Visitor(app).ask("GET", "/api/lobby") == 200
        assert (await waiting)[1] == (503, "provider_down")
        assert time.monotonic() - began < 60
        awake.set()


@in_loop
async def test_a_provider_without_a_trusted_certificate_is_not_spoken_to(
    club: Provider, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    async with server(club, clock) as app:
        ann = Visitor(app)
        refused = await ann.code("POST", "/api/sign-in/provider", {"purpose": "sign_in"})
        assert refused == (503, "provider_down")
        assert club.asked == []
