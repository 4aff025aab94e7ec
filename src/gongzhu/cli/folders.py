"""The user's own folders, by the custom of the system."""

import os
import sys
from pathlib import Path
from typing import Literal

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
