"""Measures how many steps a second the environments make on one core, beside those of other
libraries that are installed.

    python -m gongzhu.research.speed [--n N] [--seconds S]

Every step is a random legal action. Times are processor times, without the choice of the action.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time

import numpy as np

from gongzhu.bots.levels import LEVELS, UNSEARCHED
from gongzhu.research.actions import any_action
from gongzhu.research.vector import MOST_DEALS, vector

RULES = ("gongzhu-pagat", "gongzhu-boulder", "hearts-denexa")
"""Names of the presets that are measured."""
SECONDS = 2.0
"""Seconds for which each environment is measured."""
MOST_SECONDS = 3600
"""Greatest number of seconds that may be asked for."""
ROWS = 64
"""Number of parallel deals in measurements of a learner that plays against bot levels."""
SPAN = 56
"""Number of steps that are timed together, about as many as a deal has."""

Run = Callable[[float], Iterator[tuple[int, float]]]
"""A function that plays for about the given number of seconds, and yields pairs of a number of
steps and the seconds that they took."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n", type=int, default=4096, help="deals side by side (4096)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each line (2)")
    asked = parser.parse_args()
    if not 1 <= asked.n <= MOST_DEALS:
        parser.error(f"--n is 1 to {MOST_DEALS}, not {asked.n}")
    if not 0 < asked.seconds <= MOST_SECONDS:
        parser.error(f"--seconds is above 0 and at most {MOST_SECONDS}, not {asked.seconds:g}")
    print(f"{'steps a second':>14}")
    for rules in RULES:
        for what, told in vectors(rules, asked.n, asked.seconds).items():
            print(f"{told:14,.0f}  gongzhu.research.vector, {rules}, {what}", flush=True)
    for name, run in others().items():
        print(f"{rate(run, asked.seconds):14,.0f}  {name}", flush=True)


def vectors(rules: str, n: int, seconds: float) -> dict[str, float]:
    """Steps per second of the vector environment with `n` deals, by name of the variant: only
    stepping, with masks, and also with observations. Takes about `seconds` seconds.

    All three play the same deals, a few steps at a time in turn. Actions are drawn beforehand,
    since drawing them between steps would push the data of the next step out of the processor's
    caches.
    """
    kinds = {
        "bare": vector(rules, n, 1, observe=False, mask=False),
        "masks": vector(rules, n, 1, observe=False),
        "observations and masks": vector(rules, n, 1),
    }
    drawing = vector(rules, n, 1, observe=False)
    rng = np.random.default_rng(1)
    actions = np.zeros((SPAN, n), np.int64)
    spent = dict.fromkeys(kinds, 0.0)
    spans = -1
    while min(spent.values()) < seconds / 10 or sum(spent.values()) < seconds:
        for row in actions:
            row[:] = any_action(drawing.masks, rng)
            drawing.step(row)
        for what, env in kinds.items():
            before = process_time()
            for row in actions:
                env.step(row)
            spent[what] += process_time() - before
        spans += 1
        if not spans:  # the first steps may have compiled
            spent = dict.fromkeys(kinds, 0.0)
    return {what: spans * SPAN * n / time for what, time in spent.items()}


def others() -> dict[str, Run]:
    """The measurements of the other environments, by name: those of this package, and those of
    other libraries; only of libraries that are installed."""
    found: dict[str, Run] = {}
    if find_spec("gymnasium"):
        for level in (*LEVELS, *UNSEARCHED):
            found[f"Gymnasium, {RULES[0]}, {ROWS} deals against {level}"] = partial(_against, level)
    if find_spec("pettingzoo"):
        found["PettingZoo, gongzhu/GongZhu-v0"] = lambda seconds: _aec("gongzhu", seconds)
        if find_spec("rlcard") and find_spec("pygame"):
            found["PettingZoo, leduc_holdem_v4"] = lambda seconds: _aec("leduc", seconds)
    if find_spec("rlcard"):
        found["RLCard, bridge"] = lambda seconds: _rlcard("bridge", seconds)
        found["RLCard, doudizhu"] = lambda seconds: _rlcard("doudizhu", seconds)
    if find_spec("pyspiel"):
        found["OpenSpiel, python_gongzhu, with tensor"] = lambda seconds: _spiel(
            "python_gongzhu", seconds, tensor=True
        )
        found["OpenSpiel, hearts"] = lambda seconds: _spiel("hearts", seconds, tensor=False)
        found["OpenSpiel, hearts, with tensor"] = lambda seconds: _spiel(
            "hearts", seconds, tensor=True
        )
    return found


def _against(level: str, seconds: float) -> Iterator[tuple[int, float]]:
    from gongzhu.research.single import SeatVectorEnv

    env = SeatVectorEnv(RULES[0], ROWS, level)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)  # also compiles
    while seconds > 0:
        actions = any_action(info["action_mask"], rng)
        before = process_time()
        _, _, _, _, info = env.step(actions)
        spent = process_time() - before
        seconds -= spent
        yield ROWS, spent


def rate(run: Run, seconds: float) -> float:
    """Steps per second of a run that plays for about `seconds` seconds."""
    parts = list(run(seconds))
    return sum(steps for steps, _ in parts) / sum(time for _, time in parts)


def _aec(name: str, seconds: float) -> Iterator[tuple[int, float]]:
    if name == "gongzhu":
        from gongzhu.research.aec import gongzhu_env

        env = gongzhu_env()
    else:
        from pettingzoo.classic import leduc_holdem_v4

        env = leduc_holdem_v4.env()
    rng = Random(1)
    while seconds > 0:
        env.reset(seed=rng.getrandbits(30))
        steps, spent = 0, 0.0
        while not any(env.terminations.values()):
            allowed = np.flatnonzero(env.last()[0]["action_mask"]).tolist()
            action = rng.choice(allowed)
            before = process_time()
            env.step(action)
            env.last()
            spent += process_time() - before
            steps += 1
        seconds -= spent
        yield steps, spent


def _rlcard(name: str, seconds: float) -> Iterator[tuple[int, float]]:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    rng = Random(1)
    while seconds > 0:
        state, _ = env.reset()
        steps, spent = 0, 0.0
        while not env.is_over():
            action = rng.choice(list(state["legal_actions"]))
            before = process_time()
            state, _ = env.step(action)
            spent += process_time() - before
            steps += 1
        seconds -= spent
        yield steps, spent


def _spiel(name: str, seconds: float, *, tensor: bool) -> Iterator[tuple[int, float]]:
    import pyspiel

    game = pyspiel.load_game(name)
    rng = Random(1)
    while seconds > 0:
        state = game.new_initial_state()
        steps, spent = 0, 0.0
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            chance = state.is_chance_node()
            before = process_time()
            state.apply_action(action)
            if not state.is_terminal() and not state.is_chance_node():
                state.legal_actions()
                if tensor:
                    state.information_state_tensor(state.current_player())
            if not chance:
                spent += process_time() - before
                steps += 1
        seconds -= spent
        yield steps, spent


if __name__ == "__main__":
    main()
