"""Train a network of the values of cards, by branching in self-play.

    make train GAME=hearts            some 35 minutes on a free core; MILLIONS= of samples
    python -m training.train_network solo --millions 100
    python -m training.train_network solo --resume      go on after a stop
    python -m training.train_network solo --after build/network/solo.npz --to build/2.npz

With `--after` the policy of a network that was trained before is frozen and played on by, which is
the next step of policy iteration; without it the tables' alone. All that is learned lies in the one
file, which is written every minute, and beside it, in a file of lines of JSON, how good it was by
then: what of the returns it explains, and the points a deal that a seat with it has more than one
by the tables alone. The same seed gives the same network, unless it was resumed: the samples that
are kept are then others.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bench.packed.random_playouts import new_deck
from gongzhu.bots.policy import policy_of
from gongzhu.bots.policy.tables import FAMILIES
from gongzhu.packed.beginning import steps_of
from gongzhu.packed.layout import new_rng
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import PRESETS, RuleSet
from training.network.learner import Fit, Learner, integers
from training.network.play import new_scratch
from training.network.samples import branch, duel, new_samples
from training.train_policy import PIG_POINTS, rules_of

PARTS, PART = 12, 100_000
"""The samples that are kept: so many parts, the oldest of which is made anew each round."""
REUSED = 1
"""Samples of the others that are learned from again, for each new one."""
BATCH = 1024
RATES = (2e-3, 1e-4)
"""The learning rates, at first and at last."""
AVERAGED_PART = 0.5
"""The part of the samples, the last, over which the result is averaged."""
POWER = 1.0
RATE = {"hearts": 80.0, "solo": 20.0, "partners": 10.0}
"""1 / temperature by family, the pig being 1: where a trial over the first minutes was best."""
TRIALS = {"hearts": (0, 4), "solo": (0, 2), "partners": (0, 1)}
"""The rules of the trials, by their places in `all_rules`: Hearts with and without passing,
gongzhu-pagat without and with exposing, partners with and without."""
TRIAL_DEALS = 10_000
TRIAL_SEED = 1_000_000
SEED = 1
MINUTE = 60
"""Seconds from one trial to the next."""


class Trainer:
    """A family's network in training, and the samples that it learns from."""

    def __init__(self, family: str, seed: int, samples: int, after: Path | None) -> None:
        self.family, self._wanted = family, samples
        rules = all_rules(family)
        self._rules = [pack_rules(some) for some in rules]
        self._policy = policy_of(rules[0])
        self._decks = [new_deck(packed) for packed in self._rules]
        self._rng, self._drawn = new_rng(seed), np.random.default_rng(seed)
        self.learner = Learner(seed)
        self._asked = 0
        self._frozen = integers(self.learner.average, POWER, 0.0)
        if after:
            before = Learner(seed)
            before.load(after)
            self._frozen = integers(before.average, POWER, RATE[family])
            self._asked = 1
            self.learner.weights = {name: part.copy() for name, part in before.average.items()}
        self._scratch = new_scratch()
        self._samples = new_samples(PARTS * PART)
        self._filled = [0] * PARTS
        self.round, self.seen, self.seconds = 0, 0, 0.0

    @property
    def over(self) -> bool:
        """Enough samples were learned from."""
        return self.seen >= self._wanted

    def play_and_learn(self) -> Fit:
        """Make a part of the samples anew, and learn from it and from the others; the fit to the
        new ones."""
        began = time.monotonic()
        part = self.round % PARTS
        self._filled[part] = self._branch(part)
        self.seen += self._filled[part]
        new = part * PART + self._drawn.permutation(self._filled[part])
        old = [
            place * PART + self._drawn.integers(0, filled, REUSED * PART // PARTS)
            for place, filled in enumerate(self._filled)
            if filled
        ]
        done = min(1.0, self.seen / self._wanted)
        rate = RATES[0] * (RATES[1] / RATES[0]) ** done
        fits = [self.learner.learn(self._samples, rows, rate) for rows in batches(new)]
        for rows in batches(self._drawn.permutation(np.concatenate(old))):
            self.learner.learn(self._samples, rows, rate)
        self.learner.remember(1.0 if done < 1 - AVERAGED_PART else 0.01)
        self.round += 1
        self.seconds += time.monotonic() - began
        return Fit(*(sum(figures) for figures in zip(*fits, strict=True)))

    def _branch(self, part: int) -> int:
        place = self.round % len(self._rules)
        rules = self._rules[place]
        cycle = max(1, rules.pass_cycle_length)
        steps = steps_of(rules, self.round // len(self._rules) % cycle)
        return branch(
            rules,
            self._policy,
            self._frozen,
            self._asked,
            steps,
            PIG_POINTS[self.family],
            self._decks[place],
            self._rng,
            self._scratch,
            self._samples.part(slice(part * PART, (part + 1) * PART)),
        )

    def trials(self, fits: Sequence[Fit]) -> Iterator[dict[str, float | str]]:
        """The share of the last samples' variance that was explained, and the points a deal that a
        seat with its average so far has more than one by the tables alone: under the rules of
        the `TRIALS`, always on the same deals."""
        explained = 1 - sum(fit.missed for fit in fits) / sum(fit.variance for fit in fits)
        network = integers(self.learner.average, POWER, RATE[self.family])
        for place in TRIALS[self.family]:
            rules, gains = self._rules[place], np.zeros(TRIAL_DEALS)
            steps, deck, rng = steps_of(rules, 0), new_deck(rules), new_rng(TRIAL_SEED)
            duel(rules, self._policy, network, steps, deck, rng, self._scratch, gains)
            yield {
                "seconds": round(self.seconds),
                "learned": self.seen,
                "explained": round(explained, 4),
                "over": f"the tables, rules {place + 1}",
                "deals": TRIAL_DEALS,
                "mean": round(float(gains.mean()) * (-1 if rules.hearts_game else 1), 3),
                "sem": round(float(gains.std(ddof=1)) / TRIAL_DEALS**0.5, 3),
            }

    def save(self, file: Path) -> None:
        """Write down all but the samples."""
        self.learner.save(file, round=self.round, seen=self.seen, seconds=self.seconds)

    def resume(self, file: Path) -> None:
        """Go on from what was saved; the samples are played anew, others than before."""
        self.learner.load(file)
        with np.load(file) as saved:
            self.round, self.seen = int(saved["round"]), int(saved["seen"])
            self.seconds = float(saved["seconds"])
        self._rng = new_rng(hash((self.round, self.seen)))


def all_rules(family: str) -> Sequence[RuleSet]:
    """The rules that are played, in turn."""
    if family == "hearts":
        without_passing = replace(PRESETS["hearts-denexa"].rules, pass_cycle=("none",))
        return [*rules_of(family), without_passing]
    return rules_of(family)


def batches(rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The rows in whole batches."""
    return [rows[first : first + BATCH] for first in range(0, len(rows) - BATCH + 1, BATCH)]


def words(trial: dict[str, float | str]) -> str:
    """A trial as a line to be read while it learns."""
    so_far = (
        f"{trial['seconds']:5} s {trial['learned']:12,} samples, {trial['explained']:.1%} explained"
    )
    return f"{so_far}  over {trial['over']}: {trial['mean']:+.2f} ± {trial['sem']:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("--millions", type=float, default=100, help="of samples to learn from")
    parser.add_argument("--resume", action="store_true", help="go on from the file")
    parser.add_argument("--after", type=Path, help="the network whose policy plays on")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--to", type=Path)
    asked = parser.parse_args()
    file = asked.to or Path("build") / "network" / f"{asked.family}.npz"
    file.parent.mkdir(parents=True, exist_ok=True)
    curve = file.with_suffix(".jsonl")
    trainer = Trainer(asked.family, asked.seed, int(asked.millions * 1e6), asked.after)
    if asked.resume:
        trainer.resume(file)
    else:
        curve.write_text("")
    told, fits = trainer.seconds, list[Fit]()
    while not trainer.over:
        fits.append(trainer.play_and_learn())
        if trainer.seconds - told > MINUTE or trainer.over:
            trainer.save(file)
            for line in trainer.trials(fits):
                with curve.open("a") as lines:
                    lines.write(json.dumps(line) + "\n")
                print(words(line), flush=True)
            told, fits = trainer.seconds, []


if __name__ == "__main__":
    main()
