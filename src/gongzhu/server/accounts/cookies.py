"""The cookies that the server sets: one for the session, and one for each method of signing in
while it is under way."""

from collections.abc import Callable
from typing import Any, Literal

from cachetools import TTLCache
from starlette.requests import HTTPConnection
from starlette.responses import Response

from gongzhu.server.identity.sessions import SESSION_SECONDS

LASTS = 5 * 60 * 1000
"""Milliseconds within which a sign-in must be finished; a person may first have to find their
phone."""
MOST = 20_000
"""Greatest number of unfinished sign-ins that are remembered; beyond it, the oldest are dropped."""
Way = Literal["sign-in", "provider"]
"""The method by which a browser signs in: a passkey (`sign-in`) or an account at a provider. It is
the last part of the name of the sign-in cookie."""


def pending(clock: Callable[[], int]) -> "TTLCache[bytes, Any, int]":
    """A new cache for data about unfinished sign-ins, whose keys are hashes of session tokens or
    sign-in tokens. Entries expire after `LASTS`. `clock` returns milliseconds."""
    return TTLCache(MOST, LASTS, clock)


class Cookies:
    """Sets and deletes cookies in responses."""

    def __init__(self, name: str, *, secure: bool) -> None:
        """`name` is the name of the session cookie; `secure` is true if browsers use https."""
        self._name = name
        self._secure = secure

    def keep_session(self, answer: Response, cookie: str) -> Response:
        """Add to a response the session cookie with the value `cookie`, and return the response."""
        self._set(answer, self._name, cookie, SESSION_SECONDS)
        return answer

    def drop_session(self, answer: Response) -> Response:
        """Delete the session cookie in a response, and return the response."""
        self._set(answer, self._name, "", 0)
        if self._secure:
            # Browsers cache the lists of a player's games; over http they ignore this header.
            answer.headers["Clear-Site-Data"] = '"cache"'
        return answer

    def begin_sign_in(self, answer: Response, way: Way, token: str) -> Response:
        """Add to a response the cookie of a sign-in by the method `way` that has just begun.
        `token` is the sign-in's secret token. Returns the response."""
        self._set(answer, f"{self._name}-{way}", token, LASTS // 1000)
        return answer

    def end_sign_in(self, answer: Response, way: Way) -> Response:
        """Delete the sign-in cookie of the method `way` in a response, and return the response."""
        self._set(answer, f"{self._name}-{way}", "", 0)
        return answer

    def sign_in_token(self, connection: HTTPConnection, way: Way) -> str | None:
        """The token of the unfinished sign-in by the method `way`, from the browser's cookie, or
        None if the browser has no such cookie."""
        return connection.cookies.get(f"{self._name}-{way}")

    def _set(self, answer: Response, name: str, value: str, seconds: int) -> None:
        answer.set_cookie(
            name, value, max_age=seconds, secure=self._secure, httponly=True, samesite="lax"
        )
