"""How long each level takes for an action where it has a choice, and how much memory.

    python -m bench.bots.move_times --levels strong,master@10ms,master@100ms --deals 10

Adds one line for each level and rule set to bench/results/move_times.jsonl: date, machine, command,
figures. Each level plays with itself in a process of its own, whose first action is told apart:
there it loads or compiles what it needs.
"""

import argparse
import datetime
import json
import os
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from gongzhu.bots import LEVELS, read_level
from gongzhu.bots.levels import bot_of
from gongzhu.bots.selfplay import play_out
from gongzhu.cards import seats
from gongzhu.dealing import deal_hands
from gongzhu.rules import Action, load_rules, start_deal
from gongzhu.view import View

RESULTS = Path(__file__).parents[1] / "results" / "move_times.jsonl"
RULES = "gongzhu-pagat,gongzhu-pagat-partners,hearts-denexa"


class Timed:
    """A bot whose actions are timed."""

    def __init__(self, level: str) -> None:
        self._bot = bot_of(level)
        self.first: float | None = None
        self.times: list[float] = []

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As the bot chooses."""
        before = time.perf_counter()
        action = self._bot.choose(view, rng, budget)
        spent = 1000 * (time.perf_counter() - before)
        if self.first is None:
            self.first = spent
        elif len(view.playable()) != 1:
            self.times.append(spent)
        return action


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--rules", default=RULES)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--here", action="store_true", help="measure in this process, and print")
    asked = parser.parse_args()
    levels, sources = asked.levels.split(","), asked.rules.split(",")
    for level in levels:
        read_level(level)
    if asked.here:
        print(json.dumps(measured(levels[0], sources[0], asked.deals)))
        return
    for level in levels:
        for source in sources:
            words = ["--levels", level, "--rules", source, "--deals", str(asked.deals)]
            command = [sys.executable, "-m", "bench.bots.move_times", *words]
            done = subprocess.run([*command, "--here"], stdout=subprocess.PIPE, check=True)
            note(" ".join(["python", *command[1:]]), json.loads(done.stdout))


def measured(level: str, source: str, deals: int) -> dict[str, Any]:
    """What a level takes under these rules."""
    rules = load_rules(source).rules
    bot = Timed(level)
    for number in range(deals):
        hands = deal_hands(rules, f"move times {number}")
        deal, _ = start_deal(rules, hands, number % len(rules.pass_cycle))
        play_out(deal, [bot] * rules.players, [Random(seat) for seat in seats(rules.players)])
    times = sorted(bot.times)
    return {
        "level": level,
        "rules": source,
        "actions": len(times),
        "first_ms": round(bot.first or 0, 1),
        "p50_ms": round(times[len(times) // 2], 3),
        "p99_ms": round(times[int(0.99 * (len(times) - 1))], 3),
        "memory_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def note(command: str, found: dict[str, Any]) -> None:
    """Print a line and write it down."""
    python = platform.python_version()
    head = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {python}",
        "command": command,
    }
    line = json.dumps(head | found)
    print(line, flush=True)
    with RESULTS.open("a", encoding="utf-8") as results:
        results.write(line + "\n")


if __name__ == "__main__":
    main()
