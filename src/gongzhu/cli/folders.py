"""The user's own folders, by the conventions of the system, and the folder named by `--data`."""

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
    """The folder for a user's data (`data`) or for saved program state (`state`); it may not exist
    yet."""
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
    """The folder that `--data` names, or the default. Exits with an error message if the value is
    empty or the address of a database."""
    if data is None:
        return user_folder("data")
    if not data:
        fail(say("cli.no_folder", lang))
    # As a path, "://" would lose a slash, and name a folder in the current directory.
    if "://" in data:
        fail(say(f"store.{command}.postgres", lang))
    return Path(data)


def warn_of_writers(folder: Path, lang: Lang) -> None:
    """Print a warning if every user of this machine may write in a data folder."""
    with suppress(OSError):  # The folder does not exist yet, or the store reports the error.
        mode = stat.S_IMODE(folder.stat().st_mode)
        if mode & stat.S_IWOTH:
            line = say("server.serve.open_folder", lang, folder=folder, mode=f"{mode:o}")
            typer.echo(line, err=True)
