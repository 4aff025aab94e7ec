"""A server that acknowledges before the disk has it: what a judge of crashes must find out."""

import asyncio
from collections.abc import Callable

from gongzhu.store import StoreError
from gongzhu.store.group import GroupCommit
from gongzhu.store.table_log import Append
from gongzhu.store.writes import StoreWrite
from tests.support import unlimited_server

LATE = 0.3
"""Seconds."""

_put = GroupCommit.put
_late: set[asyncio.Task[None]] = set()


async def _acknowledge_early(self: GroupCommit, write: StoreWrite) -> None:
    if not isinstance(write, Append) or write.first == 1:
        await _put(self, write)
        return
    task = asyncio.create_task(_put_late(self, write))
    _late.add(task)
    task.add_done_callback(_late.discard)


async def _put_late(group: GroupCommit, write: StoreWrite) -> None:
    await asyncio.sleep(LATE)
    try:
        await _put(group, write)
    except StoreError as error:
        raise SystemExit(str(error)) from error


def serve(port: int, place: str, ready: Callable[[], None], processes: int) -> None:
    """As `tests.support.unlimited_server` does, but too early."""
    GroupCommit.put = _acknowledge_early  # type: ignore[method-assign] # broken on purpose
    unlimited_server.serve(port, place, ready, processes)
