"""Whole batches of deals in JAX: dealing, passing, exposing, legal cards, tricks and points.

Two games of four players and 52 cards: Gong Zhu by `gongzhu-pagat`, alone or with partners, with
open exposing or none; and Hearts by `hearts-denexa`, with passing or without. All deals of a batch
are at the same card. Cards are numbered 13 times the order of their suit plus the rank's place
from the two, 0 to 51. `b` is the deal, `s` the seat, `c` the card in the shapes below.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

SEATS, CARDS, SUITS, RANKS = 4, 52, 4, 13
SUIT = np.arange(CARDS) // RANKS
"""int [c]: the suit of each card: clubs, diamonds, hearts, spades."""
HEART = 2
HEARTS = SUIT == HEART
"""bool [c]"""
TEN_OF_CLUBS, JACK_OF_DIAMONDS, ACE_OF_HEARTS, QUEEN_OF_SPADES = 8, 22, 38, 49
KEYS = np.array([TEN_OF_CLUBS, JACK_OF_DIAMONDS, ACE_OF_HEARTS, QUEEN_OF_SPADES])
TWO_OF_CLUBS, TWO_OF_SPADES = 0, 39
COUNTING = np.flatnonzero(HEARTS | np.isin(np.arange(CARDS), KEYS))
"""The cards that count in either game, 16."""
GONGZHU_HEARTS = np.zeros(CARDS, np.int32)
GONGZHU_HEARTS[HEARTS] = [0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50]
"""int32 [c]: the points of each heart in Gong Zhu."""


class Options(NamedTuple):
    """The rules of each deal."""

    partners: Array
    """bool [b]; Gong Zhu: seats across play together."""
    sale: Array
    """bool [b]; Gong Zhu: key cards may be exposed."""
    steps: Array
    """int32 [b]; Hearts: seats that three cards are passed on by, 0 to 3."""


class Deals(NamedTuple):
    """A batch of deals."""

    hands: Array
    """bool [b, s, c]"""
    played: Array
    """bool [b, s, c]: the cards that each seat has played."""
    table: Array
    """bool [b, s, c]: those of them that lie on the table."""
    captured: Array
    """bool [b, s, c]"""
    passed: Array
    """bool [b, s, c]: the cards that each seat has passed on."""
    exposed: Array
    """bool [b, c]"""
    voids: Array
    """bool [b, s, suit]: suits that a seat has shown out of."""
    leader: Array
    """int32 [b]"""
    suit: Array
    """int32 [b]: the suit of the trick; SUITS before it is led."""
    suits_led: Array
    """bool [b, suit]: suits of complete tricks."""
    broken: Array
    """bool [b]: a heart was discarded or led."""


def of_seat(planes: Array, seat: Array) -> Array:
    """The plane of a seat: [b, …] of [b, s, …]."""
    return jnp.take_along_axis(planes, seat.reshape(-1, *[1] * (planes.ndim - 1)), 1)[:, 0]


def is_seat(seat: Array) -> Array:
    """bool [b, s]: whether it is this seat."""
    return seat[:, None] == jnp.arange(SEATS)


def is_card(card: Array) -> Array:
    """bool [b, c]: whether it is this card."""
    return card[:, None] == jnp.arange(CARDS)


def deal(key: Array, size: int) -> Deals:
    """So many fair deals, before passing and exposing."""
    order = jnp.argsort(jnp.argsort(jax.random.uniform(key, (size, CARDS)), 1), 1)
    hands = (order // RANKS)[:, None, :] == jnp.arange(SEATS)[None, :, None]
    nothing = jnp.zeros((size, SEATS, CARDS), bool)
    return Deals(
        hands=hands,
        played=nothing,
        table=nothing,
        captured=nothing,
        passed=nothing,
        exposed=nothing[:, 0],
        voids=jnp.zeros((size, SEATS, SUITS), bool),
        leader=jnp.zeros(size, jnp.int32),
        suit=jnp.full(size, SUITS, jnp.int32),
        suits_led=jnp.zeros((size, SUITS), bool),
        broken=jnp.zeros(size, bool),
    )


def choose_pass(deals: Deals, seat: Array, card: Array, takes_part: Array) -> Deals:
    """A card put aside to be passed. `takes_part`: bool [b], deals in which cards are passed."""
    aside = (is_seat(seat) & takes_part[:, None])[:, :, None] & is_card(card)[:, None, :]
    return deals._replace(hands=deals.hands & ~aside, passed=deals.passed | aside)


def received(deals: Deals, steps: Array) -> Array:
    """bool [b, s, c]: the cards that each seat was passed."""
    giver = (jnp.arange(SEATS)[None, :] - steps[:, None]) % SEATS
    return jnp.take_along_axis(deals.passed, giver[:, :, None], 1)


def begin(deals: Deals, hearts: bool, steps: Array, captor: Array) -> Deals:
    """Play begins. `captor`: int32 [b], the seat that leads in Gong Zhu; SEATS: the holder of 2♠
    does."""
    hands = deals.hands | received(deals, steps) if hearts else deals.hands
    holder = hands[:, :, TWO_OF_CLUBS if hearts else TWO_OF_SPADES].argmax(1).astype(jnp.int32)
    leader = holder if hearts else jnp.where(captor < SEATS, captor, holder)
    return deals._replace(hands=hands, leader=leader)


def allowed(cards: Array, barred: Array) -> Array:
    """The cards without those barred, or all where that leaves none."""
    free = cards & ~barred
    return jnp.where(free.any(1, keepdims=True), free, cards)


def legal_cards(deals: Deals, seat: Array, hearts: bool, first: Array, leads: bool) -> Array:
    """bool [b, c]: the cards that the seat may play. `first`: it is the first trick; `leads`: the
    seat leads to the trick."""
    hand = of_seat(deals.hands, seat)
    if hearts:
        if leads:
            kept = jnp.asarray(HEARTS)[None] & ~deals.broken[:, None]
            two = jnp.zeros(CARDS, bool).at[TWO_OF_CLUBS].set(True)
            return jnp.where(first, hand & two, allowed(hand, kept))
        follows = hand & (jnp.asarray(SUIT) == deals.suit[:, None])
        counts = jnp.asarray(HEARTS | (np.arange(CARDS) == QUEEN_OF_SPADES))
        discards = allowed(hand, counts[None] & first)
        return jnp.where(follows.any(1, keepdims=True), follows, discards)
    bound = deals.exposed & ~deals.suits_led[:, SUIT]
    if leads:
        lengths = jnp.stack([(hand & (suit == SUIT)).sum(1) for suit in range(SUITS)], 1)
        return hand & ~(bound & (lengths[:, SUIT] > 1))
    follows = hand & (jnp.asarray(SUIT) == deals.suit[:, None])
    return jnp.where(follows.any(1, keepdims=True), allowed(follows, bound), hand)


def play(deals: Deals, seat: Array, card: Array, place: int) -> Deals:
    """A card played, `place` cards after the lead; a complete trick is captured."""
    suit_of_card = (card // RANKS).astype(jnp.int32)
    suit = suit_of_card if place == 0 else deals.suit
    here = is_seat(seat)[:, :, None] & is_card(card)[:, None, :]
    out = (suit_of_card != suit)[:, None, None]
    out = out & is_seat(seat)[:, :, None] & (jnp.arange(SUITS) == suit[:, None])[:, None, :]
    deals = deals._replace(
        hands=deals.hands & ~here,
        played=deals.played | here,
        table=deals.table | here,
        voids=deals.voids | out,
        suit=suit,
        broken=deals.broken | (suit_of_card == HEART) & (suit != HEART),
    )
    return _finish_trick(deals) if place == SEATS - 1 else deals


def winning(deals: Deals) -> tuple[Array, Array]:
    """int32 [b] each: the seat that wins the trick so far, and its card; 0 before the lead."""
    following = deals.table & (jnp.asarray(SUIT) == deals.suit[:, None])[:, None, :]
    best = jnp.where(following, jnp.arange(CARDS), -1).max(2)
    return best.argmax(1).astype(jnp.int32), best.max(1).astype(jnp.int32)


def _finish_trick(deals: Deals) -> Deals:
    winner, _ = winning(deals)
    taken = deals.table.any(1)
    return deals._replace(
        captured=deals.captured | is_seat(winner)[:, :, None] & taken[:, None, :],
        table=jnp.zeros_like(deals.table),
        suits_led=deals.suits_led | (jnp.arange(SUITS) == deals.suit[:, None]),
        leader=winner,
        suit=jnp.full_like(deals.suit, SUITS),
    )


def points(deals: Deals, hearts: bool) -> Array:
    """int32 [b, s]: the points of each seat's captured cards."""
    captured = deals.captured.astype(jnp.int32)
    pig = captured[:, :, QUEEN_OF_SPADES]
    all_hearts = deals.captured[:, :, HEARTS].all(2)
    if hearts:
        plain = captured[:, :, HEARTS].sum(2) + 13 * pig
        shot = all_hearts & (pig > 0)
        return jnp.where(shot.any(1, keepdims=True), jnp.where(shot, 0, 26), plain)
    club, diamond, heart, spade = (1 + deals.exposed[:, key, None] for key in KEYS)
    total = (captured * jnp.asarray(GONGZHU_HEARTS)).sum(2) * heart
    total = jnp.where(all_hearts, 200 * heart, total)
    total += captured[:, :, JACK_OF_DIAMONDS] * 100 * diamond
    total += jnp.where(all_hearts, 100, -100) * spade * pig
    others = np.setdiff1d(COUNTING, [TEN_OF_CLUBS])
    alone = ~deals.captured[:, :, others].any(2)
    doubled = jnp.where(alone, 50 * club, 2 * club * total)
    return jnp.where(deals.captured[:, :, TEN_OF_CLUBS], doubled, total)


def gains(deals: Deals, hearts: bool, partners: Array) -> Array:
    """float32 [b, s]: what each seat's side has above the mean of its rivals; the pig is 1, and
    more is better."""
    got = points(deals, hearts).astype(jnp.float32)
    alone = got - (got.sum(1, keepdims=True) - got) / (SEATS - 1)
    if hearts:
        return -alone / 13
    sides = got + jnp.roll(got, 2, 1)
    return jnp.where(partners[:, None], sides - jnp.roll(sides, 1, 1), alone) / 100
