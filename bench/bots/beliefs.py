"""Accuracy of the posterior over hidden cards: the true deal against deals that fit as well.

    python -m bench.bots.beliefs
    python -m bench.bots.beliefs --rules gongzhu-pagat --levels steady --deals 100

In every third moment of the play at which a seat has a choice, deals that fit its view are sampled
uniformly, and weighted by their likelihood together with the true one. The gain is the natural
logarithm of the weight of the true deal over the mean weight of the others, averaged over moments;
below 0, the weights mislead. Beside it stands the effective sample size as a share of the samples.
Both are given for the opponent model and for the policy of rollouts, tempered by several powers
(`gongzhu.bots.worlds.TEMPERING`). Adds a line for each to bench/results/beliefs.jsonl.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import fmean, stdev

import numpy as np

from gongzhu.bots.policy import Policy, opponent_model_of, policy_of
from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.bots.worlds import (
    Worlds,
    log_likelihoods,
    sample_worlds,
)
from gongzhu.packed.boards import board_of
from gongzhu.packed.layout import Floats
from gongzhu.records import replay
from gongzhu.rules import Deal, Phase, load_rules
from gongzhu.view import View, view_of
from tests.support.ledger import Ledger, progress

RULES = (
    "gongzhu-pagat",
    "gongzhu-pagat-partners",
    "bench/bots/rules/partners-closed.toml",
    "hearts-denexa",
)
LEVELS = ("novice", "steady", "strong")
POWERS = (0.25, 0.5, 0.75, 1.0)
DRAWN = 256
EVERY = 3
Found = dict[tuple[str, float], list[tuple[float, float]]]
"""By model and power: the gain, and the effective sample size as a share."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", action="append", help="presets or rule files")
    parser.add_argument("--levels", action="append", help="who plays")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", default="beliefs")
    asked = parser.parse_args()
    command = f"python -m bench.bots.beliefs {' '.join(sys.argv[1:])}".strip()
    for rules in asked.rules or RULES:
        for level in asked.levels or LEVELS:
            ledger = Ledger("bench/results/beliefs.jsonl", command)
            found = measure(rules, level, asked.deals, asked.seed)
            told: dict[str, dict[str, tuple[float, float, float]]] = {by: {} for by, _ in found}
            for (by, power), each in found.items():
                gains, left = zip(*each, strict=True)
                mean, sem, part = fmean(gains), stdev(gains) / len(gains) ** 0.5, fmean(left)
                told[by][str(power)] = (round(mean, 3), round(sem, 3), round(part, 3))
                print(
                    f"{rules} {level}, {by} to the power {power}: {mean:+.3f} ± {sem:.3f}, "
                    f"{part:.2f} of the deals left",
                    flush=True,
                )
            ledger.note(rules=rules, players=level, moments=max(map(len, found.values())), **told)


def measure(name: str, level: str, deals: int, seed: str) -> Found:
    """The gains in so many deals of a level."""
    rules = load_rules(name).rules
    models = {"habits": opponent_model_of(rules), "policy": policy_of(rules)}
    found: Found = {(by, power): [] for by in models for power in POWERS}
    with progress(f"{name} {level}", deals) as advance:
        for number, (deal, view) in enumerate(_moments(name, level, deals, seed, advance)):
            worlds = _with_the_truth(deal, sample_worlds(view, DRAWN, number))
            for by, model in models.items():
                for power, each in _weighted(view, worlds, model):
                    found[by, power].append(each)
    return found


def _moments(
    name: str, level: str, deals: int, seed: str, advance: Callable[[int], None]
) -> Iterator[tuple[Deal, View]]:
    """Moments of the play, and what the seat sees then that has a choice."""
    setup = SelfPlayConfig(rules=load_rules(name).rules, preset=None, levels=(level,), seed=seed)
    choices = 0
    for record in islice(play_deals(setup), deals):
        for deal, _ in replay(record):
            seat = deal.public.turn
            if deal.public.phase is not Phase.PLAYING or seat is None:
                continue
            view = view_of(deal, seat)
            if len(view.playable()) > 1:
                choices += 1
                if choices % EVERY == 0:
                    yield deal, view
        advance(1)


def _with_the_truth(deal: Deal, worlds: Worlds) -> Worlds:
    """These worlds, and last the deal as it is."""
    hands = [board_of(own.hand) for own in deal.own]
    down = board_of(
        shown.card
        for own in deal.own
        for shown in own.exposures or ()
        if shown.mode == "down" and shown.card in own.hand
    )
    return Worlds(np.vstack([worlds.hands, hands]), np.append(worlds.down, down))


def _weighted(
    view: View, worlds: Worlds, model: Policy
) -> Iterator[tuple[float, tuple[float, float]]]:
    likely = log_likelihoods(view, worlds, model)
    for power in POWERS:
        *others, truth = likely * power
        highest = max(others)
        weights = np.exp(np.array(others) - highest)
        left = effective_sample_size(weights) / len(weights)
        yield power, (truth - highest - np.log(weights.mean()), left)


def effective_sample_size(weights: Floats) -> float:
    """The number of equally weighted samples that would estimate a mean as well (Kong 1992):
    between 1 and the number of `weights`, float64 [samples], of any scale."""
    return float(weights.sum() ** 2 / (weights**2).sum())


if __name__ == "__main__":
    main()
