"""The user's own folders, by the custom of the system, and the one that `--data` names."""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Literal

import typer

from gongzhu.cli.common import fail
from gongzhu.texts import Lang, say

_XDG = {
    "data": ("XDG_DATA_HOME", Path(".local/share")),
    "state": ("XDG_STATE_HOME", Path(".local/state")),
}


def user_folder(kind: Literal["data", "state"]) -> Path:
    """The folder for what a person keeps (`data`), or for what a program goes on with
    (`state`); it need not exist yet."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        variable, usual = _XDG[kind]
        folder = Path(os.environ.get(variable) or home / usual)
    return folder / "gongzhu"


def data_folder(data: str | None, lang: Lang, command: Literal["serve", "backup", "move"]) -> Path:
    """The folder that `--data` names, which is no database; or one clear line and the end of the
    program."""
    if data is None:
        return user_folder("data")
    if not data:
        fail(say("cli.no_folder", lang))
    # As a path it would lose a stroke, and become a folder in the folder of the shell.
    if "://" in data:
        fail(say(f"store.{command}.postgres", lang))
    return Path(data)


def warn_of_writers(folder: Path, lang: Lang) -> None:
    """Print one line where everybody on this machine may write in a data folder."""
    with suppress(OSError):  # There is none yet, or the store says what is wrong with it.
        mode = stat.S_IMODE(folder.stat().st_mode)
        if mode & stat.S_IWOTH:
            line = say("server.serve.open_folder", lang, folder=folder, mode=f"{mode:o}")
            typer.echo(line, err=True)
