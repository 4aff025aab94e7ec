"""Play against oneself in many deals side by side, and what each of its steps has gained."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gongzhu.research import ACTIONS, Vector, any_action

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Floats = NDArray[np.float32]
Player = Callable[[Bytes, Bytes], Numbers]
"""Chooses an action for each row of observations and masks."""

POINTS = 100.0
"""Learners count points divided by this: about their spread over the deals of Gong Zhu."""
CARDS = 52


def bytes_to_read(env: Vector, steps: int) -> Numbers:
    """The bytes of an observation that are ever different in so many steps of random play, but for
    the tricks: what was played by whom stands before them, and they would be more than half."""
    player = at_random(0)
    first = env.observations[0].copy()
    varied = np.zeros(env.layout.tricks, np.bool_)
    for _ in range(steps):
        varied |= (env.observations != first)[:, : env.layout.tricks].any(0)
        env.step(player(env.observations, env.masks))
    return np.flatnonzero(varied)


def at_random(seed: int) -> Player:
    """The player that takes any allowed action."""
    rng = np.random.default_rng(seed)

    def choose(observations: Bytes, masks: Bytes) -> Numbers:
        return any_action(masks, rng)

    return choose


class Steps(NamedTuple):
    """Steps that were played, `count` in each of n deals side by side."""

    observations: Bytes
    """[count, n, L]"""
    hands: Bytes
    """[count + 1, n, players * CARDS]: what the seat to act holds, and the seats after it; with the
    position that is left."""
    masks: Bytes
    actions: Numbers
    chances: Floats
    """[count, n]: the logarithm of the chance with which each action was chosen."""
    seats: NDArray[np.int8]
    """[count + 1, n]"""
    rewards: Floats
    """[count, n, players]: at the end of a deal, what a seat has more than the mean of all, divided
    by POINTS."""
    done: NDArray[np.bool_]


Sampler = Callable[[Bytes, Bytes], tuple[Numbers, Floats]]
"""Chooses an action for each row, and tells the logarithms of their chances."""


def play(env: Vector, count: int, choose: Sampler) -> Steps:
    """Play so many steps in every deal."""
    players, size = env.rules.players, (count, len(env))
    observations = np.zeros((count + 1, len(env), env.layout.size), np.uint8)
    hands = np.zeros((count + 1, len(env), players * CARDS), np.uint8)
    masks = np.zeros((*size, ACTIONS), np.uint8)
    actions, chances = np.zeros(size, np.int64), np.zeros(size, np.float32)
    seats, done = np.zeros((count + 1, len(env)), np.int8), np.zeros(size, np.bool_)
    rewards = np.zeros((*size, players), np.float32)
    rows = np.arange(len(env))[:, None]
    for step in range(count + 1):
        observations[step], seats[step] = env.observations, env.seats
        turned = (env.seats[:, None] + np.arange(players)) % players
        hands[step] = env.hands()[rows, turned].reshape(len(env), -1)
        if step == count:
            break
        masks[step] = env.masks
        actions[step], chances[step] = choose(env.observations, env.masks)
        env.step(actions[step])
        rewards[step], done[step] = env.rewards, env.done
    rewards = (rewards - rewards.mean(2, keepdims=True)) / POINTS
    return Steps(observations, hands, masks, actions, chances, seats, rewards, done)


def gains(steps: Steps, values: Floats, keeping: float) -> Floats:
    """[count, n, players]: by how much each step and what came after it has changed what the seats
    are told to get, the later changes of a deal weighing less by `keeping` for every step; with 1
    it is what they got less what they were told."""
    after = np.where(steps.done[..., None], steps.rewards, values[1:])
    changes = after - values[:-1]
    gained = np.zeros_like(changes)
    coming = np.zeros_like(changes[0])
    for step in reversed(range(len(changes))):
        coming = changes[step] + keeping * coming * ~steps.done[step][:, None]
        gained[step] = coming
    return gained


def of_actor(values: Floats, steps: Steps) -> Floats:
    """[count, n]: those of the seat that acts, of values by seat."""
    seats = steps.seats[: len(values), :, None].astype(np.int64)
    return np.take_along_axis(values, seats, 2)[..., 0]
