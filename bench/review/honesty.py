"""Honesty of reviews: their intervals, and their luck.

    python -m bench.review.honesty intervals --deals 6 --seeds 20
    python -m bench.review.honesty luck --deals 1000

`intervals`: the same decisions are reviewed under many seeds, and the share of intervals is counted
that hold the loss pooled over the seeds. `luck`: deals of equal bots are reviewed, and the mean
luck of each seat should be 0. Adds a line to bench/results/review.jsonl.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from statistics import fmean, stdev

from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.records import DealRecord
from gongzhu.review import DealReview
from gongzhu.review.deal_review import review_deal
from gongzhu.rules import PRESETS
from tests.support.ledger import Ledger, progress


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("intervals", "luck"))
    parser.add_argument("--rules", default="gongzhu-pagat")
    parser.add_argument("--level", default="strong")
    parser.add_argument("--deals", type=int, default=6)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    ledger = Ledger(
        "bench/results/review.jsonl", f"python -m bench.review.honesty {' '.join(sys.argv[1:])}"
    )
    setup = SelfPlayConfig(
        rules=PRESETS[asked.rules].rules,
        preset=asked.rules,
        levels=(asked.level,),
        seed="honesty",
    )
    records = list(islice(play_deals(setup), asked.deals))
    seeds = [str(number) for number in range(asked.seeds if asked.what == "intervals" else 1)]
    reviews = list(_reviews(records, seeds, asked.jobs))
    found = _intervals(reviews, len(seeds)) if asked.what == "intervals" else _luck(reviews)
    found = {"what": asked.what, "rules": asked.rules, "level": asked.level, **found}
    print(found)
    ledger.note(**found)


def _reviews(
    records: Sequence[DealRecord], seeds: Sequence[str], jobs: int
) -> Iterator[DealReview]:
    """The reviews of each record under every seed."""
    with (
        ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool,
        progress("reviews", len(records) * len(seeds)) as done,
    ):
        for record in records:
            for review in pool.map(partial(_review, record), seeds):
                done(1)
                yield review


def _review(record: DealRecord, seed: str) -> DealReview:
    return review_deal(record, seed=seed)


def _intervals(reviews: Sequence[DealReview], seeds: int) -> dict[str, object]:
    held = total = decisions = 0
    for start in range(0, len(reviews), seeds):
        by_ply = defaultdict(list)
        for review in reviews[start : start + seeds]:
            for each in review.decisions:
                by_ply[each.ply].append(each.loss)
        for losses in by_ply.values():
            pooled = fmean(loss.mean for loss in losses)
            held += sum(loss.low <= pooled <= loss.high for loss in losses)
            total += len(losses)
            decisions += 1
    return {"decisions": decisions, "intervals": total, "held": round(held / total, 4)}


def _luck(reviews: Sequence[DealReview]) -> dict[str, object]:
    """By seat, of the deals that are told in points: mean and standard error."""
    by_seat = defaultdict(list)
    for review in reviews:
        if review.aim == "points":
            for row in review.ledger:
                by_seat[row.seat].append(row.luck)
    return {
        "deals": len(by_seat[next(iter(by_seat))]),
        "luck": [round(fmean(each), 2) for each in by_seat.values()],
        "error": [round(stdev(each) / len(each) ** 0.5, 2) for each in by_seat.values()],
    }


if __name__ == "__main__":
    main()
