"""What SQLite asks of the disk, noted down as it asks: writes, truncations, deletions and syncs, in
order.

SQLite reaches files through a table of functions that a program may exchange. While a `Recording`
lasts, some of them note what they are asked before or after they pass it on to the real ones; so
it is the store's own SQLite that is watched, with nothing of it changed.
"""

import _sqlite3
import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(Structure):
    """The beginning of `sqlite3_vfs`."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
    )


class _Methods(Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


class Step(Struct, frozen=True):
    """One thing that was asked of the disk, or that somebody was told meanwhile."""

    kind: Literal["write", "truncate", "delete", "sync", "told"]
    file: str = ""
    """The file's name, without its folder."""
    offset: int = 0
    """Where bytes are written, or the length to cut to."""
    data: bytes = b""
    told: tuple[str, int] = ("", 0)


class Recording:
    """The steps so far, in the order of time."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def tell(self, what: str, number: int) -> None:
        """Note that somebody was told that this is durable."""
        self.steps.append(Step("told", told=(what, number)))


@contextmanager
def recording(folder: Path) -> Iterator[Recording]:
    """Note what happens to the files of a database that is opened in this folder from now on.

    The index of the log, which a crash may lose, is left out. Close the database only afterwards,
    and open no other meanwhile in the same thread of another folder.
    """
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None).contents
    real = vfs.open, vfs.delete
    watch = _Watch(folder, *real)
    vfs.open = ctypes.cast(watch.open, c_void_p).value
    vfs.delete = ctypes.cast(watch.delete, c_void_p).value
    try:
        yield watch.recording
    finally:
        vfs.open, vfs.delete = real
        watch.stop()


class _Watch:
    def __init__(self, folder: Path, real_open: int, real_delete: int) -> None:
        self.recording = Recording()
        self._folder = str(folder.resolve())
        self._real_open = _Open(real_open)
        self._real_delete = _Delete(real_delete)
        self._names: dict[int, str] = {}
        self._methods: dict[int, tuple[_Methods, _Methods]] = {}
        """For each open file the real functions and those that stand in for them."""
        self._on = True
        self.open = _Open(self._open)
        self.delete = _Delete(self._note_delete)
        self._write = _Write(self._note_write)
        self._truncate = _Truncate(self._note_truncate)
        self._sync = _Sync(self._note_sync)

    def stop(self) -> None:
        """Note nothing any more; files that are open go on through here."""
        self._on = False

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
        # The very same name: SQLite goes on reading it where it stands.
        outcome: int = self._real_open(vfs, name, file, flags, out)
        path = Path(ctypes.string_at(name).decode() if name else "")
        if outcome == 0 and str(path.parent) == self._folder:
            place = ctypes.cast(file, POINTER(c_void_p))
            real = ctypes.cast(place[0], POINTER(_Methods)).contents
            ours = _Methods.from_buffer_copy(real)
            ours.write = ctypes.cast(self._write, c_void_p).value
            ours.truncate = ctypes.cast(self._truncate, c_void_p).value
            ours.sync = ctypes.cast(self._sync, c_void_p).value
            self._names[file] = path.name
            self._methods[file] = (real, ours)
            place[0] = ctypes.addressof(ours)
        return outcome

    def _note_delete(self, vfs: int, name: bytes, sync: int) -> int:
        outcome = int(self._real_delete(vfs, name, sync))
        path = Path(name.decode())
        if str(path.parent) == self._folder:
            self._note(Step("delete", path.name))
            if sync:
                self._note(Step("sync", path.name))
        return outcome

    def _note_write(self, file: int, data: int, size: int, offset: int) -> int:
        self._note(Step("write", self._names[file], offset, ctypes.string_at(data, size)))
        return int(_Write(self._methods[file][0].write)(file, data, size, offset))

    def _note_truncate(self, file: int, size: int) -> int:
        self._note(Step("truncate", self._names[file], size))
        return int(_Truncate(self._methods[file][0].truncate)(file, size))

    def _note_sync(self, file: int, flags: int) -> int:
        outcome = int(_Sync(self._methods[file][0].sync)(file, flags))
        # Only what was on its way before the sync began is safe when it ends: of one database
        # there is one writer, so nothing can have come between.
        self._note(Step("sync", self._names[file]))
        return outcome

    def _note(self, step: Step) -> None:
        if self._on:
            self.recording.steps.append(step)
