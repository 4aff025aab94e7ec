"""The course and the command line of the scripts that learn in play against themselves."""

import argparse
from pathlib import Path
from typing import Protocol

import torch

from gongzhu.research import vector
from training.networks import Net, greedy
from training.self_play import Numbers, Sampler, Steps, bytes_to_read, play
from training.trials import Curve

DEALS, STEPS = 512, 56
"""Deals side by side, and steps of each between two rounds of learning: a deal of Gong Zhu."""
TRIALS, TRIAL_DEALS, LAST_TRIAL_DEALS = 10, 300, 2000


class Learner(Protocol):
    """A way to learn. `spent`: the share of the time that is over, 0 to 1."""

    net: Net

    def __init__(self, read: Numbers, players: int) -> None: ...

    def sampler(self, spent: float) -> Sampler:
        """A player to learn from."""
        ...

    def learn(self, steps: Steps, spent: float) -> str:
        """Improve the network by these steps; a word on how it goes."""
        ...


def run(kind: type[Learner], name: str, about: str) -> None:
    """Learn as the command line says, and write down the network and its curve."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--rules", default="gongzhu-pagat", help="a preset or a rule file")
    parser.add_argument(
        "--minutes", type=float, default=10, help="of learning, of one processor (10)"
    )
    parser.add_argument("--to", type=Path, help="the network", default=Path(f"build/{name}.pt"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch (1)")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    env = vector(asked.rules, DEALS, asked.seed)
    learner = kind(bytes_to_read(env, STEPS), env.rules.players)
    curve = Curve(asked.to.with_suffix(".jsonl"), env.rules, ["random", "novice"])
    total = 60 * asked.minutes
    learned, tried = 0, 0.0
    while (spent := curve.seconds / total) < 1:
        steps = play(env, STEPS, learner.sampler(spent))
        learned += int(steps.done.sum())
        told = learner.learn(steps, spent)
        if spent >= tried:
            print(told)
            curve.try_out(greedy(learner.net), learned, TRIAL_DEALS)
            tried += 1 / TRIALS
            learner.net.save(asked.to)
    curve.try_out(greedy(learner.net), learned, LAST_TRIAL_DEALS)
    learner.net.save(asked.to)


def between(ends: tuple[float, float], spent: float) -> float:
    """A number that goes geometrically from the first to the last; `spent`: 0 to 1."""
    first, last = ends
    return float(first * (last / first) ** min(spent, 1.0))
