"""How many choices a table takes in a second: deciding, evolving, cutting for four seats, asking.

Whole games are played first, to know the commands; then the tables take them again, timed.
What is done once a deal, such as dealing and scoring, is counted in.
"""

import time
from random import Random

from gongzhu.bots import make_bot
from gongzhu.cards import seats
from gongzhu.dealing import child_seed
from gongzhu.rules import PRESETS
from gongzhu.table import (
    Command,
    Settings,
    Table,
    ask_of,
    due,
    evolve,
    see_fact,
    step,
    thinkers,
    view_table,
)
from gongzhu.table.commands import Act, Open, Ready, Sit, Tick
from gongzhu.table.playing import must_choose
from gongzhu.view import view_of

PEOPLE = ("ann", "bo", "cleo", "dev")
MEASURED = ("gongzhu-pagat", "hearts-denexa")
GAMES = 8
RUNS = 3


def script(preset: str, seed: str) -> list[tuple[Command, int]]:
    """The commands of a game, and when they come."""
    settings = Settings("", preset, PRESETS[preset].rules)
    rng, bot = Random(seed), make_bot("random")
    table: Table | None = None
    commands: list[tuple[Command, int]] = []
    now = 0

    def do(command: Command) -> Table:
        done = step(table, command, now, child_seed(seed, len(commands)))
        assert done is not None, command
        commands.append((command, now))
        return done[0]

    table = do(Open("bench", settings, "ann"))
    for player in PEOPLE:
        table = do(Sit(player, player))
    while table.state.stage != "finished":
        now += 1000
        if table.state.stage in ("gathering", "scored"):
            for player in PEOPLE:
                table = do(Ready(player))
        elif table.state.stage == "calling":
            now += 5000
            table = do(Tick())
        else:
            assert table.deal is not None
            seat = must_choose(table)[0]
            action = bot.choose(view_of(table.deal, seat), rng, 0)
            table = do(Act(PEOPLE[seat], action))
    return commands


def timed(commands: list[tuple[Command, int]], seed: str, *, fold: bool, cut: bool) -> float:
    """Seconds for the commands of a game."""
    entropy = [child_seed(seed, place) for place in range(len(commands))]
    table: Table | None = None
    everyone = seats(4)
    start = time.perf_counter()
    for (command, now), fresh in zip(commands, entropy, strict=True):
        done = step(table, command, now, fresh)
        assert done is not None
        after, entry = done
        table = evolve(table, entry) if fold else after
        if cut:
            for seat in everyone:
                for fact in entry.facts:
                    see_fact(fact, seat)
                ask_of(table, seat)
            thinkers(table)
            due(table)
    assert table is not None
    view_table(table, None)
    return time.perf_counter() - start


def main() -> None:
    for preset in MEASURED:
        games = [(script(preset, f"bench {game}"), f"bench {game}") for game in range(GAMES)]
        choices = sum(isinstance(command, Act) for game, _ in games for command, _ in game)
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
