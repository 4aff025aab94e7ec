"""A request of the HTTP API, as its handler sees it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from gongzhu.server.edge.problems import ApiError, language
from gongzhu.server.identity.sessions import Session
from gongzhu.server.work.queue import Asker
from gongzhu.texts import Lang

T = TypeVar("T")


class Visit:
    """A request, and where it comes from."""

    def __init__(self, request: Request, address: str) -> None:
        """`address`: the visitor's address as limits count it."""
        self.request = request
        self.address = address

    @property
    def lang(self) -> Lang:
        """The language that the visitor asks for."""
        return language(self.request)

    def asker(self, session: Session | None = None) -> Asker:
        """The account and the address for which work in the pool is counted."""
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
    """The session of a person, for what bots may not do. Raises ApiError for a visitor without a
    session, and for a bot."""
    found = required(session)
    if found.player.kind == "bot":
        raise ApiError(403, "not_for_bots")
    return found
