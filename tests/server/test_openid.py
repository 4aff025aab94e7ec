"""Signing in by an account elsewhere, at a provider on this machine: as it should be, and with one
that is down, slow or lies."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from threading import Event
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc.jwk import ECKey, RSAKey

from gongzhu.server.context import RECENT
from gongzhu.server.openid import calls
from gongzhu.server.openid import provider as parts
from gongzhu.server.openid.settings import OpenIdSettings
from tests.support.certificates import Certificates, certificates
from tests.support.openid_provider import CLIENT, SECRET, Provider, provider
from tests.support.stores import in_loop
from tests.support.visitor import ORIGIN, Clock, Visitor, https

DAY = 24 * 3600 * 1000


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates(tmp_path_factory.mktemp("openid"))


@pytest.fixture(name="clock")
def fixed_clock() -> Clock:
    return Clock()


@pytest.fixture
def club(made: Certificates, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """A provider whose certificate this machine believes."""
    monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
    with provider(made, lambda: clock.now / 1000) as running:
        yield running


def settings_of(club: Provider, *, short_keys: bool = False) -> OpenIdSettings:
    return OpenIdSettings(
        issuer=club.issuer, client=CLIENT, secret=SECRET, label="The club", short_keys=short_keys
    )


@asynccontextmanager
async def server(club: Provider, clock: Clock, **settings: Any) -> AsyncIterator[Any]:
    """A server that believes the provider."""
    async with https(clock, **{"openid": settings_of(club), **settings}) as app:
        yield app


async def sent(visitor: Visitor, club: Provider, purpose: str = "sign_in") -> dict[str, str]:
    """What the provider sends a browser back with."""
    assert await visitor.ask("POST", "/api/sign-in/provider", {"purpose": purpose}) == 200
    there = urlsplit(visitor.told["url"])
    assert f"{there.scheme}://{there.netloc}" == club.issuer
    back = urlsplit(club.begin(there.query))
    assert f"{back.scheme}://{back.netloc}{back.path}" == f"{ORIGIN}/sign-in"
    return {key: values[0] for key, values in parse_qs(back.query).items()}


async def finish(visitor: Visitor, told: dict[str, str]) -> tuple[int, str | None]:
    """The answer to it: the status, and the outcome or the code of the refusal."""
    status = await visitor.ask("POST", "/api/sign-in/provider/finish", told)
    return status, visitor.told.get("outcome") or visitor.told.get("code")


async def by_provider(visitor: Visitor, club: Provider, purpose: str = "sign_in") -> Any:
    """The whole way to the provider and back."""
    return await finish(visitor, await sent(visitor, club, purpose))


async def linked(app: Any, club: Provider, name: str = "Ann") -> Visitor:
    """A player whom the account at the provider signs in."""
    visitor = Visitor(app)
    assert await visitor.ask("POST", "/api/me", {"name": name}) == 200
    assert await by_provider(visitor, club, "link") == (200, "linked")
    return visitor


async def name_of(visitor: Visitor) -> str | None:
    assert await visitor.ask("GET", "/api/me") == 200
    name: str | None = visitor.told["name"]
    return name


@in_loop
async def test_an_account_elsewhere_is_linked_signs_in_and_is_unlinked(
    club: Provider, clock: Clock
) -> None:
    async with server(club, clock) as app:
        ann = await linked(app, club)
        assert await ann.ask("GET", "/api/me/account") == 200
        assert ann.told["link"] == {
            "issuer": club.issuer,
            "subject": "anna@club",
            "made": clock.now,
            "used": None,
        }
        assert ann.told["sign_in"]["provider"] == "The club"
        clock.now += 1000
        phone = Visitor(app)
        assert await by_provider(phone, club) == (200, "signed_in")
        assert await name_of(phone) == "Ann"
        assert await phone.ask("GET", "/api/me/account") == 200
        assert phone.told["link"]["used"] == clock.now
        assert len(phone.told["devices"]) == 2
        assert await ann.ask("POST", "/api/me/unlink") == 200
        assert ann.told["link"] is None
        assert await by_provider(Visitor(app), club) == (200, "unknown")


@in_loop
async def test_whoever_is_new_chooses_a_name(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        bo = Visitor(app)
        assert await by_provider(bo, club) == (200, "unknown")
        assert bo.told["suggested"] == "anna"
        assert await name_of(bo) is None
        assert await bo.ask("POST", "/api/sign-in/provider/new", {"name": "Bo"}) == 200
        assert bo.told["name"] == "Bo"
        assert await name_of(bo) == "Bo"
        # It is good once, and the account is Bo's from now on.
        refused = await bo.code("POST", "/api/sign-in/provider/new", {"name": "Bo"})
        assert refused == (403, "late_provider")
        other = Visitor(app)
        assert await by_provider(other, club) == (200, "signed_in")
        assert await name_of(other) == "Bo"
        assert await Visitor(app).code("POST", "/api/sign-in/provider/new", {"name": "Eve"}) == (
            403,
            "late_provider",
        )


@in_loop
async def test_an_account_signs_one_player_in(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        ann = await linked(app, club)
        eve = Visitor(app)
        assert await eve.ask("POST", "/api/me", {"name": "Eve"}) == 200
        assert await by_provider(eve, club, "link") == (409, "known_link")
        club.subject = "eve@club"
        assert await by_provider(eve, club, "link") == (200, "linked")
        assert await name_of(ann) == "Ann"
        # A deleted account leaves nothing behind.
        assert await eve.ask("POST", "/api/me/delete", {"name": "Eve"}) == 200
        assert await by_provider(Visitor(app), club) == (200, "unknown")


HOSTILE: dict[str, Callable[[Provider], object]] = {
    "another nonce": lambda club: club.claims.update(nonce="0" * 64),
    "several nonces": lambda club: club.claims.update(nonce=["0" * 64]),
    "no nonce": lambda club: club.claims.update(nonce=None),
    "another issuer": lambda club: club.claims.update(iss="https://evil.example"),
    "no issuer": lambda club: club.claims.update(iss=None),
    "expired": lambda club: club.claims.update(exp=int(club.now()) - 61),
    "no end": lambda club: club.claims.update(exp=None),
    "from tomorrow": lambda club: club.claims.update(iat=int(club.now()) + 86400),
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
async def test_a_link_goes_to_the_session_that_asked_for_it(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        ann = Visitor(app)
        assert await ann.code("POST", "/api/sign-in/provider", {"purpose": "link"}) == (
            401,
            "nobody",
        )
        assert await ann.ask("POST", "/api/me", {"name": "Ann"}) == 200
        told = await sent(ann, club, "link")
        # Meanwhile somebody else signs in here.
        assert await ann.ask("POST", "/api/me", {"name": "Eve"}) == 200
        assert await finish(ann, told) == (403, "late_provider")
        # A page of another site begins and ends nothing.
        headers = {"origin": "https://evil.example"}
        for path in ("", "/finish", "/new"):
            status = await ann.ask("POST", f"/api/sign-in/provider{path}", {}, **headers)
            assert (status, ann.told["code"]) == (403, "other_origin")


@in_loop
async def test_an_account_elsewhere_is_a_proof(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        ann = await linked(app, club)
        thief = Visitor(app)
        assert await by_provider(thief, club) == (200, "signed_in")
        changes: list[tuple[str, object]] = [
            ("/api/me/recovery", None),
            ("/api/me/passkeys/options", None),
            ("/api/me/unlink", None),
            ("/api/me/sign-out-others", None),
            ("/api/me/delete", {"name": "Ann"}),
            ("/api/sign-in/provider", {"purpose": "link"}),
        ]
        clock.now += RECENT
        for path, body in changes:
            assert await ann.code("POST", path, body) == (403, "not_proved"), path
        # Whoever finds the provider's own page signed in has proved nothing.
        club.signed_in_at = clock.now / 1000 - 3600
        assert await by_provider(ann, club, "prove") == (403, "wrong_provider")
        club.claims = {"auth_time": None}
        assert await by_provider(ann, club, "prove") == (403, "wrong_provider")
        club.claims, club.signed_in_at = {}, None
        # Nor does whoever has another account there, or comes back with another session.
        club.subject = "eve@club"
        assert await by_provider(ann, club, "prove") == (403, "other_player")
        club.subject = "anna@club"
        told = await sent(ann, club, "prove")
        mixed = Visitor(app)
        mixed.cookies = {
            key: (ann if key.endswith("provider") else thief).cookies[key] for key in ann.cookies
        }
        assert await finish(mixed, told) == (403, "late_provider")
        assert await ann.code("POST", "/api/me/recovery") == (403, "not_proved")
        before = dict(ann.cookies)
        assert await by_provider(ann, club, "prove") == (200, "proved")
        assert ann.cookies != before
        assert await ann.ask("GET", "/api/me/account") == 200
        assert len(ann.told["devices"]) == 2
        assert await thief.code("POST", "/api/me/recovery") == (403, "not_proved")
        assert await ann.ask("POST", "/api/me/recovery") == 200
        assert await ann.ask("POST", "/api/me/unlink") == 200
        # Nobody proves anything who is nobody.
        nobody = Visitor(app)
        asked = await nobody.code("POST", "/api/sign-in/provider", {"purpose": "prove"})
        assert asked == (401, "nobody")


@in_loop
async def test_where_it_takes_two_factors_the_provider_has_to_say_so(
    club: Provider, clock: Clock
) -> None:
    async with server(club, clock, two_factors=True) as app:
        for methods in (None, [], ["pwd"], "mfa", {"mfa": True}, ["pwd", "MFA"]):
            club.claims = {"amr": methods}
            assert await by_provider(Visitor(app), club) == (403, "one_factor_there"), methods
        club.claims = {"amr": ["pwd", "otp", "mfa"]}
        assert await by_provider(Visitor(app), club) == (200, "unknown")
        await linked(app, club)
        assert await by_provider(Visitor(app), club) == (200, "signed_in")


@in_loop
async def test_a_key_that_is_too_short_is_not_believed_unless_the_host_says_so(
    club: Provider, clock: Clock
) -> None:
    club.key, club.algorithm = RSAKey.generate_key(2048, {"kid": "short"}), "RS256"
    async with server(club, clock) as app:
        ann = Visitor(app)
        assert await by_provider(ann, club) == (403, "short_provider")
        assert "The club" in ann.told["text"]
    async with server(club, clock, openid=settings_of(club, short_keys=True)) as app:
        assert await by_provider(Visitor(app), club) == (200, "unknown")
        # Whoever else signs by that name is not believed for it.
        club.sign = club.signed_by_stranger
        assert await by_provider(Visitor(app), club) == (403, "wrong_provider")


@in_loop
async def test_a_session_ends_some_day_where_there_is_a_way_back(
    club: Provider, clock: Clock
) -> None:
    async with server(club, clock) as app:
        guest = Visitor(app)
        assert await guest.ask("POST", "/api/me", {"name": "Bo"}) == 200
        for _ in range(3):
            clock.now += 399 * DAY
            assert await name_of(guest) == "Bo"
        # Linked after years, it lasts on from that day.
        assert await by_provider(guest, club, "link") == (200, "linked")
        clock.now += 399 * DAY
        assert await name_of(guest) == "Bo"
        assert await guest.ask("GET", "/api/me/account") == 200
        assert [one["expires"] for one in guest.told["devices"]] == [clock.now + DAY]
        clock.now += DAY
        assert await name_of(guest) is None
        assert await by_provider(guest, club) == (200, "signed_in")
        assert await name_of(guest) == "Bo"


@in_loop
async def test_a_provider_may_change_its_keys(
    club: Provider, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(club, clock) as app:
        await linked(app, club)
        asked = len(club.asked)
        assert await by_provider(Visitor(app), club) == (200, "signed_in")
        # What it says of itself is not asked for each time.
        assert club.asked[asked:] == ["/token"]
        club.key = ECKey.generate_key("P-384", {"kid": "two", "use": "sig"})
        club.algorithm = "ES384"
        # Nor again and again, because somebody plays with wrong tokens.
        assert await by_provider(Visitor(app), club) == (403, "wrong_provider")
        monkeypatch.setattr(parts, "AGAIN", 0.0)
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
    monkeypatch.setattr(calls, "SECONDS", 0.3)
    async with server(club, clock) as app:
        await linked(app, club)
        eve = Visitor(app)
        told = await sent(eve, club)

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


@in_loop
async def test_where_there_is_no_provider_nobody_signs_in_by_one(clock: Clock) -> None:
    async with https(clock) as app:
        ann = Visitor(app)
        assert await ann.ask("GET", "/api/sign-in") == 200
        assert ann.told == {"passkeys": "ready", "provider": None, "two_factors": False}
        for path, body in (
            ("", {"purpose": "sign_in"}),
            ("/finish", {"state": "x"}),
            ("/new", {"name": "Ann"}),
        ):
            status = await ann.ask("POST", f"/api/sign-in/provider{path}", body)
            assert status in (403, 404), path
