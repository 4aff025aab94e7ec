"""Self-play of whole batches: every decision with its inputs, its action and the critic's value."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from training.actor_critic import games
from training.actor_critic.games import CARDS, KEYS, RANKS, SEATS, SUITS, Deals, Options, is_card
from training.actor_critic.inputs import EXPOSING, PASSING, PLAYING, hidden_of, inputs_of
from training.actor_critic.perceptron import Weights, forward

DECLINED = CARDS
"""The action that leaves a key card unexposed."""
ACTIONS = CARDS + 1
PASSED = 3
"""The cards that a seat passes on."""
FORBIDDEN = -1e9
"""The score of actions that are not allowed."""


class Steps(NamedTuple):
    """Decisions: t by b, the decision and the deal."""

    inputs: Array
    """uint8 [t, b, inputs]"""
    hidden: Array
    """uint8 [t, b, hidden]"""
    legal: Array
    """bool [t, b, ACTIONS]"""
    action: Array
    """int32 [t, b]"""
    chance: Array
    """float32 [t, b]: the logarithm of the action's probability."""
    value: Array
    """float32 [t, b]: what the critic expected, the pig being 1."""
    seat: Array
    """int32 [t, b]"""
    counts: Array
    """bool [t, b]: there was a choice, and the seat is one that learns."""


class Script(NamedTuple):
    """Actions that are laid down instead of drawn."""

    early: Array
    """int32 [t, b]: those before play; in Hearts 12 cards passed, seat by seat, in Gong Zhu what
    became of the 4 key cards."""
    late: Array
    """int32 [52, b]: the cards played."""


class Player(NamedTuple):
    """The players: the weights of each kind of player, the kind of each seat, and how it draws."""

    actors: tuple[Weights, ...]
    critic: Weights
    kind: Array
    """int32 [b, s]: the place among `actors`."""
    heat: Array
    """float32 [b, s]: the temperature; seats above 1 do not learn."""


class _Table(NamedTuple):
    """All that stays the same while deals are played."""

    player: Player
    options: Options
    hearts: bool


_Turn = tuple[Array, Array, Array | None]
"""A number, the key of the draws, and the actions laid down, if any."""


def _decide(
    table: _Table,
    deals: Deals,
    seat: Array,
    legal: Array,
    key: Array,
    phase: int,
    asked: int | Array = 0,
    told: Array | None = None,
) -> Steps:
    """The decision of a seat. `legal`: bool [b, ACTIONS]; `told`: int32 [b], the action if it is
    laid down."""
    player, options, hearts = table
    inputs = inputs_of(deals, options, seat, hearts, phase, asked)
    hidden = hidden_of(deals, options, seat, hearts)
    outputs = forward(player.actors[0], inputs)
    kind = games.of_seat(player.kind, seat)
    for place, other in enumerate(player.actors[1:], 1):
        outputs = jnp.where((kind == place)[:, None], forward(other, inputs), outputs)
    heat = games.of_seat(player.heat, seat)
    scores = jnp.where(legal, outputs / heat[:, None], FORBIDDEN)
    action = jax.random.categorical(key, scores, axis=1) if told is None else told
    chances = jax.nn.log_softmax(scores, axis=1)
    value = forward(player.critic, jnp.concatenate([inputs, hidden], 1))[:, 0]
    return Steps(
        inputs=inputs,
        hidden=hidden,
        legal=legal,
        action=action.astype(jnp.int32),
        chance=jnp.take_along_axis(chances, action[:, None], 1)[:, 0],
        value=value,
        seat=seat,
        counts=(legal.sum(1) > 1) & (heat == 1),
    )


def _with_declined(cards: Array, declined: bool) -> Array:
    """bool [b, ACTIONS] of bool [b, c]."""
    return jnp.concatenate([cards, jnp.full((cards.shape[0], 1), declined)], 1)


def _pass_one(table: _Table, deals: Deals, turn: _Turn) -> tuple[Deals, Steps]:
    """A seat puts a card aside; in deals without passing nothing happens, and nothing counts."""
    number, key, told = turn
    seat = jnp.full(deals.leader.shape, number // PASSED, jnp.int32)
    takes_part = table.options.steps > 0
    legal = _with_declined(games.of_seat(deals.hands, seat), False)
    made = _decide(table, deals, seat, legal, key, PASSING, 0, told)
    made = made._replace(counts=made.counts & takes_part)
    return games.choose_pass(deals, seat, made.action, takes_part), made


def _expose_one(table: _Table, deals: Deals, turn: _Turn) -> tuple[Deals, Steps]:
    """The holder of a key card exposes it or declines."""
    number, key, told = turn
    card = jnp.asarray(KEYS)[number]
    seat = deals.hands[:, :, card].argmax(1).astype(jnp.int32)
    sale = table.options.sale[:, None]
    asked = jnp.broadcast_to(jnp.arange(CARDS) == card, (sale.shape[0], CARDS)) & sale
    legal = _with_declined(asked, True)
    made = _decide(table, deals, seat, legal, key, EXPOSING, number, told)
    return deals._replace(exposed=deals.exposed | is_card(made.action)), made


def _play_trick(table: _Table, deals: Deals, turn: _Turn) -> tuple[Deals, Steps]:
    """A trick, and its four decisions."""
    trick, key, told = turn
    made = list[Steps]()
    for place, own_key in enumerate(jax.random.split(key, SEATS)):
        seat = (deals.leader + place) % SEATS
        legal = games.legal_cards(deals, seat, table.hearts, trick == 0, place == 0)
        legal = _with_declined(legal, False)
        laid_down = None if told is None else told[place]
        made.append(_decide(table, deals, seat, legal, own_key, PLAYING, 0, laid_down))
        deals = games.play(deals, seat, made[-1].action, place)
    return deals, jax.tree.map(lambda *parts: jnp.stack(parts), *made)


def play_deals(
    player: Player,
    deals: Deals,
    options: Options,
    captor: Array,
    key: Array,
    hearts: bool,
    script: Script | None = None,
) -> tuple[Deals, Steps, Steps]:
    """The deals played out, the decisions before play, and those of play, 52 of them."""
    size = captor.shape[0]
    table = _Table(player, options, hearts)
    first_key, play_key = jax.random.split(key)
    count = PASSED * SEATS if hearts else SUITS
    turns = jnp.arange(count), jax.random.split(first_key, count), script and script.early
    before = partial(_pass_one if hearts else _expose_one, table)
    deals, early = jax.lax.scan(before, deals, turns)
    deals = games.begin(deals, hearts, options.steps, captor)
    laid_down = script and script.late.reshape(RANKS, SEATS, size)
    turns = jnp.arange(RANKS), jax.random.split(play_key, RANKS), laid_down
    deals, late = jax.lax.scan(partial(_play_trick, table), deals, turns)
    late = jax.tree.map(lambda part: part.reshape(RANKS * SEATS, *part.shape[2:]), late)
    return deals, early, late


def by_seat(late: Array, seats: Array) -> Array:
    """[trick, b, s] of [52, b]: a seat plays once in every trick. `seats`: int32 [52, b]."""
    late = late.reshape(RANKS, SEATS, -1, 1)
    seats = seats.reshape(RANKS, SEATS, -1, 1)
    return (late * (seats == jnp.arange(SEATS))).sum(1)


def expected_gains(late: Steps, gains: Array, keeping: float) -> Array:
    """float32 [trick, b, s]: what each seat may expect before each trick, by what the critic says
    of it and of all later ones (J. Schulman et al., "High-dimensional continuous control using
    generalized advantage estimation", 2016). `gains`: float32 [b, s]; `keeping`: λ."""
    values = by_seat(late.value, late.seat)
    after = jnp.concatenate([values[1:], gains[None]])

    def back(ahead: Array, step: tuple[Array, Array]) -> tuple[Array, Array]:
        now, then = step
        ahead = then - now + keeping * ahead
        return ahead, ahead

    _, ahead = jax.lax.scan(back, jnp.zeros_like(gains), (values, after), reverse=True)
    return ahead + values
