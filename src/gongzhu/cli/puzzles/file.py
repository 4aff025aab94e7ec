"""Reads puzzles from a file written by `gongzhu puzzles make`, or from a file of puzzles alone."""

from pathlib import Path

import msgspec

from gongzhu.cli.common import contents, fail
from gongzhu.puzzles import Puzzle
from gongzhu.puzzles.making import MadePuzzles
from gongzhu.puzzles.puzzle import read_puzzle
from gongzhu.texts import Lang, say


class _Line(msgspec.Struct):
    """A line of the file: a puzzle has an `id`, a ledger line of the search a `number`, and a
    heading neither."""

    id: str = ""
    number: int = -1


LARGEST_FILE = 100_000_000
"""Largest size of the file in bytes."""


def puzzles_in_file(path: Path, lang: Lang) -> list[Puzzle]:
    """The puzzles in a file. Exits with an error message if it cannot be read."""
    found: list[Puzzle] = []
    data = contents(path, LARGEST_FILE, "puzzles.too_large", lang)
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            told = msgspec.json.decode(line, type=_Line)
            if told.id:
                found.append(read_puzzle(line))
            elif told.number >= 0:
                made = msgspec.json.decode(line, type=MadePuzzles)
                found.extend(read_puzzle(bytes(each)) for each in made.puzzles)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            fail(say("puzzles.unreadable", lang, file=path, line=number, error=error))
    if not found:
        fail(say("puzzles.none", lang, file=path))
    return found
