"""The cookies that browsers are given: that of a session, and those of signing in."""

from typing import Literal

from starlette.requests import HTTPConnection
from starlette.responses import Response

from gongzhu.server.context import ServerContext
from gongzhu.server.identity import SESSION_SECONDS
from gongzhu.server.pending import LASTS

Way = Literal["sign-in", "provider"]
"""What stands after the name of the session's cookie, for a browser that began to sign in by a
passkey, or by an account elsewhere."""


def keep_session(context: ServerContext, answer: Response, cookie: str) -> Response:
    """An answer after which a browser is the player of a session."""
    _set(context, answer, context.identity.cookie, cookie, SESSION_SECONDS)
    return answer


def drop_session(context: ServerContext, answer: Response) -> Response:
    """An answer after which a browser is nobody."""
    _set(context, answer, context.identity.cookie, "", 0)
    if context.config.secure:
        # Lists of one's games are kept by browsers; over http they do not listen to this.
        answer.headers["Clear-Site-Data"] = '"cache"'
    return answer


def begin_sign_in(context: ServerContext, answer: Response, way: Way, token: str) -> Response:
    """An answer after which a browser can show that it has begun to sign in."""
    _set(context, answer, f"{context.identity.cookie}-{way}", token, LASTS // 1000)
    return answer


def end_sign_in(context: ServerContext, answer: Response, way: Way) -> Response:
    """An answer after which it cannot any more."""
    _set(context, answer, f"{context.identity.cookie}-{way}", "", 0)
    return answer


def sign_in_token(context: ServerContext, connection: HTTPConnection, way: Way) -> str | None:
    """The token of a browser that has begun to sign in."""
    return connection.cookies.get(f"{context.identity.cookie}-{way}")


def _set(context: ServerContext, answer: Response, name: str, value: str, seconds: int) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=seconds,
        secure=context.config.secure,
        httponly=True,
        samesite="lax",
    )
