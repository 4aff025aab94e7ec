"""Python in a process of its own that finds the tests, the proof and the measurements."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def environment(**more: str) -> dict[str, str]:
    """The variables of this process, `more`, and this tree as the first place of modules: gongzhu
    may be installed from another one."""
    places = (str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", ""))
    return {**os.environ, **more, "PYTHONPATH": os.pathsep.join(filter(None, places))}


def run_code(code: str, **variables: str) -> str:
    """The output of `code` in a new process; warnings are errors there, an error is one here."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment(**variables),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout
