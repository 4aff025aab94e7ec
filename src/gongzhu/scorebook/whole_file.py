"""Writes files so that even after a crash they are complete: either the old or the new content."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: Path, chunks: Iterable[bytes]) -> None:
    """Replace the content of a file, or create it, and make sure that it is on disk; a device or a
    pipe just receives the chunks. Raises OSError and everything that the iterable raises; the file
    is then left unchanged."""
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(chunks)
        return
    # Not `resolve`, whose error for links in a circle is no OSError before Python 3.13.
    path = Path(os.path.realpath(path))
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name in a folder durable, on systems where folders can be opened."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
