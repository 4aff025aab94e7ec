"""The cookies that browsers are given: that of a session, and that of signing in."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from gongzhu.server.ceremonies import LASTS
from gongzhu.server.context import ServerContext
from gongzhu.server.identity import SESSION_SECONDS

SIGN_IN = "-sign-in"
"""After the name of the session's cookie: the browser that began to sign in."""


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


def begin_sign_in(context: ServerContext, answer: Response, token: str) -> Response:
    """An answer after which a browser can show that it has begun to sign in."""
    _set(context, answer, context.identity.cookie + SIGN_IN, token, LASTS // 1000)
    return answer


def end_sign_in(context: ServerContext, answer: Response) -> Response:
    """An answer after which it cannot any more."""
    _set(context, answer, context.identity.cookie + SIGN_IN, "", 0)
    return answer


def sign_in_token(context: ServerContext, connection: HTTPConnection) -> str | None:
    """The token of a browser that has begun to sign in."""
    return connection.cookies.get(context.identity.cookie + SIGN_IN)


def _set(context: ServerContext, answer: Response, name: str, value: str, seconds: int) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=seconds,
        secure=context.config.secure,
        httponly=True,
        samesite="lax",
    )
