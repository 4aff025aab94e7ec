"""Appends a second and how long each waits until it is durable, beside a busy event loop.

In a new folder, or in the database that is named: `bench_append.py postgresql://…`, whose tables
of this store it fills.
"""

import asyncio
import secrets
import sys
import tempfile
import time

import uvloop

from gongzhu.store import Store, open_store

TABLES = 1000
BODY = b"x" * 150
SECONDS = 10.0
RATES = (1000, 3000)
BUSY_MS = 1.0
"""The rest of the server: a piece of work of this length on the loop, a third of the time."""


class Log:
    """Where each of the tables stands. Each waits for its own append before the next one."""

    def __init__(self, store: Store) -> None:
        self.store = store
        run = secrets.token_hex(4)
        self.names = [f"{run}-{number}" for number in range(TABLES)]
        self.last = [0] * TABLES
        self.locks = [asyncio.Lock() for _ in range(TABLES)]

    async def append(self, place: int) -> None:
        async with self.locks[place]:
            await self.store.append(self.names[place], self.last[place] + 1, [BODY])
            self.last[place] += 1


async def busy() -> None:
    """Keep the loop at work for a third of the time."""
    while True:
        until = time.perf_counter() + BUSY_MS / 1000
        while time.perf_counter() < until:
            pass
        await asyncio.sleep(2 * BUSY_MS / 1000)


async def scheduled(log: Log, rate: int) -> list[float]:
    """Append at this rate, come what may; seconds from when each was due to its return."""
    waits: list[float] = []

    async def one(due: float, place: int) -> None:
        await log.append(place)
        waits.append(time.perf_counter() - due)

    started, sent = time.perf_counter(), 0
    async with asyncio.TaskGroup() as tasks:
        while sent < rate * SECONDS:
            now = time.perf_counter()
            while sent < rate * SECONDS and (due := started + sent / rate) <= now:
                tasks.create_task(one(due, sent % TABLES))
                sent += 1
            await asyncio.sleep(0.001)
    return waits


async def flat_out(log: Log) -> float:
    """Appends a second when every table appends again as soon as it may."""
    count, until = 0, time.perf_counter() + SECONDS

    async def table(place: int) -> None:
        nonlocal count
        while time.perf_counter() < until:
            await log.append(place)
            count += 1

    await asyncio.gather(*(table(place) for place in range(TABLES)))
    return count / SECONDS


async def measure(place: str) -> None:
    store = await open_store(place)
    try:
        log = Log(store)
        work = asyncio.create_task(busy())
        for rate in RATES:
            started = time.perf_counter()
            waits = sorted(await scheduled(log, rate))
            done = len(waits) / (time.perf_counter() - started)
            p50, p99, most = (1000 * waits[int(part * (len(waits) - 1))] for part in (0.5, 0.99, 1))
            print(
                f"{rate} appends a second asked for, {done:.0f} done: "
                f"half within {p50:.1f} ms, 99 of 100 within {p99:.1f} ms, all within {most:.0f} ms"
            )
        work.cancel()
        print(f"{await flat_out(log):.0f} appends a second of {TABLES} tables, with the loop free")
    finally:
        await store.close()


def main() -> None:
    if len(sys.argv) > 1:
        uvloop.run(measure(sys.argv[1]))
        return
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(folder))


if __name__ == "__main__":
    main()
