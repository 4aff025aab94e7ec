"""A round: deals of all rules, played out, and what every decision is to learn from them."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from training.actor_critic import games
from training.actor_critic.games import RANKS, SEATS, Options
from training.actor_critic.perceptron import Weights
from training.actor_critic.rollouts import Player, Script, Steps, expected_gains, play_deals
from training.actor_critic.settings import Settings

KEEPING = 0.95
"""The weight of a later trick's change, for every trick."""
WEAK_DEALS, WEAK_SEATS = 0.15, 0.5
"""The share of the deals with weak seats in them, and that of the seats there."""
WEAK_HEAT, WILD_HEAT = 4.0, 1e6
"""The temperatures of weak seats; wild ones play at random."""
WILD_SEATS = 0.3
"""The share of the weak seats that are wild."""
TRIAL_HEAT = 0.25
"""The temperature of trials: a player who means to win draws little."""
GROUPS = 4
"""The deals are told apart by partners × 2 + sale; in Hearts all are of one group."""


class Shown(NamedTuple):
    """Deals that others have played."""

    holders: Array
    """int32 [b, c]: the seat that each card was dealt to."""
    options: Options
    captor: Array
    """int32 [b]: the seat that leads in Gong Zhu; SEATS: the holder of 2♠."""
    script: Script


class Lessons(NamedTuple):
    """The lessons of the decisions of a round; t by b, the decision and the deal."""

    steps: Steps
    advantage: Array
    """float32 [t, b]: what was gained above what the critic expected, the pig being 1."""
    wanted: Array
    """float32 [t, b]: what the critic should have expected."""
    spread: Array
    """float32 [b]: the standard deviation of the advantage among deals of its group."""


class Round(NamedTuple):
    """A round that was played."""

    lessons: Lessons
    gains: Array
    """float32 [b, s]"""
    heat: Array
    """float32 [b, s]: the temperature of each seat."""


def shown_rounds(file: Path, size: int, copies: int, seed: int) -> Iterator[Shown]:
    """The demonstrations in a file so many times over, each time in a new order, `size` deals at
    a time; those that do not fill a round are left out."""
    with np.load(file) as saved:
        holders, early, late, told = (saved[n] for n in ("holders", "early", "late", "told"))
    drawn = np.random.default_rng(seed)
    for _ in range(copies):
        order = drawn.permutation(len(holders))
        for first in range(0, len(order) - size + 1, size):
            rows = order[first : first + size]
            partners, sale, steps, captor = told[rows].T.astype(np.int32)
            yield Shown(
                holders[rows].astype(np.int32),
                Options(partners > 0, sale > 0, steps),
                captor,
                Script(early[rows].T.astype(np.int32), late[rows].T.astype(np.int32)),
            )


def new_options(key: Array, settings: Settings) -> tuple[Options, Array]:
    """The rules of a round's deals, and int32 [b], the captors that lead in Gong Zhu."""
    size = settings.deals
    first, second, third = jax.random.split(key, 3)
    half = jax.random.bernoulli
    steps = jax.random.randint(first, (size,), -2, SEATS).clip(0).astype(jnp.int32)
    options = Options(
        partners=half(first, 0.5, (size,)) & (not settings.hearts),
        sale=half(second, 0.5, (size,)) & (not settings.hearts),
        steps=steps if settings.hearts else jnp.zeros(size, jnp.int32),
    )
    captor = jax.random.randint(third, (size,), 0, 2 * SEATS).clip(0, SEATS).astype(jnp.int32)
    return options, captor


def play_round(
    settings: Settings, actor: Weights, critic: Weights, key: Array, shown: Shown | None
) -> Round:
    """Play a round of deals, or those `shown`."""
    hearts, size = settings.hearts, settings.deals
    keys = jax.random.split(key, 5)
    heat = jnp.ones((size, SEATS)) if shown else _heat(keys[1], size)
    options, captor = new_options(keys[0], settings)
    deals, script = games.deal(keys[2], size), None
    if shown:
        options, captor, script = shown.options, shown.captor, shown.script
        deals = deals._replace(hands=shown.holders[:, None, :] == jnp.arange(SEATS)[None, :, None])
    player = Player((actor,), critic, jnp.zeros((size, SEATS), jnp.int32), heat)
    ended, early, late = play_deals(player, deals, options, captor, keys[3], hearts, script)
    gains = games.gains(ended, hearts, options.partners)
    expected = expected_gains(late, gains, KEEPING)
    trick_of = jnp.arange(RANKS * SEATS) // SEATS
    wanted_late = expected[trick_of[:, None], jnp.arange(size)[None], late.seat]
    wanted_early = expected[0][jnp.arange(size)[None], early.seat]
    steps = jax.tree.map(lambda one, two: jnp.concatenate([one, two]), early, late)
    wanted = jnp.concatenate([wanted_early, wanted_late])
    advantage = wanted - steps.value
    spread = _spread(options, steps.counts, advantage)
    return Round(Lessons(steps, advantage, wanted, spread), gains, heat)


def _heat(key: Array, size: int) -> Array:
    """float32 [b, s]: temperatures; the seats at 1 learn, among others that play worse."""
    first, second, third = jax.random.split(key, 3)
    weak = jax.random.bernoulli(first, WEAK_DEALS, (size, 1))
    weak &= jax.random.bernoulli(second, WEAK_SEATS, (size, SEATS))
    wild = jax.random.bernoulli(third, WILD_SEATS, (size, SEATS))
    return jnp.where(weak, jnp.where(wild, WILD_HEAT, WEAK_HEAT), 1.0)


def _spread(options: Options, counts: Array, advantage: Array) -> Array:
    """float32 [b]: exposing multiplies the points; without this it would outshout the rest."""
    group = options.partners * 2 + options.sale
    among = (group == jnp.arange(GROUPS)[:, None])[:, None, :] & counts
    spread = jnp.sqrt((among * advantage**2).sum((1, 2)) / among.sum((1, 2)).clip(1))
    return jnp.where(spread > 0, spread, 1.0)[group]


def groups_of(hearts: bool) -> tuple[str, ...]:
    """The groups that `duel` tells apart."""
    if hearts:
        return "without passing", "with passing"
    return "alone, no sale", "alone, open sale", "partners, no sale", "partners, open sale"


def duel(settings: Settings, critic: Weights, actors: tuple[Weights, Weights], key: Array) -> Array:
    """float32 [GROUPS, 2]: the points a deal that a seat of the first actor has above one of the
    second, better being more, and the standard error; by the groups of `groups_of`. The first has
    the even seats."""
    hearts, size = settings.hearts, settings.deals
    keys = jax.random.split(key, 4)
    options, captor = new_options(keys[0], settings)
    kind = jnp.broadcast_to(jnp.arange(SEATS) % 2, (size, SEATS)).astype(jnp.int32)
    player = Player(actors, critic, kind, jnp.full((size, SEATS), TRIAL_HEAT))
    ended, _, _ = play_deals(player, games.deal(keys[2], size), options, captor, keys[3], hearts)
    got = games.points(ended, hearts).astype(jnp.float32)
    gained = (got[:, 0] + got[:, 2] - got[:, 1] - got[:, 3]) / 2
    gained = -gained if hearts else gained
    group = options.partners * 2 + options.sale + (options.steps > 0)
    among = group == jnp.arange(GROUPS)[:, None]
    count = among.sum(1).clip(2)
    mean = (among * gained).sum(1) / count
    error = jnp.sqrt((among * (gained - mean[:, None]) ** 2).sum(1) / count / (count - 1))
    return jnp.stack([mean, error], 1)
