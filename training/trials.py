"""The strength of a player, in points a deal over others, and how it grew while it learned."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from gongzhu.bots import bot_of
from gongzhu.research import decode, numbers_of, vector
from gongzhu.rules import RuleSet
from training.self_play import Bytes, Numbers, Player, at_random


def level(rules: RuleSet, name: str) -> Player:
    """A bot of a level, as in `gongzhu.bots`; it picks the cards of a pass one after the other."""
    if name == "random":
        return at_random(0)
    bot = bot_of(name)
    rng = Random(name)

    def choose(observations: Bytes, masks: Bytes) -> Numbers:
        chosen = []
        for observation, mask in zip(observations, masks, strict=True):
            allowed = np.flatnonzero(mask)
            if len(allowed) == 1:
                chosen.append(int(allowed[0]))
                continue
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


TRIAL_SEED = 1_000_000
"""Of the deals of the trials; nobody learns from them with a lower seed."""


class Curve:
    """The progress of a player, written down as it learns: a line of JSON for each trial."""

    def __init__(self, file: Path, rules: RuleSet, opponents: Sequence[str]) -> None:
        self._file = file
        self._rules = rules
        self._opponents = {name: level(rules, name) for name in opponents}
        self._began = time.process_time()
        self._trying = 0.0
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")

    @property
    def seconds(self) -> float:
        """The processor time since learning began, of all threads, without that of the trials."""
        return time.process_time() - self._began - self._trying

    def try_out(self, player: Player, played: int, deals: int) -> None:
        """Let the player play each opponent, always on the same deals, after so many `played`."""
        seconds, began = self.seconds, time.process_time()
        for name, opponent in self._opponents.items():
            mean, sem = advantage(self._rules, player, opponent, deals, TRIAL_SEED)
            line = {"seconds": round(seconds), "learned": played, "over": name, "deals": deals}
            line |= {"mean": round(mean, 2), "sem": round(sem, 2)}
            with self._file.open("a") as curve:
                curve.write(json.dumps(line) + "\n")
            print(f"{seconds:5.0f} s  {played:9,} deals  over {name}: {mean:+.1f} ± {sem:.1f}")
        self._trying += time.process_time() - began
