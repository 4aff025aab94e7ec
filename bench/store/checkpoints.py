"""The time that commits take while SQLite's log is moved into the database, by a thread beside the
writer, as in service, and by the writer itself.

    python -m bench.store.checkpoints

Groups of eight entries are written, 250 in a second, to tables in turn, with the listings and
snapshots that come with them. Both ways in turn, `--rounds` times; a line for each on standard
output.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

from gongzhu.store import Store, open_store
from gongzhu.store.sqlite import CHECKPOINT_WRITES

TABLES = 2_000
GROUP = 8
GROUPS_A_SECOND = 250
BODY, SUMMARY, SNAPSHOT = os.urandom(180), os.urandom(400), os.urandom(3_000)
LONG = 0.01
"""Seconds from which on a commit counts as a long one."""


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    for _ in range(asked.rounds):
        for way, writes in (("by the writer", 1 << 62), ("beside it", CHECKPOINT_WRITES)):
            with (
                tempfile.TemporaryDirectory() as folder,
                patch("gongzhu.store.sqlite.CHECKPOINT_WRITES", writes),
            ):
                times = asyncio.run(measure(Path(folder), asked.seconds))
            places = (0.5, 0.99, 0.999, 1)
            found = [1000 * times[int(part * (len(times) - 1))] for part in places]
            spent = sum(each for each in times if each > LONG)
            print(
                f"{way:14} p50 {found[0]:.2f}, p99 {found[1]:.2f}, p99.9 {found[2]:.1f}, "
                f"longest {found[3]:.1f} ms; {100 * spent / asked.seconds:.1f}% of the time in "
                f"commits of more than {1000 * LONG:.0f} ms",
                flush=True,
            )


async def measure(folder: Path, seconds: float) -> list[float]:
    """Seconds that each commit took, sorted."""
    rng = random.Random(1)
    store = await open_store(str(folder))
    try:
        names = [f"{rng.getrandbits(64):016x}" for _ in range(TABLES)]
        last = dict.fromkeys(names, 0)
        for _ in range(60):
            await asyncio.gather(*(append(store, name, last) for name in names))
        times = []
        began = time.perf_counter()
        for group in range(round(seconds * GROUPS_A_SECOND)):
            some = (names[(GROUP * group + n) * 7 % TABLES] for n in range(GROUP))
            await asyncio.sleep(began + group / GROUPS_A_SECOND - time.perf_counter())
            before = time.perf_counter()
            await asyncio.gather(*(append(store, name, last) for name in some))
            times.append(time.perf_counter() - before)
        return sorted(times)
    finally:
        await store.close()


async def append(store: Store, name: str, last: dict[str, int]) -> None:
    """One more entry of a table."""
    last[name] = number = last[name] + 1
    snapshot = SNAPSHOT if number % 16 == 1 else None
    summary = SUMMARY if number % 4 == 1 else None
    await store.append(name, number, [BODY], snapshot=snapshot, summary=summary)


if __name__ == "__main__":
    main()
