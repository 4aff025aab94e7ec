"""Parts of the scripts that learn with PyTorch: networks, opponents, and how good a player is.

They need the extra `train`.
"""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from gongzhu.bots import bot_of
from gongzhu.research import ACTIONS, Layout, Vector, decode, numbers_of, vector
from gongzhu.rules import RuleSet

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Floats = NDArray[np.float32]
Player = Callable[[Bytes, Bytes], Numbers]
"""Chooses an action for each row of observations and masks."""

POINTS = 100.0
"""Networks learn rewards divided by this: about the spread of a deal's points in Gong Zhu."""


def network(rules: RuleSet, hidden: int, outputs: int) -> torch.nn.Sequential:
    """A perceptron with two hidden layers from an observation to so many outputs."""
    return torch.nn.Sequential(
        torch.nn.Linear(Layout(rules.players).size, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, hidden),
        torch.nn.ReLU(),
        torch.nn.Linear(hidden, outputs),
    )


def greedy(net: torch.nn.Module) -> Player:
    """The player that takes the allowed action for which a network's output is highest."""

    def choose(observations: Bytes, masks: Bytes) -> Numbers:
        with torch.no_grad():
            outputs = net(torch.from_numpy(observations).float())[:, :ACTIONS]
            outputs[torch.from_numpy(masks) == 0] = -torch.inf
            chosen: Numbers = outputs.argmax(1).numpy()
        return chosen

    return choose


def at_random(seed: int) -> Player:
    """The player that takes any allowed action."""
    rng = np.random.default_rng(seed)

    def choose(observations: Bytes, masks: Bytes) -> Numbers:
        return np.asarray((masks * rng.random(masks.shape, np.float32)).argmax(1))

    return choose


def level(rules: RuleSet, name: str) -> Player:
    """A bot of a level, as in `gongzhu.bots`; it picks the cards of a pass one after the other."""
    bot = bot_of(name)
    rng = Random(name)

    def choose(observations: Bytes, masks: Bytes) -> Numbers:
        chosen = []
        for observation in observations:
            view, picked = decode(rules, observation)
            numbers = numbers_of(bot.choose(view, rng, 0.0))
            taken = {card.index for card in picked}
            chosen.append(next(number for number in numbers if number not in taken))
        return np.array(chosen, np.int64)

    return choose


def advantage(
    rules: RuleSet, one: Player, other: Player, deals: int, seed: int
) -> tuple[float, float]:
    """The points a deal by which a seat of `one` does better than a seat of `other`, and the
    standard error: each deal is played twice, with `one` in the even seats and in the odd ones."""
    differences = np.zeros(deals)
    for side in (0, 1):
        env = vector(rules, deals, seed)
        over = np.zeros(deals, np.bool_)
        while not over.all():
            actions = np.zeros(deals, np.int64)
            mine = env.seats % 2 == side
            for player, rows in ((one, mine & ~over), (other, ~mine & ~over)):
                if rows.any():
                    actions[rows] = player(env.observations[rows], env.masks[rows])
            env.step(actions, ~over)
            ended = env.done & ~over
            seats = np.arange(rules.players) % 2 == side
            gain = env.rewards[ended][:, seats].mean(1) - env.rewards[ended][:, ~seats].mean(1)
            differences[ended] += gain / 2
            over |= ended
    return float(differences.mean()), float(differences.std(ddof=1) / np.sqrt(deals))


class Steps(NamedTuple):
    """Steps that were played in deals that have ended since."""

    observations: Bytes
    masks: Bytes
    actions: Numbers
    chances: Floats
    """The logarithm of the chance with which each action was chosen."""
    returns: Floats
    """The reward of the seat at the end of the deal, divided by POINTS."""
    deals: int
    """The number of deals that have ended."""


Sampler = Callable[[Bytes, Bytes], tuple[Numbers, Floats]]
"""Chooses an action for each row, and tells the logarithms of their chances."""


def play(env: Vector, steps: int, choose: Sampler) -> Steps:
    """Play so many steps in every deal side by side; the last ones, whose deals go on, are left
    out."""
    size = (steps, len(env))
    observations = np.zeros((*size, env.layout.size), np.uint8)
    masks = np.zeros((*size, ACTIONS), np.uint8)
    actions, chances = np.zeros(size, np.int64), np.zeros(size, np.float32)
    seats, done = np.zeros(size, np.int8), np.zeros(size, np.bool_)
    rewards = np.zeros((*size, env.rules.players), np.float32)
    for step in range(steps):
        observations[step], masks[step], seats[step] = env.observations, env.masks, env.seats
        actions[step], chances[step] = choose(env.observations, env.masks)
        env.step(actions[step])
        rewards[step], done[step] = env.rewards, env.done
    returns, known = np.zeros(size, np.float32), np.zeros(size, np.bool_)
    coming, ended = rewards[-1].copy(), np.zeros(len(env), np.bool_)
    rows = np.arange(len(env))
    for step in reversed(range(steps)):
        coming[done[step]] = rewards[step][done[step]]
        ended |= done[step]
        returns[step], known[step] = coming[rows, seats[step]] / POINTS, ended
    return Steps(
        observations[known],
        masks[known],
        actions[known],
        chances[known],
        returns[known],
        int(done.sum()),
    )


class Curve:
    """The progress of a player, written down as it learns: a line of JSON for each trial."""

    def __init__(self, file: Path, rules: RuleSet, opponents: Sequence[str], deals: int) -> None:
        self._file = file
        self._rules = rules
        self._opponents = {name: level(rules, name) for name in opponents}
        self._deals = deals
        self._began = time.monotonic()
        self._trying = 0.0
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")

    @property
    def seconds(self) -> float:
        """The time since learning began, without that of the trials."""
        return time.monotonic() - self._began - self._trying

    def try_out(self, player: Player, deals_played: int) -> None:
        """Let the player play each opponent, always the same deals."""
        seconds, began = self.seconds, time.monotonic()
        for name, opponent in self._opponents.items():
            mean, sem = advantage(self._rules, player, opponent, self._deals, seed=1)
            line = {"seconds": round(seconds), "deals": deals_played, "over": name}
            line |= {"mean": round(mean, 2), "sem": round(sem, 2)}
            with self._file.open("a") as curve:
                curve.write(json.dumps(line) + "\n")
            print(
                f"{seconds:5.0f} s  {deals_played:9,} deals  over {name}: {mean:+.1f} ± {sem:.1f}"
            )
        self._trying += time.monotonic() - began
