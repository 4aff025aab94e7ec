"""Saves scorebooks to disk so that a crash never damages the file and another program's changes are
never overwritten."""

from pathlib import Path
from tempfile import TemporaryFile

from gongzhu.scorebook.book import Book
from gongzhu.scorebook.fault import ScoreError
from gongzhu.scorebook.form import LARGEST_FILE, decode_book, encode_book
from gongzhu.scorebook.whole_file import write_whole


class BookFile:
    """The file in which a book is saved."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: bytes | None = None
        """The content of the file as this program last read or wrote it; None if there is no
        file."""

    def check_place(self) -> None:
        """Raise OSError if no file could be created here; does not change anything."""
        folder = next(path for path in self.path.absolute().parents if path.exists())
        # It has no name, or none for long.
        TemporaryFile(dir=folder).close()

    def load(self) -> Book:
        """The book in the file. Raises ScoreError for a file that is not a scorebook, and OSError
        if it cannot be read, FileNotFoundError among them."""
        with self.path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        book = decode_book(content)
        self._seen = content
        return book

    def save(self, book: Book) -> None:
        """Write the book, creating the folder if necessary. Raises OSError if that fails, and
        ScoreError if the file was changed by something else in the meantime; the file is then left
        unchanged."""
        content = encode_book(book)
        there = self.path.read_bytes() if self.path.exists() else None
        if there is not None and there != self._seen:
            raise ScoreError("written_by_another", path=self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, [content])
        self._seen = content
