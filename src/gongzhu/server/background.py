"""Tasks that run in the background until they are done or the server stops."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks, and wait until they have ended."""
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class BackgroundTasks(set[asyncio.Task[None]]):
    """Tasks that nobody waits for; each is removed when it ends."""

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task."""
        task = asyncio.get_running_loop().create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task

    def cancel(self) -> None:
        """Cancel all tasks, without waiting for their end."""
        for task in list(self):
            task.cancel()

    async def stop(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        await end(self)
