"""Visits to a server that believes a provider, and to the provider."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

from gongzhu.server.config.openid import OpenIdSettings
from tests.support.openid_provider import CLIENT, SECRET, Provider
from tests.support.visitor import ORIGIN, Clock, Visitor, https


def settings_of(club: Provider) -> OpenIdSettings:
    return OpenIdSettings(issuer=club.issuer, client=CLIENT, secret=SECRET, label="The club")


@asynccontextmanager
async def server(club: Provider, clock: Clock, **settings: Any) -> AsyncIterator[Any]:
    """A server that believes the provider."""
    async with https(clock, **{"openid": settings_of(club), **settings}) as app:
        yield app


async def sent(visitor: Visitor, club: Provider, purpose: str = "sign_in") -> dict[str, str]:
    """The query with which the provider sends a browser back."""
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
