"""Gathers the puzzles that are shipped from files that `gongzhu puzzles make` wrote.

    python -m training.gather_puzzles FILE...

Those of a deal are of different themes already. Of positions that are nearly equal (the same hand
and the same choices in the same trick) one is kept; ratings are reckoned anew from the levels'
tries. The order is that of the names, which are as good as random.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from gongzhu.cli.puzzles.file import puzzles_in_file
from gongzhu.puzzles import Puzzle
from gongzhu.puzzles.puzzle import written
from gongzhu.puzzles.tries import rating_of
from gongzhu.rules import Expose

DATA = Path(__file__).parents[1] / "src" / "gongzhu" / "puzzles" / "data"
MOST_BYTES = 2_000_000
"""Of all files together."""


def gathered(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles to ship, in order."""
    found: dict[tuple[object, ...], Puzzle] = {}
    for puzzle in puzzles:
        request = puzzle.request
        # The terminal has no way to choose between face up and face down.
        if isinstance(puzzle.best, Expose) and puzzle.rules == "gongzhu-boulder":
            continue
        key = (request.hand, request.trick, repr(puzzle.best))
        if key not in found or puzzle.lead.low > found[key].lead.low:
            rating = rating_of(puzzle.tries)
            found[key] = replace(
                puzzle, rating=round(rating.rating), deviation=round(rating.deviation)
            )
    return sorted(found.values(), key=lambda puzzle: puzzle.id)


def main(paths: list[str]) -> None:
    """Gather the puzzles of these files."""
    everything = gathered(each for path in paths for each in puzzles_in_file(Path(path), "en"))
    for family in ("gongzhu", "hearts"):
        mine = [each for each in everything if each.rule_set().family == family]
        lines = b"".join(written(each) + b"\n" for each in mine)
        (DATA / f"{family}.jsonl").write_bytes(lines)
        themes = Counter(each.theme for each in mine)
        print(f"{family}: {len(mine)} puzzles, {len(lines)} bytes; {dict(themes.most_common())}")
    size = sum(path.stat().st_size for path in DATA.iterdir())
    if size > MOST_BYTES:
        sys.exit(f"{size} bytes are more than {MOST_BYTES}")


if __name__ == "__main__":
    main(sys.argv[1:])
