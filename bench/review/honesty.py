"""Honesty of reviews: their intervals, and their luck.

    python -m bench.review.honesty intervals --deals 6 --seeds 20 --out intervals.jsonl
    python -m bench.review.honesty luck --deals 1000 --out luck.jsonl

`intervals`: the same decisions are reviewed under many seeds, and the share of intervals is counted
that hold the loss pooled over the seeds. `luck`: deals of equal bots are reviewed, and the mean
luck of each seat should be 0. Each review is a line of `--out`, and a run goes on from there. At
its end a line is added to bench/results/review.jsonl; `--told` adds it for what there is by now.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from statistics import fmean, stdev

from msgspec import Struct, json

from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.computing import Pool
from gongzhu.records import DealRecord
from gongzhu.review.deal_review import review_deal
from gongzhu.rules import PRESETS
from tests.support.ledger import Ledger, progress
from tests.support.workers import add_workers, asked_pool


class Reviewed(Struct, frozen=True):
    """A line of `--out`: a deal reviewed under a seed."""

    deal: int
    """Of those that were played, from 0."""
    seed: str
    aim: str
    luck: tuple[float, ...]
    """By seat."""
    losses: tuple[tuple[int, float, float, float], ...]
    """Ply, mean, low and high of each decision."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("intervals", "luck"))
    parser.add_argument("--rules", default="gongzhu-pagat")
    parser.add_argument("--level", default="strong")
    parser.add_argument("--deals", type=int, default=6)
    parser.add_argument("--seeds", type=int, default=20)
    add_workers(parser)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--told", action="store_true")
    asked = parser.parse_args()
    words = [word for word in sys.argv[1:] if word != "--told"]
    ledger = Ledger(
        "bench/results/review.jsonl", f"python -m bench.review.honesty {' '.join(words)}"
    )
    seeds = [str(number) for number in range(asked.seeds if asked.what == "intervals" else 1)]
    done = _done(asked.out)
    if not asked.told:
        wanted = (
            (deal, record, seed)
            for deal, record in enumerate(islice(_played(asked.rules, asked.level), asked.deals))
            for seed in seeds
            if (deal, seed) not in done
        )
        count = asked.deals * len(seeds) - len(done)
        for each in _reviews(wanted, count, asked_pool(asked)):
            done[each.deal, each.seed] = each
            with asked.out.open("ab") as out:
                out.write(json.encode(each) + b"\n")
    found = (
        _intervals(done.values(), len(seeds)) if asked.what == "intervals" else _luck(done.values())
    )
    found = {"what": asked.what, "rules": asked.rules, "level": asked.level, **found}
    print(found)
    ledger.note(**found)


def _done(path: Path) -> dict[tuple[int, str], Reviewed]:
    lines = path.read_bytes().splitlines() if path.exists() else []
    found = (json.decode(line, type=Reviewed) for line in lines)
    return {(each.deal, each.seed): each for each in found}


def _played(rules: str, level: str) -> Iterator[DealRecord]:
    preset = PRESETS[rules].rules
    return play_deals(SelfPlayConfig(rules=preset, preset=rules, levels=(level,), seed="honesty"))


def _reviews(
    wanted: Iterable[tuple[int, DealRecord, str]], count: int, workers: Pool
) -> Iterator[Reviewed]:
    """The reviews, in the order in which they are wanted."""
    with workers as pool, progress("reviews", count) as advance:
        for review in pool.map(_review, wanted):
            advance(1)
            yield review


def _review(wanted: tuple[int, DealRecord, str]) -> Reviewed:
    deal, record, seed = wanted
    review = review_deal(record, seed=seed)
    losses = (
        (each.ply, each.loss.mean, each.loss.low, each.loss.high) for each in review.decisions
    )
    by_seat = sorted(review.ledger, key=lambda row: row.seat)
    return Reviewed(deal, seed, review.aim, tuple(row.luck for row in by_seat), tuple(losses))


def _intervals(reviews: Iterable[Reviewed], seeds: int) -> dict[str, object]:
    """The share of the intervals that hold, of the deals reviewed under all seeds."""
    by_deal = defaultdict(list)
    for review in reviews:
        by_deal[review.deal].append(review)
    held = total = decisions = 0
    for whole in by_deal.values():
        if len(whole) < seeds:
            continue
        by_ply = defaultdict(list)
        for review in whole:
            for ply, *loss in review.losses:
                by_ply[ply].append(loss)
        for losses in by_ply.values():
            pooled = fmean(mean for mean, _, _ in losses)
            held += sum(low <= pooled <= high for _, low, high in losses)
            total += len(losses)
            decisions += 1
    return {"decisions": decisions, "intervals": total, "held": round(held / total, 4)}


def _luck(reviews: Iterable[Reviewed]) -> dict[str, object]:
    """By aim, in points or in chances of the game, and by seat: mean and standard error."""
    by_aim = defaultdict(list)
    for review in reviews:
        by_aim[review.aim].append(review.luck)
    return {
        aim: {
            "deals": len(told),
            "luck": [round(fmean(each), 4) for each in zip(*told, strict=True)],
            "error": [round(stdev(each) / len(each) ** 0.5, 4) for each in zip(*told, strict=True)],
        }
        for aim, told in by_aim.items()
    }


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from bench.review.honesty import main

    main()
