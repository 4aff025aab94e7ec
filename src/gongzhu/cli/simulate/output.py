"""Output of records: to standard output, or to a file that appears when it is complete."""

import errno
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self


def part_of(path: Path) -> Path:
    """The file in which records are collected until it is renamed to `path`."""
    if not path.name:
        # The paths `.` and `/` have no name.
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.with_name(f"{path.name}.part")


class Output:
    """Writes lines to standard output or a file. A file is written as FILE.part and renamed at the
    end, so that an aborted run leaves an earlier file untouched.

    Raises OSError if it cannot be written.
    """

    def __init__(self, path: str) -> None:
        """Open the output; the path `-` means standard output."""
        self._part: Path | None = None
        self._path = Path(path)
        self.name = path
        """The path that holds what has been written so far."""
        self._file: BinaryIO
        if path == "-":
            self._file = sys.stdout.buffer
        elif self._path.exists() and not self._path.is_file():
            self._file = self._path.open("wb")
        else:
            # `resolve` is not used: before Python 3.13, its error for circular links is no OSError.
            self._path = Path(os.path.realpath(path))
            self._part = part_of(self._path)
            self._file = self._part.open("wb")
            self.name = f"{path}.part"

    @property
    def on_terminal(self) -> bool:
        """True if the records themselves are printed on a terminal."""
        return self._file.isatty()

    def write(self, line: str) -> None:
        """Append a line."""
        self._file.write(line.encode())

    def finish(self) -> None:
        """Finish the output: the file gets its final name."""
        if self._part:
            self._file.close()
            self._part.replace(self._path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._file is sys.stdout.buffer:
            self._file.flush()
        else:
            self._file.close()
        if kind and self._part:
            self._part.unlink(missing_ok=True)
