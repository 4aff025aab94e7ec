"""The knowledge of a seat, as bytes of 0 and 1, and what only the critic is shown.

The groups of inputs, in this order, where a place counts the seats from the own one on:

- the hand; the cards played, by place; those on the table, by place, of the others; the captured
  cards that count, by place; the suits that another has shown out of;
- the suit led, the card that wins the trick so far, and the place that it came from;
- the lengths of the own suits and of those that are out, and the size of the hand;
- in Hearts: the own passed cards that are not played yet, by the place that has them; the cards
  received; the seats that cards are passed on by; whether they are being passed; hearts broken;
- in Gong Zhu: the exposed key cards, and by place who holds them; the suits led to complete tricks;
  partners; exposing allowed; the key card that is asked about.

Whoever plays by a network must give it exactly these.
"""

import jax.numpy as jnp
import numpy as np
from jax import Array

from training.actor_critic.games import (
    CARDS,
    COUNTING,
    KEYS,
    RANKS,
    SEATS,
    SUIT,
    SUITS,
    Deals,
    Options,
    of_seat,
    received,
    winning,
)

PASSING, EXPOSING, PLAYING = range(3)
"""The kinds of decisions."""
LENGTHS = RANKS + 1
"""A suit or a hand has 0 to 13 cards."""


def turned(planes: Array, seat: Array) -> Array:
    """[b, s, …] with the seats counted from this one on."""
    places = (seat[:, None] + jnp.arange(SEATS)) % SEATS
    return jnp.take_along_axis(planes, places.reshape(*places.shape, *[1] * (planes.ndim - 2)), 1)


def inputs_of(
    deals: Deals, options: Options, seat: Array, hearts: bool, phase: int, asked: int | Array = 0
) -> Array:
    """uint8 [b, inputs]: what the seat knows. `asked`: the key card that it may expose, 0 to 3."""
    size = seat.shape[0]
    hand = of_seat(deals.hands, seat)
    played, table = turned(deals.played, seat), turned(deals.table, seat)
    captured = turned(deals.captured, seat)
    seen = hand | played.any(1)
    winner, best = winning(deals)
    on_table = deals.suit < SUITS
    suits = jnp.asarray(np.eye(SUITS, dtype=np.int32)[SUIT])
    parts = [
        hand,
        played,
        table[:, 1:],
        captured[:, :, COUNTING],
        turned(deals.voids, seat)[:, 1:],
        deals.suit[:, None] == jnp.arange(SUITS),
        (best[:, None] == jnp.arange(CARDS)) & on_table[:, None],
        (((winner - seat) % SEATS)[:, None] == jnp.arange(SEATS)) & on_table[:, None],
        (hand.astype(jnp.int32) @ suits)[:, :, None] == jnp.arange(LENGTHS),
        ((~seen).astype(jnp.int32) @ suits)[:, :, None] == jnp.arange(LENGTHS),
        hand.sum(1)[:, None] == jnp.arange(LENGTHS),
    ]
    if hearts:
        steps = options.steps
        kept = of_seat(deals.passed, seat) & ~played.any(1)
        to = steps[:, None] == jnp.arange(1, SEATS)
        parts += [
            kept[:, None, :] & to[:, :, None],
            of_seat(received(deals, steps), seat) & (phase == PLAYING),
            steps[:, None] == jnp.arange(SEATS),
            jnp.full((size, 1), phase == PASSING),
            deals.broken[:, None],
        ]
    else:
        known = deals.exposed if phase == PLAYING else deals.exposed & hand
        holders = turned(deals.hands, seat)[:, :, KEYS] & known[:, None, KEYS]
        question = (jnp.arange(SUITS) == asked) & (phase == EXPOSING)
        parts += [
            known[:, KEYS],
            holders,
            deals.suits_led,
            options.partners[:, None],
            options.sale[:, None],
            jnp.broadcast_to(question, (size, SUITS)),
        ]
    flat = [jnp.broadcast_to(part, (size, *part.shape[1:])).reshape(size, -1) for part in parts]
    return jnp.concatenate(flat, 1).astype(jnp.uint8)


def hidden_of(deals: Deals, options: Options, seat: Array, hearts: bool) -> Array:
    """uint8 [b, 3 × 52 + 4]: the others' hands from the next seat on, for the critic alone, with
    the cards exposed."""
    hands = deals.hands
    if hearts:
        # Cards put aside lie with the seat that they go to.
        waiting = received(deals, options.steps) & ~deals.played.any(1)[:, None, :]
        hands = hands | waiting
    others = turned(hands, seat)[:, 1:].reshape(seat.shape[0], -1)
    return jnp.concatenate([others, deals.exposed[:, KEYS]], 1).astype(jnp.uint8)
