"""The output of records: a file that appears when it is whole, or standard output."""

import errno
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self


def part_of(path: Path) -> Path:
    """The file that records are gathered in before they get this name."""
    if not path.name:
        # As `.` and `/` are.
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.with_name(f"{path.name}.part")


class Output:
    """Takes whole lines. A file is filled under the name FILE.part and gets its own at the end,
    so a broken run leaves the file of an earlier one as it was.

    Raises OSError where it cannot be written.
    """

    def __init__(self, path: str) -> None:
        """Open it; the path `-` means standard output."""
        self._part: Path | None = None
        self._path = Path(path)
        self.name = path
        """The path that holds what was written so far."""
        self._file: BinaryIO
        if path == "-":
            self._file = sys.stdout.buffer
        elif self._path.exists() and not self._path.is_file():
            self._file = self._path.open("wb")
        else:
            # Not `resolve`, whose error for links in a circle is no OSError before Python 3.13.
            self._path = Path(os.path.realpath(path))
            self._part = part_of(self._path)
            self._file = self._part.open("wb")
            self.name = f"{path}.part"

    @property
    def on_terminal(self) -> bool:
        """True if the records themselves appear on the terminal."""
        return self._file.isatty()

    def write(self, line: str) -> None:
        """Put a line at the end."""
        self._file.write(line.encode())

    def finish(self) -> None:
        """Nothing more is to come: the file may have its name."""
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
