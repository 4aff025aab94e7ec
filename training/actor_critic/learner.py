"""Proximal policy optimisation with a critic that sees all hands.

J. Schulman, F. Wolski, P. Dhariwal, A. Radford, O. Klimov, "Proximal policy optimization
algorithms", 2017; L. Pinto, M. Andrychowicz, P. Welinder, W. Zaremba, P. Abbeel, "Asymmetric actor
critic for image-based robot learning", 2017. The actor that plays in the end is an average of those
of the rounds (B. T. Polyak, A. B. Juditsky, "Acceleration of stochastic approximation by
averaging", SIAM Journal on Control and Optimization 30, 1992).
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax
from jax import Array

from training.actor_critic import games
from training.actor_critic.games import Options
from training.actor_critic.inputs import PLAYING, hidden_of, inputs_of
from training.actor_critic.perceptron import Weights, forward, new_weights
from training.actor_critic.rollouts import ACTIONS, FORBIDDEN
from training.actor_critic.rounds import Lessons, Round, Shown, play_round
from training.actor_critic.settings import Settings

CLIP = 0.2
HUBER = 5.0
"""Errors of the critic count by their squares up to so many standard deviations."""
AVERAGING = 0.99
"""The share of the average that is kept from round to round."""
NORM, EPSILON = 1.0, 1e-5
"""The largest norm of a gradient, and what Adam adds to its scale."""

Figures = dict[str, Array]
"""Of a round, float32 each: `entropy`, in nats; `clipped`, the share of the steps at the clip;
`explained`, the share of the variance that the critic explains; `spread`, as in `Lessons`;
`chance`, the mean logarithm of the chances of actions; `strong`, what seats that learn gained among
weak ones, the pig being 1."""


class Learning(NamedTuple):
    """All that is learned."""

    actor: Weights
    critic: Weights
    average: Weights
    """Of the actor over the last rounds."""
    optimizer: optax.OptState


def optimizer_of() -> optax.GradientTransformation:
    """Adam; its rate is multiplied in by the round."""
    return optax.chain(optax.clip_by_global_norm(NORM), optax.scale_by_adam(eps=EPSILON))


def sizes(hearts: bool) -> tuple[int, int]:
    """The number of inputs, and of those that only the critic has."""
    deals = games.deal(jax.random.key(0), 1)
    none = jnp.zeros(1, bool)
    options = Options(none, none, jnp.zeros(1, jnp.int32))
    seat = jnp.zeros(1, jnp.int32)
    inputs = inputs_of(deals, options, seat, hearts, PLAYING)
    return inputs.shape[1], hidden_of(deals, options, seat, hearts).shape[1]


def new_learning(key: Array, settings: Settings) -> Learning:
    """The weights and the optimizer before anything is learned."""
    inputs, hidden = sizes(settings.hearts)
    first, second = jax.random.split(key)
    actor = new_weights(first, (inputs, *settings.widths, ACTIONS), 0.01)
    critic = new_weights(second, (inputs + hidden, *settings.critic_widths, 1), 0.1)
    return Learning(actor, critic, actor, optimizer_of().init((actor, critic)))


def round_of(
    settings: Settings,
    learning: Learning,
    key: Array,
    rate: Array,
    bonus: Array,
    shown: Shown | None = None,
) -> tuple[Learning, Figures]:
    """A round: play deals, and learn from them. `bonus`: for a nat of entropy; `shown`: deals to
    copy instead."""
    played = play_round(settings, learning.actor, learning.critic, key, shown)
    (actor, critic, state), (entropy, clipped) = _learn(
        settings, learning, played.lessons, rate, bonus, shown is not None
    )
    average = jax.tree.map(
        lambda old, new: AVERAGING * old + (1 - AVERAGING) * new, learning.average, actor
    )
    figures = {"entropy": entropy.mean(), "clipped": clipped.mean(), **_figures_of(played)}
    return Learning(actor, critic, average, state), figures


def _learn(
    settings: Settings,
    learning: Learning,
    lessons: Lessons,
    rate: Array,
    bonus: Array,
    copying: bool,
) -> tuple[tuple[Weights, Weights, optax.OptState], tuple[Array, Array]]:
    """The actor, the critic and the optimizer's state after all epochs; the entropy and the share
    clipped at each step."""
    size = settings.deals // settings.batches
    optimizer = optimizer_of()
    gradient_of = jax.grad(partial(_loss, bonus=bonus, copying=copying), has_aux=True)

    def step(
        carry: tuple[Weights, Weights, optax.OptState], number: Array
    ) -> tuple[tuple[Weights, Weights, optax.OptState], tuple[Array, Array]]:
        actor, critic, state = carry
        part = _part_of(lessons, (number % settings.batches) * size, size)
        gradients, told = gradient_of((actor, critic), part)
        updates, state = optimizer.update(gradients, state)
        actor, critic = jax.tree.map(
            lambda weight, update: weight - rate * update, (actor, critic), updates
        )
        return (actor, critic, state), told

    carry = (learning.actor, learning.critic, learning.optimizer)
    return jax.lax.scan(step, carry, jnp.arange(settings.epochs * settings.batches))


def _part_of(lessons: Lessons, first: Array, size: int) -> Lessons:
    """The lessons of so many deals. Deals are independent, so that they need no shuffling."""
    cut = partial(jax.lax.dynamic_slice_in_dim, start_index=first, slice_size=size)
    return Lessons(
        jax.tree.map(partial(cut, axis=1), lessons.steps),
        cut(lessons.advantage, axis=1),
        cut(lessons.wanted, axis=1),
        cut(lessons.spread, axis=0),
    )


def _loss(
    weights: tuple[Weights, Weights], part: Lessons, *, bonus: Array, copying: bool
) -> tuple[Array, tuple[Array, Array]]:
    """The loss of actor and critic; the actor's entropy and the share of its steps clipped."""
    actor, critic = weights
    flat = jax.tree.map(lambda one: one.reshape(-1, *one.shape[2:]), part.steps)
    advantage, wanted = part.advantage.reshape(-1), part.wanted.reshape(-1)
    spread = jnp.broadcast_to(part.spread, part.advantage.shape).reshape(-1)
    counts = flat.counts.astype(jnp.float32)
    total = counts.sum().clip(1)
    scores = jnp.where(flat.legal, forward(actor, flat.inputs), FORBIDDEN)
    chances = jax.nn.log_softmax(scores, axis=1)
    chance = jnp.take_along_axis(chances, flat.action[:, None], 1)[:, 0]
    # What does not count may have been forbidden, and its ratio infinite.
    ratio = jnp.exp(jnp.where(counts > 0, chance - flat.chance, 0.0))
    scaled = advantage / spread
    gained = jnp.minimum(ratio * scaled, ratio.clip(1 - CLIP, 1 + CLIP) * scaled)
    gained = chance if copying else gained
    entropy = -(jnp.where(flat.legal, jnp.exp(chances) * chances, 0.0)).sum(1)
    loss = -(gained * counts).sum() / total - bonus * (entropy * counts).sum() / total
    told = forward(critic, jnp.concatenate([flat.inputs, flat.hidden], 1))[:, 0]
    clipped = ((jnp.abs(ratio - 1) > CLIP) * counts).sum() / total
    critic_loss = _huber((told - wanted) / spread).mean()
    return loss + critic_loss, ((entropy * counts).sum() / total, clipped)


def _huber(missed: Array) -> Array:
    """P. J. Huber, "Robust estimation of a location parameter", 1964."""
    small = jnp.abs(missed) < HUBER
    return jnp.where(small, 0.5 * missed**2, HUBER * jnp.abs(missed) - HUBER**2 / 2)


def _figures_of(played: Round) -> Figures:
    lessons, counts = played.lessons, played.lessons.steps.counts
    missed = ((lessons.wanted - lessons.steps.value) ** 2 * counts).sum()
    variance = ((lessons.wanted - lessons.wanted.mean()) ** 2 * counts).sum()
    among_weak = (played.heat == 1) * (played.heat > 1).any(1)[:, None]
    return {
        "explained": 1 - missed / variance,
        "spread": lessons.spread.mean(),
        "chance": (lessons.steps.chance * counts).sum() / counts.sum(),
        "strong": (played.gains * among_weak).sum() / among_weak.sum().clip(1),
    }
