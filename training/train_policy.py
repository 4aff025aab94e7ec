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

from gongzhu.bots.policy import tables
from gongzhu.bots.policy.exposing import EXPOSE_SIZE
from gongzhu.bots.policy.kinds import SIZE
from gongzhu.bots.policy.passing import PASS_SIZE
from gongzhu.bots.policy.tables import FAMILIES, LEARNED, TABLES, Policy
from gongzhu.packed.beginning import steps_of
from gongzhu.packed.layout import new_chance
from gongzhu.packed.packing import new_deck
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import PRESETS, RuleSet
from training.gradients import GRADIENT, SEEN, new_lesson
from training.policy_gradient import learn

DEALS = 1500
"""In a round."""
PRICES = {"hearts": (4.0, 0.6), "solo": (10.0, 2.0), "partners": (12.0, 3.0)}
"""What an even spread of chances is worth at first and at last, in hundredths of a pig."""
PACES = (0.075, 0.01)
"""How fast the numbers move, at first and at last."""
FASTER = (1.0, 2.0, 2.0)
"""Playing, passing, exposing: what is chosen less often moves faster."""
UNSURE = 60.0
"""As if so much had been seen of every number that had said nothing."""
STEP, BOUND = 0.5, 9.0
"""How far a number moves in a round, and from zero, at most."""
AVERAGED = 0.5
"""The part of the rounds that the result is averaged over: one round alone is mostly luck."""
PACES_ON = (0.02, 0.005)
"""How fast where learning goes on from what is known; the price stays at its last."""
SEED = 4
PIG_POINTS = {"hearts": -13.0, "solo": 100.0, "partners": 100.0}
"""What the pig takes, by family; in Hearts fewer points are better."""

Learned = dict[str, NDArray[np.float16]]
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


class Pupil:
    """The tables of a family as they are learned."""

    def __init__(self, family: str, seed: int, known: Learned | None) -> None:
        """`known` is what has been learned already, if anything, and is to be gone on from."""
        self._rules = rules_of(family)
        self._prices, self._paces = PRICES[family], PACES
        self._scale = 100 / PIG_POINTS[family]
        self._now = [np.zeros(size) for size in (SIZE, PASS_SIZE, EXPOSE_SIZE)]
        if known:
            self._now = [known[f"{family}-{table}"].astype(np.float64) for table in TABLES]
            self._prices, self._paces = PRICES[family][1:] * 2, PACES_ON
        self._chance = new_chance(seed)
        self._lesson = new_lesson(SIZE, PASS_SIZE, EXPOSE_SIZE)
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
        share = 1 / max(1, number - rounds * (1 - AVERAGED))
        for now, kept, lesson, faster in zip(self._now, self.learned, lessons, FASTER, strict=True):
            seen = lesson[: len(now)]
            step = faster * pace / price * seen[:, GRADIENT] / (seen[:, SEEN] + UNSURE)
            now[:] = np.clip(now + np.clip(step, -STEP, STEP), -BOUND, BOUND)
            kept[:] += share * (now - kept)

    def _play(self, rules: PackedRules, price: float) -> None:
        policy = Policy(*(np.exp(numbers) for numbers in self._now))
        ways = rules.pass_cycle_length
        deck = new_deck(rules)
        for way in range(ways):
            learn(
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
    shipped = Path(tables.__file__).with_name(LEARNED)
    parser.add_argument("--to", type=Path, default=shipped)
    asked = parser.parse_args()
    learned: Learned = {}
    # What is not learned anew stays as it is.
    if asked.on or set(asked.family or FAMILIES) != set(FAMILIES):
        with np.load(shipped) as before:
            learned |= before
    for family in asked.family or FAMILIES:
        pupil = Pupil(family, asked.seed, learned if asked.on else None)
        for number in range(asked.rounds):
            pupil.round(number, asked.rounds)
            print(f"\r{family}: {number + 1} of {asked.rounds} rounds", end="", flush=True)
        print()
        for name, numbers in zip(TABLES, pupil.learned, strict=True):
            learned[f"{family}-{name}"] = numbers.astype(np.float16)
        np.savez_compressed(asked.to, allow_pickle=False, **learned)


if __name__ == "__main__":
    main()
