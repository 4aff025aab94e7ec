"""The file with the results of a match, one line of JSON for each deal, from which the match can be
resumed."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Generic, Protocol, TypeVar

import msgspec

from gongzhu.texts import Lang, say


class NumberedResult(Protocol):
    """A result that has the number of its deal."""

    @property
    def number(self) -> int:
        """Number of the deal, 0-based."""
        ...


Heading = dict[str, object]
"""The first line of a ledger as JSON, which identifies the match. All results in a file belong to
one match."""
VERSIONS = ("gongzhu", "files")
"""The keys of a heading with the versions of the program and of files; their values are made by
`gongzhu.arena.entrant.versions`."""
Result = TypeVar("Result", bound=NumberedResult)


class ResultBook(Protocol[Result]):
    """The results of a match so far, to which more can be added: a `Ledger`, or a part of one."""

    @property
    def results(self) -> Sequence[Result]:
        """The results that existed when the book was opened, in the order in which they were
        added."""
        ...

    def add(self, result: Result) -> None:
        """Append a result."""
        ...


class LedgerError(ValueError):
    """Raised for a file that is not a ledger, belongs to another match or to other versions of the
    program or of files, or has a line that is not a possible result. `problem` is the last part of
    the key of its message, `arena.ledger.PROBLEM`. `line` is the number of the faulty line, from 1;
    it is 0 if the file as a whole does not fit."""

    def __init__(self, path: Path, problem: str, line: int = 0) -> None:
        self.path = path
        self.problem = problem
        self.line = line
        super().__init__(self.text())

    def text(self, lang: Lang = "en", about: str = "arena.ledger") -> str:
        """A message of one line: the file, the line, and the fault. `about` is the prefix of the
        message key, for ledgers of something other than matches."""
        return say(f"{about}.{self.problem}", lang, file=self.path, line=self.line)


class Ledger(Generic[Result]):
    """The file of a match, open for appending. Each result is written as soon as its deal has been
    played."""

    def __init__(
        self,
        path: Path,
        heading: Heading,
        result: type[Result],
        sound: Callable[[Result], bool] = lambda _: True,
    ) -> None:
        """Create the file, or open it to continue the match. If `path` is a folder, the file is
        created in it, named by a hash of the heading. `result` is the type of the results; `sound`
        returns False for an impossible one.

        Raises LedgerError if the file belongs to another match, cannot be read or holds an
        impossible result, and OSError if it cannot be opened.
        """
        first = msgspec.json.encode(heading)
        if path.is_dir():
            path /= hashlib.sha256(first).hexdigest()[:16] + ".jsonl"
        self.results: tuple[Result, ...] = ()
        self._file: BinaryIO = path.open("a+b")
        try:
            self.results = tuple(self._read(path, first, result, sound))
        except BaseException:
            self._file.close()
            raise

    def _read(
        self, path: Path, heading: bytes, result: type[Result], sound: Callable[[Result], bool]
    ) -> Iterator[Result]:
        self._file.seek(0)
        data = self._file.read()
        # The bytes after the last line end were being written when the program ended.
        whole, _, torn = data.rpartition(b"\n")
        if not whole:
            if not heading.startswith(torn):
                raise LedgerError(path, "no_match", 1)
            self._file.truncate(0)
            self._file.write(heading + b"\n")
            self._file.flush()
            return
        lines = whole.split(b"\n")
        try:
            there = msgspec.json.decode(lines[0], type=Heading)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise LedgerError(path, "no_match", 1) from error
        wanted: Heading = msgspec.json.decode(heading)
        if there != wanted:
            same = _without_versions(there) == _without_versions(wanted)
            raise LedgerError(path, "other_version" if same else "other_match")
        self._file.truncate(len(data) - len(torn))
        for number, line in enumerate(lines[1:], start=2):
            try:
                found = msgspec.json.decode(line, type=result)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise LedgerError(path, "no_result", number) from error
            if not sound(found):
                raise LedgerError(path, "no_result", number)
            yield found

    def add(self, result: Result) -> None:
        """Append the result of a deal."""
        self._file.write(msgspec.json.encode(result) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _without_versions(heading: Heading) -> Heading:
    return {key: value for key, value in heading.items() if key not in VERSIONS}
