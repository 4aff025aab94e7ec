"""Scorebooks on the disk: whole at every moment, and never one written over another."""

import os
import sys
from pathlib import Path

from gongzhu.scorebook.book import Book
from gongzhu.scorebook.fault import ScoreError
from gongzhu.scorebook.form import LARGEST_FILE, decode_book, encode_book


class BookFile:
    """The file that a book is kept in."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: bytes | None = None
        """The content of the file as this program knows it; None: no file."""

    def load(self) -> Book:
        """The book in the file. Raises ScoreError for a file that holds none, and OSError where
        it cannot be read: FileNotFoundError where there is no file."""
        with self.path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        book = decode_book(content)
        self._seen = content
        return book

    def save(self, book: Book) -> None:
        """Write the book. Raises OSError where that fails, and ScoreError where something else
        has been written there meanwhile; then the file is as it was."""
        content = encode_book(book)
        there = self.path.read_bytes() if self.path.exists() else None
        if there is not None and there != self._seen:
            raise ScoreError("written_by_another", path=self.path)
        write_whole(self.path, content)
        self._seen = content


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that at every moment, a crash included, it is whole: the old or the new.

    The folder is made where it is missing. Raises OSError when the file cannot be written; then
    the old one is as it was.
    """
    # Not `resolve`, whose error for links in a circle is no OSError before Python 3.13.
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name in a folder last, where the system lets folders be opened."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
