"""Chooses the folder in which compiled kernels are kept: beside the code, or where the user may
write.

Numba only checks whether the file that defines a kernel has changed, not the files that the kernel
calls. So each state of the kernels' sources has its own folder, named by a hash of them; in it,
each module with kernels outside the package has a folder named by a hash of the module and of its
imports.
"""

import ast
import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable that Numba reads. A folder set there by the user is used unchanged."""


def choose_folder() -> None:
    """Set the folder in which Numba keeps compiled code, unless the user has set one; must be
    called before Numba is imported."""
    if not os.environ.get(VARIABLE):
        os.environ[VARIABLE] = str(_folder(PACKAGE, _state(PACKAGE)))


@cache
def folder_of(module: str) -> Path:
    """The folder for the kernels of a module that is being imported, given its name in
    `sys.modules`. `choose_folder` must have been called before."""
    chosen = Path(os.environ[VARIABLE])
    file = _file_of(module)
    if file is None or PACKAGE in file.parents:
        return chosen
    folder = chosen / module / _digest(_reached_from(file))
    folder.mkdir(parents=True, exist_ok=True)
    _forget_others(folder)
    return folder


def _state(package: Path) -> str:
    """A hash of the sources of all kernels in the package, and of the point values compiled into
    them."""
    sources = {path: path.read_bytes() for path in _sources_in(package)}
    return _digest(
        {
            str(path.relative_to(package)): source
            for path, source in sources.items()
            if path.parent.name == "packed"
            or path.match("rules/score.py")
            or b"gongzhu.packed" in source
        }
    )


def _sources_in(package: Path) -> Iterator[Path]:
    """The Python sources of a package. Folders of compiled code are left out, since other processes
    may delete them meanwhile."""
    for folder, folders, files in os.walk(package):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (Path(folder, name) for name in files if name.endswith(".py"))


def _digest(sources: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, source in sorted(sources.items()):
        digest.update(f"{name} {len(source)}\n".encode() + source)
    return digest.hexdigest()[:16]


def _file_of(module: str) -> Path | None:
    """The Python source of an imported module; None if it has none."""
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file).resolve() if file and file.endswith(".py") else None


def _reached_from(file: Path) -> dict[str, bytes]:
    """The contents, by path, of a source file outside the package and of the files that it imports.
    Imports are followed only through sources that mention this package, because all sources with
    kernels do."""
    reached: dict[str, bytes] = {}
    waiting = [file]
    while waiting:
        path = waiting.pop()
        if str(path) in reached or PACKAGE in path.parents:
            continue
        source = reached[str(path)] = path.read_bytes()
        if PACKAGE.name.encode() in source:
            files = (_file_of(name) for name in _imported(source))
            waiting += [found for found in files if found]
    return reached


def _imported(source: bytes) -> Iterator[str]:
    """The names in the import statements of a Python source; they may be modules or things in
    modules."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _folder(package: Path, state: str) -> Path:
    """The folder for compiled code of the package's kernels, whose sources have the hash `state`.
    It is the first writable one of: one in the package, one in the user's cache, a temporary one.

    Kernels compiled beside a package that is read-only are copied to the folder found.
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
    """Delete all other folders in the parent of this one: they hold kernels of other versions of
    the code."""
    for other in folder.parent.iterdir():
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)


def _user_cache() -> Path:
    named = os.environ.get("XDG_CACHE_HOME") or Path(os.environ.get("HOME") or "/", ".cache")
    return Path(named) / "gongzhu" / "kernels"


def can_write(folder: Path) -> bool:
    """True if files can be made in the folder, which is created if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
