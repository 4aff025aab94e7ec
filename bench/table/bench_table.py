"""How many choices a table takes in a second: deciding, evolving, cutting for four seats, asking.

Whole games are played first, to know the commands; then the tables take them again, timed.
What is done once a deal, such as dealing and scoring, is counted in.
"""

import time

from gongzhu.cards import seats
from gongzhu.rules import Action
from gongzhu.table import (
    Table,
    ask_of,
    bots_to_move,
    due,
    evolve,
    see_fact,
    view_table,
)
from tests.support.scripted_games import Script, carry_out, fresh, script

MEASURED = ("gongzhu-pagat", "hearts-denexa")
GAMES = 8
RUNS = 3


def timed(commands: Script, seed: str, *, fold: bool, cut: bool) -> float:
    """Seconds for the commands of a game."""
    seeds = [fresh(seed, place) for place in range(len(commands))]
    table: Table | None = None
    everyone = seats(4)
    start = time.perf_counter()
    for line, drawn in zip(commands, seeds, strict=True):
        after, entry = carry_out(table, line, drawn)
        table = evolve(table, entry) if fold else after
        if cut:
            for seat in everyone:
                for fact in entry.facts:
                    see_fact(fact, seat)
                ask_of(table, seat)
            bots_to_move(table)
            due(table)
    assert table is not None
    view_table(table, None)
    return time.perf_counter() - start


def main() -> None:
    for preset in MEASURED:
        games = [
            (script(preset, f"bench {game}", "bench"), f"bench {game}") for game in range(GAMES)
        ]
        choices = sum(isinstance(line.command, Action) for game, _ in games for line in game)
        for name, fold, cut in (
            ("step", False, False),
            ("step and evolve", True, False),
            ("step, cut for four seats, ask", False, True),
            ("step, evolve, cut, ask", True, True),
        ):
            best = min(
                sum(timed(game, seed, fold=fold, cut=cut) for game, seed in games)
                for _ in range(RUNS)
            )
            print(
                f"{preset:16} {name:30} {choices / best:9,.0f} choices/s"
                f" {1e6 * best / choices:6.1f} µs each"
            )


if __name__ == "__main__":
    main()
