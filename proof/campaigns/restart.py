"""Start a server that has many games going on, and time it.

    make restart TABLES=10000

Each game stands somewhere in its first three deals. Two times are taken from the start of the
process: until it accepts players, and until all games are in memory, each of them written on by
its note that the server was away. Writes one line per run to proof/results/restart.jsonl.
"""

import argparse
import asyncio
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rich.progress import track

from gongzhu.server.live.pipeline import Journal, PendingEntry
from gongzhu.server.live.summary import Listing, listing_of
from gongzhu.store import Deals, GameRow, Setting, Store, open_store
from gongzhu.store.writes import Change
from gongzhu.table import Table
from tests.support.ledger import Ledger
from tests.support.memory_store import MemoryStore
from tests.support.scripted_games import carry_out, fresh, script
from tests.support.serving import Server, processor, resident

PRESET = "gongzhu-pagat"
NAME = "name-of-a-table"
GAMES = 20
"""Games that are played; each of the tables takes the beginning of one of them."""
DEALS = 3
AT_ONCE = 200
STOPPING = 120.0
"""Seconds that the server is given to move its log into the database."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    ledger = Ledger("proof/results/restart.jsonl", f"make restart TABLES={asked.tables}")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        entries = asyncio.run(fill(data, asked.tables, asked.seed))
        server = Server(data)
        began = time.monotonic()
        server.launch()
        try:
            while not server.healthy():
                time.sleep(0.01)
            accepting = time.monotonic() - began
            worked = [processor(server.pid)]
            while loaded(server.base) < asked.tables:
                time.sleep(0.05)
            rebuilt = time.monotonic() - began
            worked.append(processor(server.pid))
            memory = resident(server.pid)
        finally:
            server.end(patience=STOPPING)
    ledger.note(
        tables=asked.tables,
        entries=entries,
        accepting_s=round(accepting, 2),
        rebuilt_s=round(rebuilt, 2),
        cpu_s=worked,
        resident_mb=round(memory / 2**20),
    )
    print(f"{asked.tables} games: accepting after {accepting:.2f} s, rebuilt after {rebuilt:.2f} s")


class Written(MemoryStore):
    """A game as a server writes it down, entry by entry."""

    def __init__(self) -> None:
        super().__init__()
        self.bodies: list[bytes] = []
        self.summaries = [b""]
        self.snapshots: dict[int, bytes] = {}
        """By the number of the entry that they stand after, from 1."""
        self.going_on: list[int] = []
        """The entries after which a deal is played, in the first few deals."""

    async def append(
        self,
        table: str,
        first: int,
        bodies: Sequence[bytes],
        *,
        snapshot: bytes | None = None,
        summary: bytes | None = None,
        along: Sequence[GameRow | Deals | Setting | Change] = (),
    ) -> None:
        self.bodies += bodies
        self.summaries.append(self.summaries[-1] if summary is None else summary)
        if snapshot is not None:
            self.snapshots[len(self.bodies)] = snapshot


async def fill(data: Path, tables: int, seed: int) -> int:
    """Put so many games into a store; how many entries that is."""
    rng = Random(seed)
    games = [await written(f"restart {number}") for number in range(GAMES)]
    store = await open_store(data)
    try:
        entries = 0
        for first in track(range(0, tables, AT_ONCE), "filling", disable=not sys.stderr.isatty()):
            puts = []
            for number in range(first, min(first + AT_ONCE, tables)):
                game = games[number % GAMES]
                last = rng.choice(game.going_on)
                entries += last
                puts.append(put(store, f"{number:018x}", game, last))
            await asyncio.gather(*puts)
        return entries
    finally:
        await store.close()


async def put(store: Store, name: str, game: Written, last: int) -> None:
    """Write a game up to an entry, as that of another table."""

    def named(body: bytes) -> bytes:
        return body.replace(NAME.encode(), name.encode())

    saved = max(number for number in game.snapshots if number <= last)
    bodies = [named(body) for body in game.bodies[:last]]
    await store.append(name, 1, bodies[:saved], snapshot=named(game.snapshots[saved]))
    await store.append(name, saved + 1, bodies[saved:], summary=named(game.summaries[last]))


async def written(seed: str) -> Written:
    """A game, written down."""
    game = Written()
    journal = Journal(NAME, game)
    table: Table | None = None
    listing: Listing | None = None
    for place, line in enumerate(script(PRESET, seed, NAME)):
        table, entry = carry_out(table, line, fresh(seed, place))
        listing = listing_of(table, entry.facts, listing)
        await journal.write([PendingEntry(table.seq, entry, table, listing, 0.0)])
        if table.state.stage == "playing" and len(table.state.deals) < DEALS:
            game.going_on.append(table.seq)
    return game


def loaded(base: str) -> int:
    """How many tables the server has in memory."""
    with urllib.request.urlopen(f"{base}/metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    return next(
        int(float(line.split()[1])) for line in lines if line.startswith("gongzhu_tables_loaded ")
    )


if __name__ == "__main__":
    main()
