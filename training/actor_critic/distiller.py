"""A run of distillation, and its files."""

import json
import time
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from math import cos, pi
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.distilled.inputs import INPUTS
from gongzhu.bots.network.weights import HERE, read_network
from training.actor_critic.distillation import Distilling, distil_round, new_distilling
from training.actor_critic.games import CARDS
from training.actor_critic.perceptron import Weights, new_weights
from training.actor_critic.saving import write_whole
from training.actor_critic.settings import CannotTrain
from training.ship_network import write_distilled

RATES = 3e-3, 2e-5
"""The learning rates, at first and at last."""
WARMING = 10
"""Rounds until the first rate is reached."""
TOLD_SECONDS = 60.0


class Distiller:
    """A run, whose files lie in one folder."""

    def __init__(
        self,
        folder: Path,
        deals: int,
        steps: int,
        widths: Sequence[int],
        seed: int,
        resume: bool,
    ) -> None:
        """`deals` and `steps`: of a round. Raises CannotTrain if there is nothing to resume."""
        self._deals = deals
        self.network = folder / "distilled.npz"
        self._checkpoint = folder / "distilling.npz"
        self._curve = folder / "distilled.jsonl"
        key, own = jax.random.split(jax.random.key(seed))
        sizes = (INPUTS, *widths, CARDS)
        self._learning: Distilling = new_distilling(new_weights(own, sizes, 0.1))
        self._key = key
        self._rounds, self._before = 0, 0.0
        if resume:
            self._read_checkpoint()
        else:
            self._curve.write_text("")
        self._round = jax.jit(partial(distil_round, teacher(), deals, steps))

    def run(self, minutes: float) -> None:
        """Learn until so many minutes are over, with those before it was resumed; a round at
        least."""
        began, told, done = time.monotonic() - self._before, time.monotonic(), 0.0
        figures = list[NDArray[np.float32]]()
        while done < 1:
            done = min(1.0, (time.monotonic() - began) / (60 * minutes))
            rate = RATES[1] + (RATES[0] - RATES[1]) * (1 + cos(pi * done)) / 2
            rate *= min(1.0, (self._rounds + 1) / WARMING)
            self._key, own = jax.random.split(self._key)
            self._learning, missed = self._round(self._learning, own, jnp.float32(rate))
            self._rounds += 1
            figures.append(np.asarray(missed))
            if done >= 1 or time.monotonic() - told > TOLD_SECONDS:
                told = time.monotonic()
                layers = [
                    (np.asarray(one), np.asarray(other)) for one, other in self._learning.average
                ]
                write_distilled(self.network, layers)
                self._write_checkpoint(told - began)
                self._tell(told - began, np.array(figures))
                figures.clear()
        draw(self._curve)

    def _write_checkpoint(self, seconds: float) -> None:
        leaves = jax.tree.leaves(self._learning)
        parts = {f"leaf-{place}": np.asarray(leaf) for place, leaf in enumerate(leaves)}
        parts["key"] = np.asarray(jax.random.key_data(self._key))
        parts["spent"] = np.array([self._rounds, seconds])
        write_whole(self._checkpoint, np.savez, parts)

    def _read_checkpoint(self) -> None:
        if not self._checkpoint.exists():
            raise CannotTrain(f"there is no {self._checkpoint} to go on from")
        leaves, structure = jax.tree.flatten(self._learning)
        with np.load(self._checkpoint) as saved:
            kept = [jnp.asarray(saved[name]) for name in saved if name.startswith("leaf-")]
            if [leaf.shape for leaf in kept] != [leaf.shape for leaf in leaves]:
                raise CannotTrain(f"{self._checkpoint} is of another shape")
            rounds, self._before = saved["spent"].tolist()
            self._key = jax.random.wrap_key_data(saved["key"])
        self._learning = jax.tree.unflatten(structure, kept)
        self._rounds = int(rounds)

    def _tell(self, seconds: float, figures: NDArray[np.float32]) -> None:
        """Print the figures of the rounds since the last ones, float32 [rounds, 2], and add them
        to the curve."""
        nats, same = figures.mean(axis=0).tolist()
        error = figures[:, 0].std() / len(figures) ** 0.5
        deals = self._rounds * self._deals
        known = f"{nats:.4f} nats from the teacher, {same:.1%} of the cards the same"
        print(f"{seconds:7.1f} s {deals:10,} deals  {known}", flush=True)
        line = {"seconds": round(seconds, 1), "deals": deals, "same": round(same, 4)}
        line |= {"nats": round(nats, 4), "sem": round(float(error), 5)}
        with self._curve.open("a") as lines:
            lines.write(json.dumps(line) + "\n")


def teacher() -> Weights:
    """The matrix and the bias of each layer of the network of Hearts that ships."""
    network = read_network(HERE / "hearts.npz")
    parts = [jnp.asarray(part) for part in network]
    return list(zip(parts[::2], parts[1::2], strict=True))


def draw(file: Path) -> None:
    """Draw the curve beside its file, where that can be done."""
    if not find_spec("matplotlib"):
        return
    from bench.study.measures import Mean
    from bench.study.pictures import draw_curves

    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    points = [(line["seconds"] / 60, Mean(line["nats"], line["sem"])) for line in lines]
    across, up = "minutes of one processor", "nats from the teacher"
    draw_curves({file.stem: points}, across, up, file.with_suffix(".svg"))
