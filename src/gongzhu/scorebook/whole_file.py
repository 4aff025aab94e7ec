"""Files that are whole at every moment, a crash included: the old one or the new."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: Path, chunks: Iterable[bytes]) -> None:
    """Write the chunks in the place of a file, or of none, and have them last; a device or a pipe
    takes them as they come. Raises OSError, and whatever the chunks raise, and then leaves the file
    as it was."""
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
    """Make the new name in a folder last, where the system lets folders be opened."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
