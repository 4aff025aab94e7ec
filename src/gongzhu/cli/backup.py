"""`gongzhu backup` and `gongzhu restore`: copies a server's data folder into a file, and back."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from gongzhu.cli.common import LANG, LangName, argument, fail, fail_at, option, refuse_other_kind
from gongzhu.cli.folders import data_folder
from gongzhu.texts import say

_COPY, _COPIES = "gongzhu-%Y%m%d-%H%M%S.backup", "gongzhu-????????-??????.backup"
"""File name of a backup (a time format, in Universal Time) and the glob that finds them; sorted by
name, the newest is last."""
_PARTS = f"{_COPIES}.part*"
_ABANDONED = 24 * 3600
"""Seconds after which an unfinished backup file that no longer grows counts as abandoned."""


def _help(key: str) -> str:
    return say(f"store.backup.{key}", LANG)


# Kept as text: it may be the address of a database, which gets an error message of its own.
DataFolder = Annotated[str | None, option("store.backup.data", "--data", metavar="DIR")]


def backup(
    file: Annotated[Path, argument("store.backup.file", "FILE")],
    data: DataFolder = None,
    keep: Annotated[int | None, option("store.backup.keep", min=1)] = None,
    lang: LangName = LANG,
) -> None:
    """Write a backup, and print what is in it. With `keep`, `file` is a folder, in which only so
    many of the newest backups are kept."""
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
        with _told_to_end() as given_up:
            counts = back_up(data_folder(data, lang, "backup"), file, given_up)
        if keep is not None:
            for old in sorted(copies.glob(_COPIES))[:-keep]:
                old.unlink()
    except StoreError as error:
        fail(error.text(lang))
    except OSError as error:
        fail_at(error.filename, error, lang)
    typer.echo(say("store.backup.done", lang, file=file, **counts.as_values()))


@contextmanager
def _told_to_end() -> Iterator[Callable[[], bool]]:
    """Give a function that returns whether SIGTERM has arrived; the signal itself then ends
    nothing."""
    told = False

    def tell(*_: object) -> None:
        nonlocal told
        told = True

    before = signal.signal(signal.SIGTERM, tell)
    try:
        yield lambda: told
    finally:
        signal.signal(signal.SIGTERM, before)


def restore(
    file: Annotated[Path, argument("store.backup.from_file", "FILE")],
    data: DataFolder = None,
    lang: LangName = LANG,
) -> None:
    """Restore a backup into a new folder, and print what is in it."""
    from gongzhu.store import StoreError
    from gongzhu.store import restore as put_back

    folder = data_folder(data, lang, "backup")
    refuse_other_kind(file, "backup", lang)
    try:
        counts = put_back(file, folder)
    except StoreError as error:
        fail(error.text(lang))
    typer.echo(say("store.backup.restored", lang, folder=folder, **counts.as_values()))
