"""A request of the HTTP API as its handler gets it, and the session behind it."""

import asyncio
import re
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from gongzhu.server.edge.limits import Asker
from gongzhu.server.edge.problems import ApiError, language
from gongzhu.server.identity.sessions import Session
from gongzhu.texts import Lang

T = TypeVar("T")
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
_BROWSERS = (
    # The first match counts: most browsers call themselves Chrome and Safari as well.
    ("MicroMessenger/", "WeChat"),
    ("QQBrowser/", "QQ Browser"),
    ("UCBrowser/", "UC Browser"),
    ("HuaweiBrowser/", "Huawei Browser"),
    ("MiuiBrowser/", "Mi Browser"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("HarmonyOS", "HarmonyOS"),
    ("OpenHarmony", "HarmonyOS"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """The browser and system in a `User-Agent` header, such as `Firefox, Android`.

    Either is left out if it is not recognized, so the result may be empty. Nothing else of the
    header is used.
    """
    found = [
        next((name for sign, name in names if sign in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in found if name)


class Visit:
    """A request of a visitor, with their address and language."""

    def __init__(self, request: Request, address: str) -> None:
        """`address` is the visitor's address in the form that limits count (`Origins.counted`)."""
        self.request = request
        self.address = address

    @property
    def lang(self) -> Lang:
        """The language for the visitor, as `language` determines it."""
        return language(self.request)

    @property
    def device(self) -> str:
        """The browser and system of the visitor, such as `Firefox, Android`, or empty if they are
        not recognised."""
        return device_name(self.request.headers.get("user-agent", ""))

    def number(self, name: str, otherwise: int, refusal: ApiError) -> int:
        """The query parameter `name` as a number from 0 to 999999; `otherwise` if it is missing.
        Raises `refusal` for any other value."""
        written = self.request.query_params.get(name)
        if written is None:
            return otherwise
        if _NUMBER.fullmatch(written) is None:
            raise refusal
        return int(written)

    def asker(self, session: Session | None = None) -> Asker:
        """The account and address for which the worker pool counts work that this request
        causes."""
        return Asker("" if session is None else session.player.id, self.address)

    async def unless_gone(self, work: Coroutine[Any, Any, T]) -> T:
        """Await `work` and return its result, but cancel it if the visitor closes the connection
        first.

        The body of the request must have been read before. Raises ClientDisconnect if they close
        it.
        """
        task = asyncio.create_task(work)
        gone = asyncio.create_task(_gone(self.request))
        try:
            await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise ClientDisconnect
            return task.result()
        finally:
            task.cancel()
            gone.cancel()


async def _gone(request: Request) -> None:
    """Return when the visitor has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def player_id(session: Session | None) -> str | None:
    """The id of the player of a session, or None if there is no session."""
    return None if session is None else session.player.id


def required(session: Session | None) -> Session:
    """The session, if there is one. Raises ApiError (401) for None."""
    if session is None:
        raise ApiError(401, "nobody")
    return session


def of_person(session: Session | None) -> Session:
    """The session, if it is that of a person. Raises ApiError: 401 for None, 403 for a bot."""
    found = required(session)
    if found.player.kind == "bot":
        raise ApiError(403, "not_for_bots")
    return found
