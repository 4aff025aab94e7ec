"""How long `gongzhu --help` takes: the wait before anything else can happen."""

import subprocess
import sys
import time
from pathlib import Path

RUNS = 10


def main() -> None:
    program = str(Path(sys.executable).with_name("gongzhu"))
    seconds = []
    for _ in range(RUNS):
        started = time.perf_counter()
        subprocess.run([program, "--help"], stdout=subprocess.DEVNULL, check=True)
        seconds.append(time.perf_counter() - started)
    print(f"gongzhu --help: {1000 * min(seconds):.0f} ms, the best of {RUNS}")


if __name__ == "__main__":
    main()
