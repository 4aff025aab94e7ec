"""A request of the HTTP API, as its handler sees it."""

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
    """The name of a browser and its system, such as `Firefox, Android`, from a `User-Agent` header.

    It is empty if neither is recognized. Nothing else of the header is kept.
    """
    found = [
        next((name for sign, name in names if sign in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in found if name)


class Visit:
    """A request, and where it comes from."""

    def __init__(self, request: Request, address: str) -> None:
        """Take a request of a visitor; `address` is the visitor's address, in the form that limits
        count."""
        self.request = request
        self.address = address

    @property
    def lang(self) -> Lang:
        """The language that the visitor asks for."""
        return language(self.request)

    @property
    def device(self) -> str:
        """The name of the device that sent the request, from its `User-Agent` header; it may be
        empty."""
        return device_name(self.request.headers.get("user-agent", ""))

    def number(self, name: str, otherwise: int, refusal: ApiError) -> int:
        """The number in the query parameter `name`, at most six digits; `otherwise` if it is not
        there. Raises `refusal` for anything else."""
        written = self.request.query_params.get(name)
        if written is None:
            return otherwise
        if _NUMBER.fullmatch(written) is None:
            raise refusal
        return int(written)

    def asker(self, session: Session | None = None) -> Asker:
        """Who asks: the account and the address for which the worker pool counts the work."""
        return Asker("" if session is None else session.player.id, self.address)

    async def unless_gone(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`, which is cancelled if the visitor hangs up first.

        The request's body must have been read before. Raises ClientDisconnect if they hang up.
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
    """Return when the visitor hangs up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def player_id(session: Session | None) -> str | None:
    """The id of the player of a session; None for a visitor without one."""
    return None if session is None else session.player.id


def required(session: Session | None) -> Session:
    """The session of a visitor. Raises ApiError for a visitor without one."""
    if session is None:
        raise ApiError(401, "nobody")
    return session


def of_person(session: Session | None) -> Session:
    """The visitor's session, for operations that bots may not use. Raises ApiError for a visitor
    without a session, and for a bot."""
    found = required(session)
    if found.player.kind == "bot":
        raise ApiError(403, "not_for_bots")
    return found
