"""Learn the tables of the policy from nothing, by play against itself.

    make train-policy           all three families, a quarter of an hour on a free core
    python -m training.train_policy --rounds 100 --to build/learned.npz
    python -m training.train_policy --on      go on from the tables that are there

Each round plays some deals under one of a family's rules, and moves every number of its tables
towards what came out better: by the gradient, over how much was seen. An even spread of chances
has a price in points, which falls from round to round, so that play becomes decided only as fast
as it becomes good. What is kept is the average of the numbers over the last rounds. The same seed
gives the same tables.
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
from gongzhu.bots.policy.pass_policy import PASS_SIZE
from gongzhu.bots.policy.tables import FAMILIES, POLICY_FILE, TABLES, Policy
from gongzhu.packed.beginning import steps_of
from gongzhu.packed.layout import new_rng
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import PRESETS, RuleSet
from training.gradients import FISHER, GRADIENT, new_gradient_sums
from training.policy_gradient import accumulate_policy_gradient

DEALS = 1500
"""In a round."""
ENTROPY_BONUS = {"hearts": (4.0, 0.6), "solo": (10.0, 2.0), "partners": (12.0, 3.0)}
"""What an even spread of chances is worth at first and at last, in hundredths of a pig."""
LEARNING_RATES = (0.075, 0.01)
"""How fast the numbers move, at first and at last."""
RATE_FACTORS = (1.0, 2.0, 2.0)
"""Playing, passing, exposing: what is chosen less often moves faster."""
FISHER_DAMPING = 60.0
"""As if so much had been seen of every number that had said nothing."""
MAX_STEP, MAX_LOG_FACTOR = 0.5, 9.0
"""How far a number moves in a round, and from zero, at most."""
AVERAGED_PART = 0.5
"""The part of the rounds that the result is averaged over: one round alone is mostly luck."""
RESUMED_RATES = (0.02, 0.005)
"""How fast where learning goes on from what is known; the price stays at its last."""
SEED = 4
PIG_POINTS = {"hearts": -13.0, "solo": 100.0, "partners": 100.0}
"""What the pig takes, by family; in Hearts fewer points are better."""

Tables = dict[str, NDArray[np.float16]]
"""By family and table."""


def rules_of(family: str) -> Sequence[RuleSet]:
    """The rules that a family plays by turns."""
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
    """The tables of a family as they are learned."""

    def __init__(self, family: str, seed: int, known: Tables | None) -> None:
        """`known` is what has been learned already, if anything, and is to be gone on from."""
        self._rules = rules_of(family)
        self._prices, self._paces = ENTROPY_BONUS[family], LEARNING_RATES
        self._scale = 100 / PIG_POINTS[family]
        self._now = [np.zeros(size) for size in (PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)]
        if known:
            self._now = [known[f"{family}-{table}"].astype(np.float64) for table in TABLES]
            self._prices, self._paces = ENTROPY_BONUS[family][1:] * 2, RESUMED_RATES
        self._chance = new_rng(seed)
        self._lesson = new_gradient_sums(PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)
        self.learned = [np.zeros_like(numbers) for numbers in self._now]

    def round(self, number: int, rounds: int) -> None:
        """Play a round, and learn from it."""
        price, pace = (
            first * (last / first) ** (number / rounds)
            for first, last in (self._prices, self._paces)
        )
        lessons = (self._lesson.playing, self._lesson.passing, self._lesson.exposing)
        for lesson in lessons:
            lesson[:] = 0
        self._play(pack_rules(self._rules[number % len(self._rules)]), price)
        share = 1 / max(1, number - rounds * (1 - AVERAGED_PART))
        for now, kept, lesson, faster in zip(
            self._now, self.learned, lessons, RATE_FACTORS, strict=True
        ):
            seen = lesson[: len(now)]
            step = faster * pace / price * seen[:, GRADIENT] / (seen[:, FISHER] + FISHER_DAMPING)
            now[:] = np.clip(
                now + np.clip(step, -MAX_STEP, MAX_STEP), -MAX_LOG_FACTOR, MAX_LOG_FACTOR
            )
            kept[:] += share * (now - kept)

    def _play(self, rules: PackedRules, price: float) -> None:
        policy = Policy(*(np.exp(numbers) for numbers in self._now))
        ways = rules.pass_cycle_length
        deck = new_deck(rules)
        for way in range(ways):
            accumulate_policy_gradient(
                rules,
                policy,
                steps_of(rules, way),
                self._scale,
                price,
                deck,
                self._chance,
                DEALS // ways,
                self._lesson,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1200, help="for each family")
    parser.add_argument("--family", choices=FAMILIES, action="append", help="all unless given")
    parser.add_argument("--on", action="store_true", help="go on from what is learned already")
    parser.add_argument("--seed", type=int, default=SEED)
    shipped = Path(tables.__file__).with_name(POLICY_FILE)
    parser.add_argument("--to", type=Path, default=shipped)
    asked = parser.parse_args()
    learned: Tables = {}
    # What is not learned anew stays as it is.
    if asked.on or set(asked.family or FAMILIES) != set(FAMILIES):
        with np.load(shipped) as before:
            learned |= before
    for family in asked.family or FAMILIES:
        pupil = PolicyTrainer(family, asked.seed, learned if asked.on else None)
        for number in range(asked.rounds):
            pupil.round(number, asked.rounds)
            print(f"\r{family}: {number + 1} of {asked.rounds} rounds", end="", flush=True)
        print()
        for name, numbers in zip(TABLES, pupil.learned, strict=True):
            learned[f"{family}-{name}"] = numbers.astype(np.float16)
        np.savez_compressed(asked.to, allow_pickle=False, **learned)


if __name__ == "__main__":
    main()
