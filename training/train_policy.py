"""Train the tables of the policy by policy gradient in self-play.

    make train-policy           all three families, a quarter of an hour on a free core
    python -m training.train_policy --rounds 100 --to build/policy.npz
    python -m training.train_policy --resume      go on from the tables that there are

Each round plays some deals under one of a family's rules, and moves every log factor by its
gradient over its damped Fisher information (`training.gradients`). The entropy bonus falls
geometrically from round to round, so that play becomes decided only as fast as it becomes good. The
result is the average over the last rounds (B. T. Polyak, A. B. Juditsky, "Acceleration of
stochastic approximation by averaging", SIAM Journal on Control and Optimization 30, 1992). The same
seed gives the same tables.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bench.packed.random_playouts import new_deck
from gongzhu.bots.policy import tables
from gongzhu.bots.policy.exposure_policy import EXPOSURE_SIZE
from gongzhu.bots.policy.feature_indices import PLAY_SIZE
from gongzhu.bots.policy.gradients import FISHER, GRADIENT, new_gradient_sums
from gongzhu.bots.policy.pass_policy import PASS_SIZE
from gongzhu.bots.policy.tables import FAMILIES, POLICY_FILE, TABLES
from gongzhu.bots.policy.weights import Policy
from gongzhu.packed.beginning import steps_of
from gongzhu.packed.layout import new_rng
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import PRESETS, RuleSet
from training.policy_gradient import accumulate_policy_gradient

DEALS = 1500
"""Deals of a round."""
ENTROPY_BONUS = {"hearts": (4.0, 0.6), "solo": (10.0, 2.0), "partners": (12.0, 3.0)}
"""By family, at first and at last: scaled points (the pig takes 100) per nat."""
LEARNING_RATES = (0.075, 0.01)
"""At first and at last."""
RATE_FACTORS = (1.0, 2.0, 2.0)
"""For playing, passing, exposing: rarer decisions learn faster."""
FISHER_DAMPING = 60.0
"""Added to the sum of squared scores of every factor."""
MAX_STEP, MAX_LOG_FACTOR = 0.5, 9.0
"""The largest change of a log factor in a round, and its largest absolute value."""
AVERAGED_PART = 0.5
"""The part of the rounds, the last ones, over which the result is averaged."""
RESUMED_RATES = (0.02, 0.005)
"""The learning rates with `--resume`; the entropy bonus then stays at its last."""
SEED = 4
PIG_POINTS = {"hearts": -13.0, "solo": 100.0, "partners": 100.0}
"""The points of the pig by family; negative in Hearts, where fewer points are better."""

Tables = dict[str, NDArray[np.float16]]
"""Logarithms of factors, float16 [size], by FAMILY-TABLE."""


def rules_of(family: str) -> Sequence[RuleSet]:
    """The rules of a family's rounds, in turn."""
    by_name = {name: preset.rules for name, preset in PRESETS.items()}
    if family == "hearts":
        names = ["hearts-denexa", "hearts-omnibus", "hearts-denexa", "hearts-gilfoy"]
        return [by_name[name] for name in names]
    if family == "solo":
        names = ["hwa", "pagat", "boulder", "pagat", "pagat-5", "pagat", "summary"]
        pagat = by_name["gongzhu-pagat"]
        closed = replace(pagat, sale="none")
        return [closed, *(by_name[f"gongzhu-{name}"] for name in names), closed]
    partners = by_name["gongzhu-pagat-partners"]
    closed = replace(partners, sale="none")
    pooled = replace(partners, partners="pooled")
    return [partners, closed, partners, closed, pooled]


class PolicyTrainer:
    """The tables of a family in training."""

    def __init__(self, family: str, seed: int, known: Tables | None) -> None:
        """`known`: the tables to go on from; None: all factors begin at 1."""
        self._rules = rules_of(family)
        self._bonuses, self._rates = ENTROPY_BONUS[family], LEARNING_RATES
        self._scale = 100 / PIG_POINTS[family]
        self._logs = [np.zeros(size) for size in (PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)]
        if known:
            self._logs = [known[f"{family}-{table}"].astype(np.float64) for table in TABLES]
            self._bonuses, self._rates = ENTROPY_BONUS[family][1:] * 2, RESUMED_RATES
        self._rng = new_rng(seed)
        self._sums = new_gradient_sums(PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)
        self.averaged = [np.zeros_like(logs) for logs in self._logs]

    def round(self, number: int, rounds: int) -> None:
        """Play round `number` of `rounds`, and update the tables."""
        bonus, rate = (
            first * (last / first) ** (number / rounds)
            for first, last in (self._bonuses, self._rates)
        )
        all_sums = (self._sums.playing, self._sums.passing, self._sums.exposing)
        for sums in all_sums:
            sums[:] = 0
        self._play(pack_rules(self._rules[number % len(self._rules)]), bonus)
        share = 1 / max(1, number - rounds * (1 - AVERAGED_PART))
        for now, kept, sums, factor in zip(
            self._logs, self.averaged, all_sums, RATE_FACTORS, strict=True
        ):
            seen = sums[: len(now)]
            step = factor * rate / bonus * seen[:, GRADIENT] / (seen[:, FISHER] + FISHER_DAMPING)
            now[:] = np.clip(
                now + np.clip(step, -MAX_STEP, MAX_STEP), -MAX_LOG_FACTOR, MAX_LOG_FACTOR
            )
            kept[:] += share * (now - kept)

    def _play(self, rules: PackedRules, bonus: float) -> None:
        policy = Policy(*(np.exp(logs) for logs in self._logs))
        cycle = rules.pass_cycle_length
        deck = new_deck(rules)
        for deal in range(cycle):
            accumulate_policy_gradient(
                rules,
                policy,
                steps_of(rules, deal),
                self._scale,
                bonus,
                deck,
                self._rng,
                DEALS // cycle,
                self._sums,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1200, help="for each family")
    parser.add_argument("--family", choices=FAMILIES, action="append", help="all unless given")
    parser.add_argument(
        "--resume", action="store_true", help="go on from the tables that there are"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    shipped = Path(tables.__file__).with_name(POLICY_FILE)
    parser.add_argument("--to", type=Path, default=shipped)
    asked = parser.parse_args()
    averaged: Tables = {}
    # Families that are not trained keep their tables.
    if asked.resume or set(asked.family or FAMILIES) != set(FAMILIES):
        with np.load(shipped) as before:
            averaged |= before
    for family in asked.family or FAMILIES:
        trainer = PolicyTrainer(family, asked.seed, averaged if asked.resume else None)
        for number in range(asked.rounds):
            trainer.round(number, asked.rounds)
            print(f"\r{family}: {number + 1} of {asked.rounds} rounds", end="", flush=True)
        print()
        for name, logs in zip(TABLES, trainer.averaged, strict=True):
            averaged[f"{family}-{name}"] = logs.astype(np.float16)
        np.savez_compressed(asked.to, allow_pickle=False, **averaged)


if __name__ == "__main__":
    main()
