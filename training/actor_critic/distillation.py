"""Distillation in JAX: a small network learns the probabilities that the actor gives to cards.

Deals are played by both, each seat by one of them, so that the small one meets the positions that
it comes into by itself: S. Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and
structured prediction to no-regret online learning", 2011. Passing and exposing are the actor's.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax
from jax import Array

from training.actor_critic import games
from training.actor_critic.games import CARDS, RANKS, SEATS, Deals, Options
from training.actor_critic.inputs import PASSING, PLAYING, inputs_of
from training.actor_critic.perceptron import Weights, forward
from training.actor_critic.rollouts import FORBIDDEN, PASSED

SMALL, ACTOR, HOT_ACTOR = range(3)
"""The kinds of players: a hot actor often plays badly."""
SHARES = (0.5, 0.35, 0.15)
"""The shares of the seats that they have."""
HEAT = 4.0
"""The temperature of a hot actor."""
NO_PASSING = 0.45
"""The share of the deals without passing."""
PLAYED, FROM_TABLE, AFTER_SIZE = 52, 260, 678
"""The first of the actor's inputs of the cards played, of those on the table, and after the size of
the hand: see `gongzhu.bots.network.inputs`."""
BROKEN = 891
"""The actor's input of broken hearts."""
AVERAGING = 0.98
"""The share of the average of the weights that is kept from round to round."""


class Examples(NamedTuple):
    """Positions, each with what the actor would do."""

    inputs: Array
    """uint8 [n, inputs]"""
    legal: Array
    """bool [n, c]"""
    wanted: Array
    """float32 [n, c]: the logarithms of the actor's probabilities."""


class Distilling(NamedTuple):
    """All that is learned."""

    small: Weights
    average: Weights
    """Of the small network over the last rounds."""
    optimizer: optax.OptState


def new_distilling(small: Weights) -> Distilling:
    """The beginning, with these weights."""
    return Distilling(small, small, optax.scale_by_adam().init(small))


def small_inputs(inputs: Array) -> Array:
    """uint8 [b, inputs of the small network], of those of the actor, uint8 [b, inputs]."""
    gone = inputs[:, PLAYED:FROM_TABLE].reshape(-1, SEATS, CARDS).max(1)
    broken = inputs[:, BROKEN : BROKEN + 1]
    return jnp.concatenate([inputs[:, :PLAYED], gone, inputs[:, FROM_TABLE:AFTER_SIZE], broken], 1)


def play_examples(actor: Weights, small: Weights, deals: int, key: Array) -> Examples:
    """The positions of so many deals, in their order: those of one after those of another."""
    keys = jax.random.split(key, 5)
    options = _new_options(deals, keys[0])
    kinds = jax.random.choice(keys[1], len(SHARES), (deals, SEATS), p=jnp.asarray(SHARES))
    played = games.deal(keys[2], deals)
    count = PASSED * SEATS
    passes = jnp.arange(count), jax.random.split(keys[3], count)
    played, _ = jax.lax.scan(partial(_pass_one, actor, options), played, passes)
    played = games.begin(played, True, options.steps, jnp.full(deals, SEATS))
    trick = partial(_play_trick, actor, small, options, kinds)
    turns = jnp.arange(RANKS), jax.random.split(keys[4], RANKS)
    _, made = jax.lax.scan(trick, played, turns)
    return Examples(
        *(
            part.reshape(SEATS * RANKS, deals, -1).swapaxes(0, 1).reshape(SEATS * RANKS * deals, -1)
            for part in made
        )
    )


def _new_options(deals: int, key: Array) -> Options:
    first, second = jax.random.split(key)
    passed_on = jax.random.randint(second, (deals,), 1, SEATS)
    return Options(
        partners=jnp.zeros(deals, bool),
        sale=jnp.zeros(deals, bool),
        steps=jnp.where(jax.random.bernoulli(first, NO_PASSING, (deals,)), 0, passed_on),
    )


def _pass_one(
    actor: Weights, options: Options, deals: Deals, turn: tuple[Array, Array]
) -> tuple[Deals, None]:
    """A seat puts a card aside, where cards are passed."""
    number, key = turn
    seat = jnp.full(deals.leader.shape, number // PASSED, jnp.int32)
    scores = _scores(actor, inputs_of(deals, options, seat, True, PASSING))
    scores = jnp.where(games.of_seat(deals.hands, seat), scores[:, :CARDS], FORBIDDEN)
    card = jax.random.categorical(key, scores, axis=1)
    return games.choose_pass(deals, seat, card, options.steps > 0), None


def _play_trick(
    actor: Weights,
    small: Weights,
    options: Options,
    kinds: Array,
    deals: Deals,
    turn: tuple[Array, Array],
) -> tuple[Deals, Examples]:
    """A trick, and its four positions."""
    trick, key = turn
    made = list[Examples]()
    for place, own_key in enumerate(jax.random.split(key, SEATS)):
        seat = (deals.leader + place) % SEATS
        legal = games.legal_cards(deals, seat, True, trick == 0, place == 0)
        inputs = inputs_of(deals, options, seat, True, PLAYING)
        told = jnp.where(legal, _scores(actor, inputs)[:, :CARDS], FORBIDDEN)
        few = small_inputs(inputs)
        kind = games.of_seat(kinds, seat)[:, None]
        scores = jnp.where(kind == SMALL, _scores(small, few), told)
        scores = jnp.where(kind == HOT_ACTOR, scores / HEAT, scores)
        card = jax.random.categorical(own_key, jnp.where(legal, scores, FORBIDDEN), axis=1)
        made.append(Examples(few, legal, jax.nn.log_softmax(told, axis=1)))
        deals = games.play(deals, seat, card.astype(jnp.int32), place)
    return deals, jax.tree.map(lambda *parts: jnp.stack(parts), *made)


def _scores(weights: Weights, inputs: Array) -> Array:
    """In float32, which processors multiply faster than halves of it."""
    return forward(weights, inputs, jnp.float32)


def distil_round(
    actor: Weights,
    deals: int,
    steps: int,
    learning: Distilling,
    key: Array,
    rate: Array,
) -> tuple[Distilling, Array]:
    """A round: play deals, and learn from them in so many steps; float32 [2] with it: the
    divergence in nats, and the share of the positions in which both like the same card best."""
    examples = play_examples(actor, learning.small, deals, key)
    size = deals * SEATS * RANKS // steps
    optimizer = optax.scale_by_adam()

    def step(
        carry: tuple[Weights, optax.OptState], number: Array
    ) -> tuple[tuple[Weights, optax.OptState], Array]:
        small, state = carry
        cut = partial(jax.lax.dynamic_slice_in_dim, start_index=number * size, slice_size=size)
        part = jax.tree.map(cut, examples)
        (missed, same), gradient = jax.value_and_grad(_divergence, has_aux=True)(small, part)
        updates, state = optimizer.update(gradient, state)
        small = jax.tree.map(lambda weight, update: weight - rate * update, small, updates)
        return (small, state), jnp.stack([missed, same])

    (small, state), told = jax.lax.scan(step, learning[::2], jnp.arange(steps))
    average = jax.tree.map(
        lambda old, new: AVERAGING * old + (1 - AVERAGING) * new, learning.average, small
    )
    return Distilling(small, average, state), told.mean(0)


def _divergence(small: Weights, part: Examples) -> tuple[Array, Array]:
    """The mean divergence (Kullback and Leibler) of the small network's probabilities from the
    actor's, where there is a choice; the share in which both like the same card best."""
    scores = jnp.where(part.legal, _scores(small, part.inputs), FORBIDDEN)
    chances = jax.nn.log_softmax(scores, axis=1)
    missed = jnp.where(part.legal, jnp.exp(part.wanted) * (part.wanted - chances), 0.0).sum(1)
    counts = part.legal.sum(1) > 1
    same = chances.argmax(1) == part.wanted.argmax(1)
    return (missed * counts).sum() / counts.sum(), (same & counts).sum() / counts.sum()
