"""Kernel: what a card gains in the current trick, when each seat after it plays for what its own
side gains in this very trick."""

from typing import NamedTuple

import numpy as np

from bench.bots.players.gains import Floats, gain_by_seat
from gongzhu.packed.jit import code_of, kernel
from gongzhu.packed.layout import (
    HANDS,
    LEADER,
    PILES,
    PLAYED,
    QUEEN_CAPTOR,
    TABLE,
    TRICKS,
    TRICKS_AFTER_QUEEN,
    Ints,
    State,
)
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import bound_cards, legal_follows, seat_to_play, suit_of, take_trick
from gongzhu.rules.options import MOST_PLAYERS


class Room(NamedTuple):
    """What `add_gains` needs room for."""

    cards: Ints
    """By place in the trick: the card there, a board."""
    untried: Ints
    """By place: what that seat has still to try."""
    best: Floats
    """By place and seat: what the best card there came to."""
    before: Ints
    points: Ints
    gains: Floats


def new_room() -> Room:
    """Room for one thread."""
    return Room(
        np.zeros(MOST_PLAYERS + 1, np.int64),
        np.zeros(MOST_PLAYERS + 1, np.int64),
        np.zeros((MOST_PLAYERS + 1, MOST_PLAYERS), np.float64),
        np.zeros(MOST_PLAYERS, np.int64),
        np.zeros(MOST_PLAYERS, np.int64),
        np.zeros(MOST_PLAYERS, np.float64),
    )


@kernel
def add_gains(rules: PackedRules, states: State, choices: int, room: Room, sums: Floats) -> None:
    """For each card, by code, add up over positions, one in each row, what it gains in this trick
    for the side of the seat whose turn it is."""
    for row in range(len(states)):
        state = states[row]
        actor = seat_to_play(rules, state)
        first = state[PLAYED]
        for place in range(first):
            room.cards[place] = 1 << (state[TABLE] >> 8 * place & 63)
        score(rules, state, room.before)
        left = choices
        while left:
            card = left & -left
            left ^= card
            room.cards[first] = card
            _play_trick(rules, state, room, first)
            sums[code_of(card)] += room.gains[actor]


@kernel
def _play_trick(rules: PackedRules, state: State, room: Room, first: int) -> None:
    """Set the gains to what the trick comes to after the card at place `first`, when the seats
    after it each choose what is best for them, and know what those after them will choose."""
    cards, untried, best, gains = room.cards, room.untried, room.best, room.gains
    suit = suit_of(code_of(cards[0]))
    place = first + 1
    forward = True
    while place > first:
        if place == rules.players:
            _take_trick(rules, state, room, suit)
            forward = False
        else:
            seat = _seat_at(rules, state, place)
            if forward:
                untried[place] = _worth_trying(rules, state, seat, suit)
                best[place, seat] = -np.inf
            elif gains[seat] > best[place, seat]:
                for other in range(rules.players):
                    best[place, other] = gains[other]
            forward = untried[place] != 0
            if forward:
                cards[place] = untried[place] & -untried[place]
                untried[place] ^= cards[place]
            else:
                for other in range(rules.players):
                    gains[other] = best[place, other]
        place += 1 if forward else -1


@kernel
def _seat_at(rules: PackedRules, state: State, place: int) -> int:
    seat = state[LEADER] + place
    return seat - rules.players if seat >= rules.players else seat


@kernel
def _worth_trying(rules: PackedRules, state: State, seat: int, suit: int) -> int:
    """The cards of a seat that can make a difference to the trick: of discards that count for
    nothing one is enough."""
    bound = bound_cards(rules, state)
    kept = 0 if state[TRICKS] else rules.kept_from_first_trick
    cards = legal_follows(state[HANDS + seat], suit, bound, kept)
    plain = 0 if cards & suit else cards & ~(rules.points | rules.queen_of_diamonds)
    return (cards ^ plain) | (plain & -plain)


@kernel
def _take_trick(rules: PackedRules, state: State, room: Room, suit: int) -> None:
    """Set the gains to what the trick comes to with the cards as they are."""
    captor = state[QUEEN_CAPTOR]
    after = state[TRICKS_AFTER_QUEEN]
    taken = 0
    highest = 0
    place = 0
    for at in range(rules.players):
        card = room.cards[at]
        taken |= card
        if card & suit and card > highest:
            highest = card
            place = at
    winner = _seat_at(rules, state, place)
    take_trick(rules, state, winner, taken)
    score(rules, state, room.points)
    state[PILES + winner] ^= taken
    state[QUEEN_CAPTOR] = captor
    state[TRICKS_AFTER_QUEEN] = after
    for pile in range(rules.piles):
        room.points[pile] -= room.before[pile]
    gain_by_seat(rules, room.points, room.gains)
