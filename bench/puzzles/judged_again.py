"""Judges the shipped puzzles again: `master` with twenty times its rollouts, and another belief.

    python -m bench.puzzles.judged_again [--game GAME]

Prints the puzzles that come out otherwise, and adds a line for each game to
bench/results/puzzles.jsonl: date, machine, command, puzzles, and how many answers stay the same.
"""

import argparse
import sys

from msgspec.structs import replace

from gongzhu.bots.search.config import MASTER
from gongzhu.bots.search.search import best_actions
from gongzhu.puzzles.puzzle import FAMILIES, shipped
from tests.support.ledger import Ledger, progress

TIMES = 20
TEMPERING = 0.5
"""Between the two strengths of belief that puzzles are made with."""
WANTED = 0.98


def main() -> None:
    """Judge all of them, or those of a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=FAMILIES, help="only the puzzles of this game")
    asked = parser.parse_args()
    config = replace(
        MASTER,
        rollouts=TIMES * MASTER.rollouts,
        rollouts_before_play=TIMES * MASTER.rollouts_before_play,
        tempering=TEMPERING,
    )
    too_few = []
    for game in (asked.game,) if asked.game else FAMILIES:
        ledger = Ledger(
            "bench/results/puzzles.jsonl", f"python -m bench.puzzles.judged_again --game {game}"
        )
        puzzles, same = shipped(game), 0
        with progress(game, len(puzzles)) as advance:
            for number, puzzle in enumerate(puzzles):
                best = best_actions(puzzle.view(), seed=number + 1, config=config)
                if puzzle.solved_by(best[0]):
                    same += 1
                else:
                    print(f"{puzzle.id} {puzzle.rules} {puzzle.theme}: {puzzle.best}, now {best}")
                advance(1)
        print(f"{game}: {same} of {len(puzzles)} answers stay the same", flush=True)
        ledger.note(game=game, puzzles=len(puzzles), same=same)
        if same < WANTED * len(puzzles):
            too_few.append(game)
    if too_few:
        sys.exit(f"fewer than {WANTED:.0%} of the answers stay: {', '.join(too_few)}")


if __name__ == "__main__":
    main()
