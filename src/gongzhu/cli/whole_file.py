"""Files that are whole at every moment: the old one or the new."""

import os
from collections.abc import Iterable
from pathlib import Path


def write_whole(out: Path, chunks: Iterable[str]) -> None:
    """Write a text in the place of a file, or of none; a device or a pipe takes it as it comes.
    Raises OSError, and whatever the chunks raise, and then leaves the file as it was."""
    if out.exists() and not out.is_file():
        with out.open("wb") as device:
            device.writelines(chunk.encode() for chunk in chunks)
        return
    # Not `resolve`, whose error for links in a circle is no OSError before Python 3.13.
    out = Path(os.path.realpath(out))
    beside = out.with_name(f".{out.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.writelines(chunk.encode() for chunk in chunks)
        beside.replace(out)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
