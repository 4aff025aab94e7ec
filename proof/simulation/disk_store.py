"""The store of a simulated process: rows on a disk that fails."""

from collections.abc import Sequence

from gongzhu.store import StoreError
from proof.simulation.disk import Disk
from proof.simulation.loop import PROCESS, Process
from tests.support.rows_store import Rows, RowsStore


class DiskStore(RowsStore):
    """The store of one process."""

    def __init__(self, disk: Disk, process: Process) -> None:
        super().__init__(disk.commit)
        self._disk = disk
        self._process = process

    @classmethod
    async def open(cls, disk: Disk) -> "DiskStore":
        """Own the disk. Raises StoreError when another process does."""
        process = PROCESS.get()
        assert process is not None
        await disk.read()
        if disk.owner is not None and disk.owner is not process:
            raise StoreError("owned", folder="disk")
        disk.owner = process
        disk.epoch += 1
        disk.rows.owners.clear()
        return cls(disk, process)

    async def close(self) -> None:
        await self._group.close()
        if self._disk.owner is self._process:
            self._disk.owner = None

    async def _rows(self) -> Rows:
        return await self._disk.read()

    @property
    def server(self) -> int:
        return self._disk.epoch if self._disk.owner is self._process else 0

    async def take(self, tables: Sequence[str]) -> set[str]:
        (await self._disk.read()).owners.update(dict.fromkeys(tables, self.server))
        return set(tables)
