"""The puzzles that come with the program, in `data`; their licence is CC0."""

from datetime import date
from functools import cache
from importlib.resources import files

from gongzhu.puzzles.puzzle import Puzzle, read_puzzle
from gongzhu.rules import Family

FAMILIES: tuple[Family, ...] = ("gongzhu", "hearts")


@cache
def shipped(family: Family) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order of the file."""
    lines = (files("gongzhu.puzzles") / "data" / f"{family}.jsonl").read_bytes().splitlines()
    return tuple(map(read_puzzle, lines))


def puzzle_of_the_day(family: Family, day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody: the puzzles take turns, and start over after the
    last."""
    puzzles = shipped(family)
    return puzzles[day.toordinal() % len(puzzles)]
