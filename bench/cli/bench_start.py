"""The wait before anything else can happen: cold starts of the program and of each command.

A line for each command: the processor time of its `--help`, beside that of a Python that imports
the library of its command line. Told is the least of RUNS runs, taken in turn.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

from gongzhu.cli.main import PLACES

RUNS = 6
PROGRAM = str(Path(sys.executable).with_name("gongzhu"))
EMPTY = "python -c pass"
LIBRARY = "python -c 'import typer, rich'"
WORK = {
    "gongzhu rules list": ["rules", "list"],
    "gongzhu verify examples/friday.gzn": ["verify", "examples/friday.gzn"],
    "gongzhu simulate --deals 1 --bots steady": [
        *("simulate", "--rules", "gongzhu-pagat", "--deals", "1", "--bots", "steady", "--out", "-")
    ],
}
"""The little that some commands do."""


def main() -> None:
    commands = {
        EMPTY: [sys.executable, "-c", "pass"],
        LIBRARY: [sys.executable, "-c", "import typer, rich"],
        "gongzhu --version": [PROGRAM, "--version"],
        "gongzhu --help": [PROGRAM, "--help"],
    }
    commands |= {f"gongzhu {name} --help": [PROGRAM, name, "--help"] for name in PLACES}
    commands |= {name: [PROGRAM, *words] for name, words in WORK.items()}
    least = dict.fromkeys(commands, float("inf"))
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    for _ in range(RUNS + 1):  # the first one may write bytecode
        for name, words in commands.items():
            before = processor_time()
            subprocess.run(words, capture_output=True, env=environment, check=True)
            least[name] = min(least[name], processor_time() - before)
    print(f"{'ms':>6}  {'ratio':>5}")
    for name, seconds in least.items():
        print(f"{1000 * seconds:6.0f}  {seconds / least[LIBRARY]:5.2f}  {name}")


def processor_time() -> float:
    """Seconds that all programs took that have been run so far."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


if __name__ == "__main__":
    main()
