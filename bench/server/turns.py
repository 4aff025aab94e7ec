"""The time of a bot's turn, alone and while reviews are made.

    .venv/bin/python -m bench.server.turns
    .venv/bin/python -m bench.server.turns --tables 12 --reviews 8 --processes 2

So many tables ask `master` for one turn after the other; then the same while so many reviews of
deals are made. Prints a line of JSON: of both, in milliseconds, the median and the 99th percentile
of the time until a worker has chosen and until the choice is given at the table, with its rhythm;
how many reviews ended, and who chose.
"""

import argparse
import asyncio
import json
import time
from collections import Counter
from itertools import cycle
from typing import Any

import msgspec

from gongzhu.server.config.settings import PROCESSES
from gongzhu.server.edge.limits import SERVER, Asker
from gongzhu.server.games.review_jobs import review_deal
from gongzhu.server.live.bot_seats import beat_after
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.work.bots import Bots
from gongzhu.server.work.job import WARM
from gongzhu.server.work.pool import COMMAND, WorkerPool
from tests.server.bots import playing
from tests.support.recorded import some_records

SECONDS = 30.0


def main() -> None:
    """Measure once, and print it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--reviews", type=int, default=8)
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    found = asyncio.run(measure(asked.tables, asked.reviews, asked.processes, asked.seconds))
    print(json.dumps(vars(asked) | found))


async def measure(tables: int, reviews: int, processes: int, seconds: float) -> dict[str, Any]:
    """The figures without reviews and with them."""
    metrics = Metrics()
    pool = WorkerPool(processes, metrics, (*COMMAND, WARM))
    bots = Bots(pool, 1.5, metrics)
    pool.start()
    deals = cycle(msgspec.msgpack.encode(each) for each in some_records("gongzhu-pagat", 8))
    done = Counter[str]()

    async def review(number: int) -> None:
        while True:
            asker = Asker(f"reader {number}", f"192.0.2.{number}")
            await pool.do_patiently(review_deal, asker, next(deals))
            done["reviews"] += 1

    # Until every worker has its kernels.
    await asyncio.gather(
        *(pool.do_patiently(review_deal, SERVER, next(deals)) for _ in range(processes))
    )
    alone = await turns(bots, tables, seconds)
    tasks = [asyncio.create_task(review(number)) for number in range(reviews)]
    await asyncio.sleep(1)
    beside = await turns(bots, tables, seconds)
    for task in tasks:
        task.cancel()
    replaced = {
        sample.labels["why"]: sample.value
        for metric in metrics.replaced_bots.collect()
        for sample in metric.samples
        if sample.name.endswith("_total")
    }
    bots.stop()
    await pool.stop()
    return {
        "alone": alone,
        "beside": beside,
        "p99_ratio": round(beside["p99"] / alone["p99"], 2),
        "given_p99_ratio": round(beside["given_p99"] / alone["given_p99"], 2),
        "reviews_done": done["reviews"],
        "steady_instead": replaced,
        "shortened": metrics.shortened_thoughts._value.get(),
    }


async def turns(bots: Bots, tables: int, seconds: float) -> dict[str, float]:
    """Times of turns at so many tables, each of which asks again when it has its choice."""
    view, over = playing(), time.monotonic() + seconds
    chosen: list[float] = []
    given: list[float] = []

    async def table(number: int) -> None:
        asker = Asker(f"player {number}", f"198.51.100.{number}")
        turn = 0
        while time.monotonic() < over:
            began, turn = time.monotonic(), turn + 1
            seed = f"{number} {turn}"
            choice = await bots.choose(view, "master", seed, place="bench", asker=asker)
            passed = time.monotonic() - began
            beat = beat_after(choice, "master", 1, passed)
            chosen.append(passed)
            given.append(max(beat, passed))
            await asyncio.sleep(max(0.0, beat - passed))

    await asyncio.gather(*(table(number) for number in range(tables)))
    return {
        "turns": len(chosen),
        "median": _ms(chosen, 0.5),
        "p99": _ms(chosen, 0.99),
        "given_median": _ms(given, 0.5),
        "given_p99": _ms(given, 0.99),
    }


def _ms(times: list[float], share: float) -> float:
    return round(1000 * sorted(times)[int(share * (len(times) - 1))], 1)


if __name__ == "__main__":
    main()
