"""The cookies that browsers are given: one for the session, and one for each sign-in under way."""

from collections.abc import Callable
from typing import Any, Literal

from cachetools import TTLCache
from starlette.requests import HTTPConnection
from starlette.responses import Response

from gongzhu.server.identity.sessions import SESSION_SECONDS

LASTS = 5 * 60 * 1000
"""Milliseconds within which a sign-in must be finished; finding one's phone takes a while."""
MOST = 20_000
"""The most unfinished sign-ins that are remembered; when there is one more, the oldest is
forgotten."""
Way = Literal["sign-in", "provider"]
"""How a browser has begun to sign in: by passkey (`sign-in`) or by an account at a provider. The
name of the sign-in cookie ends in it."""


def pending(clock: Callable[[], int]) -> "TTLCache[bytes, Any, int]":
    """Make an empty cache of sign-ins that have begun but are not finished, by a key that
    identifies the browser. `clock` returns milliseconds. A new sign-in replaces the browser's
    previous one, and `pop` finishes it."""
    return TTLCache(MOST, LASTS, clock)


class Cookies:
    """Sets and deletes cookies in answers."""

    def __init__(self, name: str, *, secure: bool) -> None:
        """Use a session cookie of this `name`; `secure` is true if browsers use https."""
        self._name = name
        self._secure = secure

    def keep_session(self, answer: Response, cookie: str) -> Response:
        """Set the session cookie in an answer, so that the browser is signed in."""
        self._set(answer, self._name, cookie, SESSION_SECONDS)
        return answer

    def drop_session(self, answer: Response) -> Response:
        """Delete the session cookie in an answer, so that the browser is signed out."""
        self._set(answer, self._name, "", 0)
        if self._secure:
            # Browsers cache the lists of a player's games; over http they ignore this header.
            answer.headers["Clear-Site-Data"] = '"cache"'
        return answer

    def begin_sign_in(self, answer: Response, way: Way, token: str) -> Response:
        """Set a cookie in an answer with the token of a sign-in that the browser has begun."""
        self._set(answer, f"{self._name}-{way}", token, LASTS // 1000)
        return answer

    def end_sign_in(self, answer: Response, way: Way) -> Response:
        """Delete, in an answer, the cookie of a sign-in that is complete or was given up."""
        self._set(answer, f"{self._name}-{way}", "", 0)
        return answer

    def sign_in_token(self, connection: HTTPConnection, way: Way) -> str | None:
        """The token of the sign-in that a browser has begun, from its cookie; None if it has
        none."""
        return connection.cookies.get(f"{self._name}-{way}")

    def _set(self, answer: Response, name: str, value: str, seconds: int) -> None:
        answer.set_cookie(
            name, value, max_age=seconds, secure=self._secure, httponly=True, samesite="lax"
        )
