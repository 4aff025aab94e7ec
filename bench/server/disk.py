"""The time that a disk takes meanwhile: one small write and fsync a second beside the database."""

import os
import threading
import time
from pathlib import Path
from types import TracebackType

EVERY = 1.0
"""Seconds from one to the next: as good as nothing beside the commits that are measured."""
BLOCK = bytes(4096)


class Disk:
    """Writes to a file of a folder while it is entered; afterwards the file is gone."""

    def __init__(self, folder: Path) -> None:
        self.fsyncs: list[float] = []
        """Seconds that each took, sorted once it is left."""
        self._path = folder / "fsync-times"
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> "Disk":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
        self.fsyncs.sort()

    def _write(self) -> None:
        with self._path.open("wb", buffering=0) as file:
            try:
                while not self._over.wait(EVERY):
                    began = time.perf_counter()
                    file.seek(0)
                    file.write(BLOCK)
                    os.fsync(file.fileno())
                    self.fsyncs.append(time.perf_counter() - began)
            finally:
                self._path.unlink()
