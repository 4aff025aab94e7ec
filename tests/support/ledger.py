"""What long campaigns share: a bar while they run, and a line in a ledger when they are done."""

import datetime
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

ROOT = Path(__file__).parents[2]
UNNOTED = ("GONGZHU_SMALL_CAMPAIGNS", "PYTEST_VERSION")
"""While one of these stands in the environment nothing is noted: the runs are not worth keeping, or
they are those of tests."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where somebody looks at that; gives what moves it on."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.advance(task, count)


class Ledger:
    """The file that keeps what a campaign or a measurement came to, a line for each run."""

    def __init__(self, file: str, command: str) -> None:
        """Start the clock; `file` stands from the root of the project, `command` runs it again."""
        self._path = ROOT / file
        self._command = command
        self._began = time.monotonic()
        self._load = os.getloadavg()[0]

    def note(self, **figures: object) -> None:
        """What the run came to: with the date, the machine, the command and the time it took."""
        if any(map(os.environ.get, UNNOTED)):
            return
        python = platform.python_version()
        entry = {
            "date": datetime.date.today().isoformat(),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {python}",
            "command": self._command,
            **figures,
            "seconds": round(time.monotonic() - self._began),
            "load_before": round(self._load, 1),
        }
        with self._path.open("a", encoding="utf-8") as ledger:
            ledger.write(json.dumps(entry) + "\n")
