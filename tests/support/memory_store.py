"""A store that keeps everything in memory, for servers that live within a test."""

from collections.abc import Sequence

from gongzhu.store import StoreError
from gongzhu.store.writes import StoreWrite
from tests.support.rows_store import Rows, RowsStore


class MemoryStore(RowsStore):
    """See `gongzhu.store.Store`. Made within a loop."""

    def __init__(self) -> None:
        super().__init__(self._commit)
        self.rows = Rows()
        self.broken = False
        """While it is, nothing can be written or read."""

    async def _rows(self) -> Rows:
        if self.broken:
            raise StoreError("closed")
        return self.rows

    async def _commit(self, writes: Sequence[StoreWrite]) -> Sequence[StoreError | None]:
        rows = await self._rows()
        done = rows.plan(writes)
        rows.apply(done)
        return [done.refused.get(place) for place in range(len(writes))]

    async def close(self) -> None:
        await self._group.close()
