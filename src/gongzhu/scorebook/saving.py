"""Scorebooks on the disk: whole at every moment, and never one written over another."""

from pathlib import Path
from tempfile import TemporaryFile

from gongzhu.scorebook.book import Book
from gongzhu.scorebook.fault import ScoreError
from gongzhu.scorebook.form import LARGEST_FILE, decode_book, encode_book
from gongzhu.scorebook.whole_file import write_whole


class BookFile:
    """The file that a book is kept in."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: bytes | None = None
        """The content of the file as this program knows it; None: no file."""

    def check_place(self) -> None:
        """Raise OSError where no file could be made here. Nothing is changed."""
        folder = next(path for path in self.path.absolute().parents if path.exists())
        # It has no name, or none for long.
        TemporaryFile(dir=folder).close()

    def load(self) -> Book:
        """The book in the file. Raises ScoreError for a file that holds none, and OSError where
        it cannot be read: FileNotFoundError where there is no file."""
        with self.path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        book = decode_book(content)
        self._seen = content
        return book

    def save(self, book: Book) -> None:
        """Write the book; the folder is made where it is missing. Raises OSError where that fails,
        and ScoreError where something else has been written there meanwhile; then the file is as it
        was."""
        content = encode_book(book)
        there = self.path.read_bytes() if self.path.exists() else None
        if there is not None and there != self._seen:
            raise ScoreError("written_by_another", path=self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, [content])
        self._seen = content
