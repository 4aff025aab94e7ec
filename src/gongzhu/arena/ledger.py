"""The file of a match, one line for each deal: what was played is not played again."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from gongzhu.arena.duplicate import DealResult, Pairing
from gongzhu.rules import option_values
from gongzhu.texts import Lang, say


class Heading(msgspec.Struct, frozen=True):
    """The first line: which match this is. All results of a file are of one match."""

    a: str
    b: str
    rules: dict[str, object]
    seed: str
    seatings: int | None


class LedgerError(ValueError):
    """A file that holds no match, or another one; `problem` is `arena.ledger.PROBLEM`."""

    def __init__(self, path: Path, problem: str, line: int = 0) -> None:
        self.path = path
        self.problem = problem
        self.line = line
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line: which file, where, what is wrong."""
        return say(f"arena.ledger.{self.problem}", lang, file=self.path, line=self.line)


class Ledger:
    """A match's file, open for more. Each deal is written as soon as it is known."""

    def __init__(self, path: Path, pairing: Pairing) -> None:
        """Begin the file, or go on with it.

        Raises LedgerError when it is of another match or cannot be read, OSError when it cannot
        be opened.
        """
        heading = Heading(
            pairing.a.name,
            pairing.b.name,
            option_values(pairing.rules),
            pairing.seed,
            pairing.seatings,
        )
        self.results: tuple[DealResult, ...] = ()
        self._file: BinaryIO = path.open("a+b")
        try:
            self._read(path, heading)
        except BaseException:
            self._file.close()
            raise

    def _read(self, path: Path, heading: Heading) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole, _, torn = data.rpartition(b"\n")
        if torn:
            # The last line was being written when the program ended.
            self._file.truncate(len(data) - len(torn))
        lines = whole.split(b"\n") if whole else []
        if not lines:
            self._file.write(msgspec.json.encode(heading) + b"\n")
            self._file.flush()
            return
        as_read = msgspec.json.decode(msgspec.json.encode(heading), type=Heading)
        try:
            there = msgspec.json.decode(lines[0], type=Heading)
        except msgspec.DecodeError as error:
            raise LedgerError(path, "no_match", 1) from error
        if there != as_read:
            raise LedgerError(path, "other_match")
        self.results = tuple(_results(path, lines[1:]))

    def add(self, result: DealResult) -> None:
        """Write one more deal down."""
        self._file.write(msgspec.json.encode(result) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def _results(path: Path, lines: list[bytes]) -> Iterator[DealResult]:
    for place, line in enumerate(lines, start=2):
        try:
            yield msgspec.json.decode(line, type=DealResult)
        except msgspec.DecodeError as error:
            raise LedgerError(path, "no_result", place) from error
