"""A provider as the server sees it, without one."""

import asyncio
from typing import Any

import pytest

from gongzhu.server.openid.calls import NoAnswer
from gongzhu.server.openid.provider import Provider
from gongzhu.server.openid.settings import OpenIdSettings
from tests.support.stores import in_loop

CLUB = OpenIdSettings(issuer="https://id.example", client="club", secret="secret", label="Club")


@in_loop
async def test_all_who_want_to_know_are_told_at_once_that_there_is_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    provider = Provider(CLUB, "https://cards.example", lambda: 0)
    over, asked = asyncio.Event(), 0

    async def get(_: str) -> dict[str, Any]:
        nonlocal asked
        asked += 1
        await over.wait()
        raise NoAnswer("no answer in time")

    monkeypatch.setattr(provider._calls, "get", get)
    waiting = [
        asyncio.create_task(provider.address("state", "nonce", "verifier", recent=False))
        for _ in range(5)
    ]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    over.set()
    found = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(each) for each in found] == [NoAnswer] * 5
    assert asked == 1
    with pytest.raises(NoAnswer):
        await provider.address("state", "nonce", "verifier", recent=False)
    assert asked == 2
    await provider.close()
