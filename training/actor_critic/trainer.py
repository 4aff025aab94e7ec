"""A training run: demonstrations are copied, then self-play for the rest of the time."""

import json
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from training.actor_critic.learner import Figures, new_learning, round_of
from training.actor_critic.rounds import duel, groups_of, shown_rounds
from training.actor_critic.saving import Progress, save_checkpoint, save_network
from training.actor_critic.settings import CannotTrain, Settings

COPY_RATES = (1e-3, 1e-4)
"""The learning rates of copying, at first and at last."""
TOLD = 8
"""Lines that copying tells."""
TRIAL_SHARE, TRIAL_SECONDS = 0.08, 60.0
"""From one trial to the next: this share of the time, or so long if that is less."""
EARLY_TRIALS = (1, 2, 5)
"""Rounds that are followed by a trial too."""


def between(ends: tuple[float, float], done: float) -> float:
    """The value after this share, 0 to 1, on a geometric way from the first end to the last."""
    return ends[0] * (ends[1] / ends[0]) ** done


def network_file(folder: Path, game: str) -> Path:
    """The file of the network that is learned."""
    return folder / f"{game}.npz"


def checkpoint_file(folder: Path, game: str) -> Path:
    """The file that a run goes on from."""
    return folder / f"{game}-checkpoint.npz"


def curve_file(folder: Path, game: str) -> Path:
    """The file of the trials, a line of JSON each, as `training.draw_curves` reads them."""
    return folder / f"{game}.jsonl"


def new_progress(settings: Settings) -> Progress:
    """The progress of a run that begins."""
    key, own = jax.random.split(jax.random.key(settings.seed))
    learning = jax.jit(lambda own: new_learning(own, settings))(own)
    return Progress(learning, _copy(learning.actor), key, 0, 0, 0.0)


def _copy(tree: Any) -> Any:
    # A round gives its arrays away, so that what is kept must be others.
    return jax.tree.map(jnp.copy, tree)


class Trainer:
    """A training run, whose files lie in one folder."""

    def __init__(
        self, settings: Settings, progress: Progress, minutes: float, folder: Path
    ) -> None:
        """`minutes`: of the whole run, with compiling and with all before it was resumed."""
        self._settings, self._progress, self._folder = settings, progress, folder
        self._limit = 60 * minutes
        self._began = time.monotonic() - progress.seconds
        shapes = jax.eval_shape(lambda *given: given, progress.learning, progress.key)
        number = jax.ShapeDtypeStruct((), jnp.float32)
        pool = ThreadPoolExecutor()
        self._round = jax.jit(partial(round_of, settings), donate_argnums=(0,))
        # Both are compiled while demonstrations are copied.
        self._compiled = _compile(pool, self._round, *shapes, number, number)
        actors = (shapes[0].actor, shapes[0].actor)
        match = jax.jit(partial(duel, settings))
        self._matched = _compile(pool, match, shapes[0].critic, actors, shapes[1])
        pool.shutdown(wait=False)

    @property
    def seconds(self) -> float:
        """The time spent."""
        return time.monotonic() - self._began

    def copy(self, shown: Path) -> None:
        """Copy the demonstrations in a file, as far as that is not done. Raises CannotTrain if they
        do not fill a round."""
        settings = self._settings
        rounds = list(shown_rounds(shown, settings.deals, settings.copies, settings.seed))
        if not rounds:
            raise CannotTrain(f"{shown} has fewer than {settings.deals:,} deals")
        nothing = jnp.float32(0)
        for place, deals in enumerate(rounds[self._progress.copied :], self._progress.copied):
            rate = jnp.float32(between(COPY_RATES, place / len(rounds)))
            key, own = jax.random.split(self._progress.key)
            learning, figures = self._round(self._progress.learning, own, rate, nothing, deals)
            self._progress = self._progress._replace(learning=learning, key=key, copied=place + 1)
            last = place == len(rounds) - 1
            if last:
                copied = learning._replace(average=_copy(learning.actor))
                self._progress = self._progress._replace(
                    learning=copied, beginning=_copy(learning.actor)
                )
            if last or place % max(1, len(rounds) // TOLD) == 0:
                self._save()
                done = f"copied {place + 1:5} of {len(rounds)} rounds"
                print(f"{self.seconds:7.1f} s  {done}  {_words(figures)}", flush=True)

    def play(self) -> None:
        """Learn by self-play until the time is over; a round at least."""
        a_round, done, told = self._compiled.result(), 0.0, self.seconds
        if not self._progress.rounds:
            curve_file(self._folder, self._settings.game).write_text("")
        while done < 1:
            done = min(1.0, self.seconds / self._limit)
            rate, bonus = (
                jnp.float32(between(ends, done))
                for ends in (self._settings.rates, self._settings.entropy)
            )
            key, own = jax.random.split(self._progress.key)
            learning, figures = a_round(self._progress.learning, own, rate, bonus)
            # Otherwise rounds would queue up behind the clock.
            jax.block_until_ready(figures)
            rounds = self._progress.rounds + 1
            self._progress = self._progress._replace(learning=learning, key=key, rounds=rounds)
            waited = self.seconds - told > min(TRIAL_SECONDS, TRIAL_SHARE * self._limit)
            if waited or rounds in EARLY_TRIALS or done >= 1:
                told = self.seconds
                self._try_out(figures)

    def _try_out(self, figures: Figures) -> None:
        """Write the files, and play against the beginning."""
        key, own = jax.random.split(self._progress.key)
        self._progress = self._progress._replace(key=key)
        learning = self._progress.learning
        save_network(network_file(self._folder, self._settings.game), learning)
        self._save()
        actors = (learning.average, self._progress.beginning)
        gained = self._matched.result()(learning.critic, actors, own)
        gains = np.asarray(gained, np.float64).round(3).tolist()
        # The groups that there are in Hearts are the first of all.
        trials = dict(zip(groups_of(self._settings.hearts), gains, strict=False))
        line = {
            "seconds": round(self.seconds, 1),
            "learned": self._progress.rounds * self._settings.deals,
            "deals": self._settings.deals,
            **{name: round(float(figure), 4) for name, figure in figures.items()},
        }
        with curve_file(self._folder, self._settings.game).open("a") as curve:
            for name, (mean, error) in trials.items():
                trial = {"over": f"its beginning, {name}", "mean": mean, "sem": error}
                curve.write(json.dumps(line | trial) + "\n")
        ahead = ", ".join(
            f"{mean:+.2f} ± {error:.2f} {name}" for name, (mean, error) in trials.items()
        )
        print(
            f"{self.seconds:7.1f} s {line['learned']:12,} deals  {_words(figures)}; {ahead}",
            flush=True,
        )

    def _save(self) -> None:
        file = checkpoint_file(self._folder, self._settings.game)
        save_checkpoint(file, self._settings, self._progress._replace(seconds=self.seconds))


def _compile(pool: ThreadPoolExecutor, function: Any, *shapes: Any) -> Future[Callable[..., Any]]:
    """The function that was made by `jax.jit`, for arrays of these shapes."""
    return pool.submit(lambda: function.lower(*shapes).compile())


def _words(figures: Figures) -> str:
    """The figures that tell most."""
    told = {name: float(figure) for name, figure in figures.items()}
    explained, clipped = f"{told['explained']:.1%} explained", f"{told['clipped']:.1%} clipped"
    return f"entropy {told['entropy']:.3f}, {explained}, {clipped}"
