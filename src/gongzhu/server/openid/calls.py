"""Calls to a provider: with bounds of time, of size and of how many there are at once.

Nothing is believed but https with a certificate that the system trusts, and no redirect is
followed: a provider says where its parts are.
"""

import asyncio
import json
import ssl
from typing import Any

import httpx2

SECONDS = 10.0
"""For one call, with the wait for others before it."""
LARGEST = 64 * 1024
"""Bytes of an answer."""
AT_ONCE = 8
WAITING = 64
"""Calls that wait for others; one more is not made."""


class NoAnswer(Exception):
    """The provider gave no answer that can be used; the text says why, for the log."""


class Calls:
    """Asks a provider, and reads JSON."""

    def __init__(self) -> None:
        self._client = httpx2.AsyncClient(
            verify=ssl.create_default_context(),
            trust_env=False,
            follow_redirects=False,
            timeout=SECONDS,
            limits=httpx2.Limits(max_connections=AT_ONCE),
            headers={
                "Accept": "application/json",
                # Unpacked, a small answer may be a large one.
                "Accept-Encoding": "identity",
                "User-Agent": "gongzhu",
            },
        )
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def get(self, url: str) -> dict[str, Any]:
        """A document. Raises NoAnswer."""
        status, found = await self._ask("GET", url)
        if status != 200:
            raise NoAnswer(f"status {status}")
        return found

    async def post(
        self, url: str, form: dict[str, str], auth: tuple[str, str] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """The status and what was answered to a form. Raises NoAnswer."""
        return await self._ask("POST", url, data=form, auth=auth)

    async def _ask(self, method: str, url: str, **what: Any) -> tuple[int, dict[str, Any]]:
        if self._waiting >= WAITING:
            raise NoAnswer("too many calls")
        self._waiting += 1
        try:
            async with asyncio.timeout(SECONDS), self._slots:
                return await self._read(method, url, **what)
        except TimeoutError as error:
            raise NoAnswer("no answer in time") from error
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            raise NoAnswer(type(error).__name__) from error
        finally:
            self._waiting -= 1

    async def _read(self, method: str, url: str, **what: Any) -> tuple[int, dict[str, Any]]:
        data = b""
        async with self._client.stream(method, url, **what) as answer:
            if answer.headers.get("content-encoding", "identity") != "identity":
                raise NoAnswer("a packed answer")
            async for part in answer.aiter_raw():
                data += part
                if len(data) > LARGEST:
                    raise NoAnswer("a large answer")
        try:
            found = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise NoAnswer(f"no JSON, status {answer.status_code}") from error
        if not isinstance(found, dict):
            raise NoAnswer(f"no object, status {answer.status_code}")
        return answer.status_code, found
