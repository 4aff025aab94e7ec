"""The wait before anything else can happen: cold starts of the program and of each command.

A line for each command: how long its `--help` takes, beside a Python that imports the library of
its command line. Told is the least of RUNS runs, taken in turn.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from gongzhu.cli.main import PLACES

RUNS = 10
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
"""What little some commands do."""


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
            started = time.perf_counter()
            subprocess.run(
                words,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                check=True,
            )
            least[name] = min(least[name], time.perf_counter() - started)
    print(f"{'ms':>6}  {'ratio':>5}")
    for name, seconds in least.items():
        print(f"{1000 * seconds:6.0f}  {seconds / least[LIBRARY]:5.2f}  {name}")


if __name__ == "__main__":
    main()
