"""The time and the memory that it takes to move a folder's store into a PostgreSQL database.

    python -m bench.store.moving --games 10000

The store is copies of ten games that were played by scripts, packed as a server packs them, each at
a table of its own, and of one table in the midst of a game. The database runs on this machine, with
its usual settings. `bench/results/moving.jsonl` gets a line.
"""

import argparse
import asyncio
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

from gongzhu.store import open_store
from gongzhu.store.moving import move_folder
from gongzhu.store.sqlite_file import DATABASE
from tests.store.packed_games import write
from tests.support.ledger import Ledger
from tests.support.postgres import SETTINGS, postgres

PRESETS = ("gongzhu-pagat", "hearts-denexa")
GAMES = 10
MIDST = 60
"""Entries of the table whose game goes on."""
USUAL = {"shared_buffers": "128MB", "max_wal_size": "1GB", "autovacuum": "on"}
"""PostgreSQL's own settings, in place of those of the tests."""

COPY = (
    """INSERT INTO tables (name, summary, archived, packed)
        SELECT name || :n, summary, archived, packed FROM tables WHERE length(name) = 2""",
    """INSERT INTO entries (table_name, number, body)
        SELECT table_name || :n, number, body FROM entries WHERE length(table_name) = 2""",
    """INSERT INTO snapshots (table_name, number, body)
        SELECT table_name || :n, number, body FROM snapshots WHERE length(table_name) = 2""",
    """INSERT INTO packs (table_name, last, first, game_id, body)
        SELECT table_name || :n, last, first, game_id || :n, body
        FROM packs WHERE length(table_name) = 2""",
    """INSERT INTO played (player_id, finished_ms, game_id)
        SELECT player_id || (:n % 1000), played.finished_ms, game_id || :n
        FROM played JOIN games ON id = game_id WHERE length(table_name) = 2""",
    """INSERT INTO games
            (id, table_name, number, first_entry, last_entry, finished_ms, summary, players)
        SELECT id || :n, table_name || :n, number, first_entry, last_entry, finished_ms, summary,
            players
        FROM games WHERE length(table_name) = 2""",
)
"""Adds all tables whose names have two letters once more, under longer names."""


def main() -> None:
    """Measure and note."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(fill(folder))
        with closing(sqlite3.connect(folder / DATABASE)) as file:
            for number in range(1, games // GAMES):
                for statement in COPY:
                    file.execute(statement, {"n": number})
            file.commit()
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with patch.dict(SETTINGS, USUAL), postgres() as server:
            measure(folder, server.empty(), games)


async def fill(folder: Path) -> None:
    """Games that are over and packed, and one that goes on, at tables with names of two letters."""
    store = await open_store(folder)
    try:
        for number in range(GAMES):
            await write(store, PRESETS[number % len(PRESETS)], f"t{number}")
            await store.archive(f"t{number}")
        await write(store, PRESETS[0], "go", MIDST)
        while await store.pack(100):
            pass
    finally:
        await store.close()


@contextmanager
def unseen(parts: int) -> Iterator[Callable[[], object]]:
    """No progress."""
    yield lambda: None


def measure(folder: Path, address: str, games: int) -> None:
    """Move a folder, and note what it took."""
    ledger = Ledger("bench/results/moving.jsonl", f"python -m bench.store.moving --games {games}")
    before, began = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
    counts = asyncio.run(move_folder(folder, address, unseen))
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_SELF)
    ledger.note(
        **counts.as_values(),
        file_mb=round((folder / DATABASE).stat().st_size / 1e6),
        wall_seconds=round(wall, 1),
        own_processor_seconds=round(after.ru_utime - before.ru_utime, 1),
        grown_by_mb=round((after.ru_maxrss - before.ru_maxrss) / 1e3),
    )


if __name__ == "__main__":
    main()
