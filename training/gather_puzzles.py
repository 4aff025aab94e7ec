"""Gathers the puzzles that are shipped from files that `gongzhu puzzles make` wrote.

    python -m training.gather_puzzles FILE...

Those of a deal are of different themes already. Of positions that are nearly equal (the same hand
and the same choices in the same trick) one is kept; what is told of the choices and the ratings
are reckoned anew, on other deals than the puzzle was found on. The order is that of the names,
which are as good as random.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from gongzhu.bots.policy import policy_of
from gongzhu.bots.search.candidates import candidates_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cli.puzzles.file import puzzles_in_file
from gongzhu.puzzles import Puzzle
from gongzhu.puzzles.finding import BATCH, BATCHES, TEMPERING, choices_of, limit_of, spread_of
from gongzhu.puzzles.judging import Belief, judge
from gongzhu.puzzles.puzzle import written
from gongzhu.puzzles.rating import rating_of
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
            found[key] = puzzle
    told = filter(None, map(_told_anew, found.values()))
    return sorted(told, key=lambda puzzle: puzzle.id)


def _told_anew(puzzle: Puzzle) -> Puzzle | None:
    """A puzzle with what is told of its choices; None where its lead is too small after all."""
    view = puzzle.view()
    candidates = candidates_of(view, packed_rules(view.rules), policy_of(view.rules))
    belief = Belief(int(puzzle.id, 16), TEMPERING[0])
    judgement = judge(view, candidates, belief, batches=BATCHES, size=BATCH)
    if judgement.lead.estimate.mean < limit_of(view.rules):
        return None
    if not puzzle.solved_by(candidates.actions[judgement.lead.best][0]):
        return None
    rating = rating_of(puzzle.tries)
    return replace(
        puzzle,
        request=puzzle.asked(),
        choices=choices_of(candidates, judgement),
        spread=spread_of(view.rules, judgement),
        rating=round(rating.rating),
        deviation=round(rating.deviation),
    )


def main(paths: list[str]) -> None:
    """Gather the puzzles of these files."""
    everything = gathered(each for path in paths for each in puzzles_in_file(Path(path), "en"))
    for family in ("gongzhu", "hearts"):
        mine = [each for each in everything if each.rule_set().family == family]
        if not mine:
            continue  # the files are of the other game alone
        lines = b"".join(written(each) + b"\n" for each in mine)
        (DATA / f"{family}.jsonl").write_bytes(lines)
        themes = Counter(each.theme for each in mine)
        print(f"{family}: {len(mine)} puzzles, {len(lines)} bytes; {dict(themes.most_common())}")
    size = sum(path.stat().st_size for path in DATA.iterdir())
    if size > MOST_BYTES:
        sys.exit(f"{size} bytes are more than {MOST_BYTES}")


if __name__ == "__main__":
    main(sys.argv[1:])
