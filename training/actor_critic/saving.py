"""The files of a training run: the network, and a checkpoint of all that is learned."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from training.actor_critic.learner import Learning, new_learning
from training.actor_critic.perceptron import Weights
from training.actor_critic.settings import CannotTrain, Settings, settings_of


class Progress(NamedTuple):
    """How far a training run has come."""

    learning: Learning
    beginning: Weights
    """The actor that self-play began with; trials are played against it."""
    key: Array
    """The key of all that is drawn from here on."""
    copied: int
    """Rounds of demonstrations that were copied."""
    rounds: int
    """Rounds of self-play."""
    seconds: float
    """The time spent, compiling included."""


def save_network(file: Path, learning: Learning) -> None:
    """Write the average actor and the critic: float16 `average-0-matrix` [rows, columns], float32
    `average-0-bias` [columns] and so on by layer, and the same for `critic`."""
    layers = {}
    for name, weights in (("average", learning.average), ("critic", learning.critic)):
        for place, (matrix, bias) in enumerate(weights):
            layers[f"{name}-{place}-matrix"] = np.asarray(matrix, np.float16)
            layers[f"{name}-{place}-bias"] = np.asarray(bias, np.float32)
    _write(file, np.savez_compressed, layers)


def save_checkpoint(file: Path, settings: Settings, progress: Progress) -> None:
    """Write all that it takes to go on."""
    leaves = jax.tree.leaves((progress.learning, progress.beginning))
    parts = {f"leaf-{place}": np.asarray(leaf) for place, leaf in enumerate(leaves)}
    parts["key"] = np.asarray(jax.random.key_data(progress.key))
    parts["counts"] = np.array([progress.copied, progress.rounds])
    parts["seconds"] = np.array(progress.seconds)
    parts["settings"] = np.array(settings.text())
    # Compressing it would take seconds, of the minutes that there are to learn.
    _write(file, np.savez, parts)


def read_checkpoint(file: Path) -> tuple[Settings, Progress]:
    """The settings and the progress in a file. Raises CannotTrain if there is no such
    file, or one of another version of the learner."""
    if not file.exists():
        raise CannotTrain(f"there is no {file} to go on from")
    with np.load(file) as saved:
        settings = settings_of(str(saved["settings"]))
        empty = jax.eval_shape(lambda key: new_learning(key, settings), jax.random.key(0))
        shapes, structure = jax.tree.flatten((empty, empty.actor))
        leaves = [saved[name] for name in saved if name.startswith("leaf-")]
        if [leaf.shape for leaf in leaves] != [shape.shape for shape in shapes]:
            raise CannotTrain(f"{file} is of another version of the learner")
        leaves = [jnp.asarray(leaf) for leaf in leaves]
        learning, beginning = jax.tree.unflatten(structure, leaves)
        copied, rounds = (int(count) for count in saved["counts"])
        key = jax.random.wrap_key_data(saved["key"])
        return settings, Progress(learning, beginning, key, copied, rounds, float(saved["seconds"]))


def _write(file: Path, save: Callable[..., None], parts: dict[str, Any]) -> None:
    """Write it whole or not at all, since a run may be stopped at any time."""
    part = file.with_suffix(".part.npz")
    save(part, allow_pickle=False, **parts)
    part.replace(file)
