"""Tasks that run in the background until they are done or the server stops."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel these tasks, and wait until they have ended."""
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class BackgroundTasks(set[asyncio.Task[None]]):
    """A set of running tasks whose results nobody awaits. A task is removed when it ends, and an
    exception in it is not raised anywhere."""

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start `work` as a task, and return the task. Must be called within a running event
        loop."""
        task = asyncio.get_running_loop().create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task

    def cancel(self) -> None:
        """Cancel all tasks, without waiting for them to end."""
        for task in list(self):
            task.cancel()

    async def stop(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        await end(self)
