"""`gongzhu backup` copies a server's data folder into one file, and `gongzhu restore` copies such a
file into a new data folder."""

import signal
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from gongzhu.cli.common import LANG, LangName, argument, fail, fail_at, option, refusing
from gongzhu.cli.files import data_folder, refuse_other_kind
from gongzhu.cli.long_work import signalled
from gongzhu.texts import say

_COPY, _COPIES = "gongzhu-%Y%m%d-%H%M%S.backup", "gongzhu-????????-??????.backup"
"""`strftime` format of the file name of a backup (UTC), and the glob pattern that finds such files.
Sorted by name, the newest is last."""
_PARTS = f"{_COPIES}.part*"
_ABANDONED = 24 * 3600
"""Seconds after which an unfinished backup file that no longer grows counts as abandoned."""


def _help(key: str) -> str:
    return say(f"store.backup.{key}", LANG)


# Text, not a path: the address of a database gets an error message of its own.
DataFolder = Annotated[str | None, option("store.backup.data", "--data", metavar="DIR")]


def backup(
    file: Annotated[Path, argument("store.backup.file", "FILE")],
    data: DataFolder = None,
    keep: Annotated[int | None, option("store.backup.keep", min=1)] = None,
    lang: LangName = LANG,
) -> None:
    """Write a backup to `file`, and print how many rows it has. With `keep`, `file` is a folder
    instead: the backup gets a name by the time, and all but the `keep` newest backups in the folder
    are deleted. Exits with status 2 on failure."""
    from gongzhu.store import StoreError, back_up

    copies = file
    try:
        if keep is not None:
            copies.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = copies / datetime.now(UTC).strftime(_COPY)
            # Unfinished files of backups that were killed are deleted first: they may have filled
            # the disk.
            for part in copies.glob(_PARTS):
                if part.stat().st_mtime < time.time() - _ABANDONED:
                    part.unlink()
        with signalled(signal.SIGTERM) as given_up:
            counts = back_up(data_folder(data, lang, "backup"), file, given_up)
        if keep is not None:
            for old in sorted(copies.glob(_COPIES))[:-keep]:
                old.unlink()
    except StoreError as error:
        fail(error.text(lang))
    except OSError as error:
        fail_at(error.filename, error, lang)
    typer.echo(say("store.backup.done", lang, file=file, **counts.as_values()))


def restore(
    file: Annotated[Path, argument("store.backup.from_file", "FILE")],
    data: DataFolder = None,
    lang: LangName = LANG,
) -> None:
    """Copy the backup in `file` into the new data folder `data`, and print how many rows it has.
    Exits with status 2 on failure."""
    from gongzhu.store import StoreError
    from gongzhu.store import restore as put_back

    folder = data_folder(data, lang, "backup")
    refuse_other_kind(file, "backup", lang)
    with refusing(StoreError, lang=lang):
        counts = put_back(file, folder)
    typer.echo(say("store.backup.restored", lang, folder=folder, **counts.as_values()))
