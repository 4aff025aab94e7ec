"""A server that stops while somebody waits for an answer."""

from asyncio import Future

import msgspec

from gongzhu.server.bodies import Problem
from gongzhu.store import PlayerRow
from tests.support.asgi import Answer
from tests.support.in_process import Observer, in_process
from tests.support.virtual_time import VirtualLoop, run


def test_a_request_that_is_given_up_is_answered() -> None:
    """The store takes longer than uvicorn waits, which then cancels the request."""

    async def work(loop: VirtualLoop) -> Answer:
        async with in_process(loop, "stopping") as server:

            async def never(player: PlayerRow) -> None:
                await Future[None]()

            # One method of a real store is to wait for ever.
            server.store.put_player = never  # type: ignore[method-assign]
            asked = server.request(Observer("ann"), "POST", "/api/me", {"name": "ann"})
            task = loop.create_task(asked)
            await loop.quiet()
            await server.app.state.context.tables.registry.goodbye()
            task.cancel()
            return await task

    answer = run(work)
    assert answer.status == 503
    assert msgspec.json.decode(answer.body, type=Problem).code == "stopping"
