"""Cut the power of a store that writes, and open what may be left on the disk.

    make power-loss IMAGES=10000

A store writes entries, snapshots, listings, settings and games, all that it asks of the disk is
noted, and from random moments images are made in which writes that no sync had made safe are there,
missing, torn or out of order. Every image must be a whole database with all that was promised.
Writes one line per run to proof/results/power_loss.jsonl; the last line of standard output is
`N images, A acknowledged, L lost`.
"""

import argparse
import asyncio
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random

from gongzhu.store import sqlite, sqlite_writer
from gongzhu.store.sqlite import SqliteStore
from proof.crash.disk_recording import Step, recording
from proof.crash.power_loss import check, images, write_for_a_while
from tests.support.ledger import Ledger, progress

AT_ONCE = 500
"""Images of one run of the store."""
PROMISES = 1_500
"""Appends that a run acknowledges."""
PAGES, WRITES = 200, 60
"""After so many pages the log is moved into the database by the writer, and in every other run
after so many writes beside it: more often than in service, so that many images fall into that."""


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--images", type=int, default=500)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    ledger = Ledger(
        "proof/results/power_loss.jsonl",
        f"make power-loss IMAGES={asked.images} FROM={asked.start}",
    )
    done = promised = pending = 0
    lost: list[str] = []
    with tempfile.TemporaryDirectory() as folder, progress("images", asked.images) as advance:
        for run, first in enumerate(range(0, asked.images, AT_ONCE), start=asked.start):
            home = Path(folder) / str(run)
            sqlite_writer.CHECKPOINT_PAGES = PAGES if run % 2 else 10 * PAGES
            sqlite.CHECKPOINT_WRITES = PROMISES if run % 2 else WRITES
            steps = asyncio.run(record(home))
            promised += sum(step.kind == "told" for step in steps)
            for image in images(steps, min(AT_ONCE, asked.images - first), Random(run)):
                place = home / "image"
                place.mkdir()
                lost += [f"run {run}, step {image.step}: {fault}" for fault in check(image, place)]
                shutil.rmtree(place)
                pending += image.pending > 0
                done += 1
                advance(1)
            shutil.rmtree(home)
    for fault in lost[:20]:
        print(fault)
    ledger.note(
        sqlite=sqlite3.sqlite_version,
        images=done,
        with_unsynced_writes=pending,
        acknowledged=promised,
        lost=len(lost),
    )
    print(f"{done} images, {promised} acknowledged, {len(lost)} lost")
    return 1 if lost else 0


async def record(folder: Path) -> list[Step]:
    """What a store asks of the disk while it writes, from the first byte of its file on."""
    with recording(folder) as noted:
        store = await SqliteStore.open(folder)
        try:
            await write_for_a_while(store, noted, PROMISES)
            return list(noted.steps)
        finally:
            await store.close()


if __name__ == "__main__":
    sys.exit(main())
