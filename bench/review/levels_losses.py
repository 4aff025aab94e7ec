"""Measures what the levels lose a decision, by reviews of games that they play against themselves.

    python -m bench.review.levels_losses [--deals 48] [--jobs N]

Writes src/gongzhu/review/levels.json, with a digest of what the levels are made of, and adds a line
for each level to bench/results/review.jsonl.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec

from gongzhu.bots.policy.tables import OPPONENT_MODEL_FILE, POLICY_FILE
from gongzhu.bots.search.analysis import Aim
from gongzhu.bots.search.config import MASTER, STRONG
from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.cards import Seat, seats
from gongzhu.computing import Pool
from gongzhu.records import DealRecord
from gongzhu.review.deal_review import review_deal
from gongzhu.review.losses import FILE, LevelLosses, LevelsMeasured, Losses, losses_of
from gongzhu.rules import PRESETS
from gongzhu.rules.options import Family
from tests.support.ledger import ROOT, Ledger, progress
from tests.support.workers import add_workers, asked_pool

MEASURED: dict[Family, str] = {"gongzhu": "gongzhu-pagat", "hearts": "hearts-denexa"}
LEVELS = ("novice", "steady", "strong", "master")
OUT = ROOT / "src/gongzhu/review" / FILE
DIGITS = 4
"""Decimals of sums of losses that are worth keeping."""
AT_ONCE = 8
"""Deals of a level that are measured before the next level's turn."""


def main() -> None:
    """Measure all levels, and write down what they lose."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=48, help="deals of each level and game")
    add_workers(parser)
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args()
    ledger = Ledger(
        "bench/results/review.jsonl", f"python -m bench.review.levels_losses --deals {asked.deals}"
    )
    pairs = [(family, level) for family in MEASURED for level in LEVELS]
    measured = {pair: _Measured(*pair) for pair in pairs}
    with (
        asked_pool(asked) as pool,
        progress("reviews", len(pairs) * asked.deals) as advance,
    ):
        # All of them together, so that what is written is of use when the rest takes too long.
        for done in range(0, asked.deals, AT_ONCE):
            for each in measured.values():
                each.measure(pool, min(AT_ONCE, asked.deals - done))
                advance(AT_ONCE)
            _write(asked.out, measured)
    for (family, level), each in measured.items():
        for aim, losses in each.losses.items():
            average = msgspec.structs.astuple(losses.total.average)
            figures = {
                "what": "level",
                "rules": MEASURED[family],
                "level": level,
                "deals": each.deals,
                "aim": aim,
                "decisions": losses.total.decisions,
                "loss": [round(value, 4) for value in average],
            }
            print(figures, flush=True)
            ledger.note(**figures)


class _Measured:
    """The games of one level."""

    def __init__(self, family: Family, level: str) -> None:
        preset = MEASURED[family]
        rules = PRESETS[preset].rules
        self.deals = 0
        self.losses: dict[Aim, Losses] = {}
        self._everyone = seats(rules.players)
        self._records = play_deals(
            SelfPlayConfig(rules=rules, preset=preset, levels=(level,), seed="levels")
        )

    def measure(self, pool: Pool, deals: int) -> None:
        """Review so many deals more."""
        records = islice(self._records, deals)
        for part in pool.map(partial(_reviewed, everyone=self._everyone), records):
            for aim, found in part.items():
                self.losses[aim] = self.losses.get(aim, Losses()) + found
            self.deals += 1


def _write(out: Path, measured: dict[tuple[Family, str], "_Measured"]) -> None:
    levels = {
        family: tuple(
            LevelLosses(level, each.deals, {aim: _rounded(each.losses[aim]) for aim in each.losses})
            for (of, level), each in measured.items()
            if of == family
        )
        for family in MEASURED
    }
    written = msgspec.json.encode(LevelsMeasured(made_of(), MEASURED, levels), order="sorted")
    out.write_bytes(msgspec.json.format(written, indent=1) + b"\n")


def made_of() -> str:
    """A digest of the levels as they play: weights, settings, and the choices that tests hold them
    to."""
    digest = sha256()
    bots = ROOT / "src/gongzhu/bots"
    tables = [ROOT / f"tests/golden/decisions/{preset}.txt" for preset in MEASURED.values()]
    learned = [bots / "policy" / POLICY_FILE, bots / "policy" / OPPONENT_MODEL_FILE]
    learned += [bots / "network" / f"{family}.npz" for family in MEASURED]
    for path in (*learned, *tables):
        digest.update(path.read_bytes())
    digest.update(msgspec.json.encode([STRONG, MASTER]))
    return digest.hexdigest()


def _reviewed(record: DealRecord, everyone: Sequence[Seat]) -> dict[Aim, Losses]:
    return losses_of([review_deal(record)], everyone)


def _rounded(losses: Losses) -> Losses:
    """With as many digits as are worth keeping."""
    plain = msgspec.to_builtins(losses)
    return msgspec.convert(_shortened(plain), Losses)


def _shortened(value: object) -> object:
    match value:
        case float():
            return round(value, DIGITS)
        case dict():
            return {key: _shortened(each) for key, each in value.items()}
        case list() | tuple():
            return [_shortened(each) for each in value]
        case _:
            return value


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from bench.review.levels_losses import main

    main()
