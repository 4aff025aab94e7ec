"""The actions of the others that a seat has observed, as arrays for computing their likelihood."""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.worlds.possible_hands import BOARDS, packed_rules
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    LEADER,
    MODE_BITS,
    MODES,
    MUST_LEAD,
    NOBODY,
    QUEEN_CAPTOR,
    Ints,
    State,
    new_state,
)
from gongzhu.packed.packing import MODE_CODES, key_place
from gongzhu.packed.rules import LEAD_IT, NO_SALE, PackedRules
from gongzhu.packed.tricks import play_card, seat_to_play
from gongzhu.rules import Phase
from gongzhu.rules.facts import first_lead_by_card
from gongzhu.view import View


class ObservedPlay(NamedTuple):
    """The actions of the others that a viewer has observed: the pass to the viewer, the exposures
    and the cards played; made by `observed_play`.

    A hand in `states` has only the cards that its seat is known to play later in this deal, and
    cards that others still have face down are not exposed there; a sampled world adds both.
    """

    viewer: int
    """The viewer's seat, or NOBODY for a spectator."""
    giver: int
    """The seat that passed the viewer its cards, or NOBODY."""
    steps: int
    """The number of seats by which cards were passed; 0 if the viewer was passed none."""
    received: int
    """Bitboard: the cards that the viewer was passed."""
    passed: int
    """Bitboard: the cards that the viewer passed to `giver`, if the two exchanged cards."""
    exposed: int
    """1 if all seats have chosen their exposures, otherwise 0."""
    states: Ints
    """int64 [plays + 1, SIZE]: the state in which play began, then the state before each play of
    another seat."""
    seats: Ints
    """int64 [plays + 1]: the seat that played; NOBODY in the first row."""
    codes: Ints
    """int64 [plays + 1], card codes: the card played; 0 in the first row."""


def observed_play(view: View) -> ObservedPlay:
    """The actions of the others that the view's seat has observed up to the view's position."""
    public, own = view.public, view.own
    packed = packed_rules(view.rules)
    state = new_state()
    state[QUEEN_CAPTOR] = NOBODY
    played = public.plays
    if played:
        state[LEADER] = played[0][0]
        if packed.first_lead == LEAD_IT and first_lead_by_card(view.rules, public.number):
            state[MUST_LEAD] = packed.lead_card
    for seat, card in played:
        state[HANDS + seat] |= BOARDS[card]
    exposures = {*public.exposed, *(own.exposures or () if own else ())}
    state[EXPOSED] = board_of(shown.card for shown in exposures)
    for shown in exposures:
        state[MODES] |= MODE_CODES[shown.mode] << MODE_BITS * key_place(shown.card)
    codes = [code_of_card(card) for _, card in played]
    viewer = NOBODY if view.seat is None else view.seat
    states, seats, plays = _record(packed, state, np.array([0, *codes], np.int64), viewer)
    giver, steps, received, passed = _passing(view)
    exposed = packed.sale != NO_SALE and public.phase not in (Phase.PASSING, Phase.EXPOSING)
    return ObservedPlay(viewer, giver, steps, received, passed, int(exposed), states, seats, plays)


def _passing(view: View) -> tuple[int, int, int, int]:
    """The fields `giver`, `steps`, `received` and `passed` of `ObservedPlay`."""
    own, players = view.own, view.public.players
    if own is None or own.received is None or view.seat is None:
        return NOBODY, 0, 0, 0
    steps = view.public.passing % players
    mutual = 2 * steps == players
    passed = board_of(own.passed or ()) if mutual else 0
    return (view.seat - steps) % players, steps, board_of(own.received), passed


@kernel
def _record(rules: PackedRules, state: State, codes: Ints, viewer: int) -> tuple[Ints, Ints, Ints]:
    """The fields `states`, `seats` and `codes` of `ObservedPlay`. Plays the cards `codes` from
    `state` in order, and keeps only the plays of the seats other than the viewer. The first code is
    a placeholder for the beginning, and is kept."""
    states = np.zeros((len(codes), len(state)), np.int64)
    states[0] = state
    seats = np.full(len(codes), NOBODY)
    kept = 1
    for index in range(1, len(codes)):
        code = codes[index]
        seat = seat_to_play(rules, state)
        if seat != viewer:
            states[kept] = state
            seats[kept] = seat
            codes[kept] = code
            kept += 1
        play_card(rules, state, code)
    return states[:kept].copy(), seats[:kept].copy(), codes[:kept].copy()
