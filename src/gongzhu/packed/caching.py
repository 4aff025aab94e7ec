"""Where compiled kernels are kept: beside the code, or where the user may write.

Numba looks only at the file a kernel stands in, and would go on using a kernel compiled before
another file that it calls was changed. So each state of the kernels has a folder of its own,
named by their sources.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
VARIABLE = "NUMBA_CACHE_DIR"
"""What Numba reads; a folder that the user names there is used as it is."""


def choose_folder() -> None:
    """Settle, before Numba is imported, where it keeps what it compiles."""
    if not os.environ.get(VARIABLE):
        os.environ[VARIABLE] = str(_folder(PACKAGE, _state(PACKAGE)))


def _state(package: Path) -> str:
    """A name for the sources of all kernels, wherever in the package they stand."""
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        source = path.read_bytes()
        if path.parent.name == "packed" or b"gongzhu.packed" in source:
            digest.update(f"{path.relative_to(package)} {len(source)}\n".encode() + source)
    return digest.hexdigest()[:16]


def _folder(package: Path, state: str) -> Path:
    """The first place that can be written to: the package, the user's cache, a temporary folder.

    What was compiled beside code that is only for reading is copied to the place found.
    """
    beside = package / "packed" / "__pycache__" / "kernels" / state
    if can_write(beside):
        _forget_others(beside)
        return beside
    folder = _user_cache() / state
    if not can_write(folder):
        folder = Path(tempfile.mkdtemp(prefix="gongzhu-kernels-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if beside.is_dir() and not any(folder.iterdir()):
        shutil.copytree(beside, folder, dirs_exist_ok=True)
    return folder


def _forget_others(folder: Path) -> None:
    """Remove what was compiled from earlier states of the code."""
    for other in folder.parent.iterdir():
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)


def _user_cache() -> Path:
    named = os.environ.get("XDG_CACHE_HOME") or Path(os.environ.get("HOME") or "/", ".cache")
    return Path(named) / "gongzhu" / "kernels"


def can_write(folder: Path) -> bool:
    """Whether files can be made in the folder, which is made for it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
