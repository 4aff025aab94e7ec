"""`gongzhu backup` and `gongzhu restore`: copies a server's data folder into a file, and back."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from gongzhu.cli.common import (
    LangName,
    as_lang,
    fail,
    fail_at,
    refuse_other_kind,
    system_language,
)
from gongzhu.cli.folders import data_folder
from gongzhu.texts import say

LANG = system_language()
_COPY, _COPIES = "gongzhu-%Y%m%d-%H%M%S.backup", "gongzhu-????????-??????.backup"
"""File name of a backup (a time format, in Universal Time) and the glob that finds them; sorted by
name, the newest is last."""
_PARTS = f"{_COPIES}.part*"
_ABANDONED = 24 * 3600
"""Seconds after which an unfinished backup file that no longer grows counts as abandoned."""


def _help(key: str) -> str:
    return say(f"store.backup.{key}", LANG)


# Kept as text: it may be the address of a database, which gets an error message of its own.
DataFolder = Annotated[str | None, typer.Option("--data", metavar="DIR", help=_help("data"))]
NewFile = Annotated[Path, typer.Argument(metavar="FILE", help=_help("file"))]
Keep = Annotated[int | None, typer.Option("--keep", min=1, metavar="N", help=_help("keep"))]
OldFile = Annotated[Path, typer.Argument(metavar="FILE", help=_help("from_file"))]


def backup(
    file: NewFile, data: DataFolder = None, keep: Keep = None, lang: LangName = LANG
) -> None:
    """Write a backup, and print what is in it. With `keep`, `file` is a folder, in which only so
    many of the newest backups are kept."""
    from gongzhu.store import StoreError, back_up

    language = as_lang(lang)
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
            counts = back_up(data_folder(data, language, "backup"), file, given_up)
        if keep is not None:
            for old in sorted(copies.glob(_COPIES))[:-keep]:
                old.unlink()
    except StoreError as error:
        fail(error.text(language))
    except OSError as error:
        fail_at(error.filename, error, language)
    typer.echo(say("store.backup.done", language, file=file, **counts.as_values()))


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


def restore(file: OldFile, data: DataFolder = None, lang: LangName = LANG) -> None:
    """Restore a backup into a new folder, and print what is in it."""
    from gongzhu.store import StoreError
    from gongzhu.store import restore as put_back

    language = as_lang(lang)
    folder = data_folder(data, language, "backup")
    refuse_other_kind(file, "backup", language)
    try:
        counts = put_back(file, folder)
    except StoreError as error:
        fail(error.text(language))
    typer.echo(say("store.backup.restored", language, folder=folder, **counts.as_values()))
