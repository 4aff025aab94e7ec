"""What the others have done in a deal so far, made ready to be held against many worlds."""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.worlds.possible_hands import BOARDS, packed_rules, tricks_of
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
    Numbers,
    State,
    new_state,
)
from gongzhu.packed.packing import MODE_CODES
from gongzhu.packed.rules import NO_SALE, PackedRules
from gongzhu.packed.tricks import play, turn
from gongzhu.rules import Phase
from gongzhu.rules.legal import first_lead_by_card
from gongzhu.view import View


class Past(NamedTuple):
    """What the others have passed to the viewer, exposed and played.

    The hands in its states are only what each seat plays from there on, and what others have
    face down still is not exposed in them.
    """

    viewer: int
    """Or nobody."""
    giver: int
    """Who passed the viewer its cards, or nobody."""
    steps: int
    """How many seats on cards were passed."""
    received: int
    """What the viewer was passed."""
    passed: int
    """What the viewer passed to the giver itself, if so."""
    exposed: int
    """Whether all have chosen what to expose."""
    states: Numbers
    """A row for the state in which play began, and one for the state before each play of another
    seat."""
    seats: Numbers
    """Whose play it was; nobody's in the first place."""
    codes: Numbers
    """The cards they played."""


def past_of(view: View) -> Past:
    """What the others have done by now."""
    public, own = view.public, view.own
    packed = packed_rules(view.rules)
    state = new_state()
    state[QUEEN_CAPTOR] = NOBODY
    tricks = tricks_of(view)
    if tricks:
        state[LEADER] = tricks[0][0]
        if packed.must_lead and first_lead_by_card(view.rules, public.number):
            state[MUST_LEAD] = packed.lead_card
    for leader, cards in tricks:
        for place, card in enumerate(cards):
            state[HANDS + (leader + place) % public.players] |= BOARDS[card]
    exposures = {*public.exposed, *(own.exposures or () if own else ())}
    state[EXPOSED] = board_of(shown.card for shown in exposures)
    for shown in exposures:
        state[MODES] |= MODE_CODES[shown.mode] << MODE_BITS * shown.card.suit.order
    codes = [code_of_card(card) for _, cards in tricks for card in cards]
    viewer = NOBODY if view.seat is None else view.seat
    states, seats, plays = _record(packed, state, np.array([0, *codes], np.int64), viewer)
    giver, steps, received, passed = _passing(view)
    exposed = packed.sale != NO_SALE and public.phase not in (Phase.PASSING, Phase.EXPOSING)
    return Past(viewer, giver, steps, received, passed, int(exposed), states, seats, plays)


def _passing(view: View) -> tuple[int, int, int, int]:
    """The giver, the steps, what the viewer received and what it passed to the giver."""
    own, players = view.own, view.public.players
    if own is None or own.received is None or view.seat is None:
        return NOBODY, 0, 0, 0
    steps = view.public.passing % players
    mutual = 2 * steps == players
    passed = board_of(own.passed or ()) if mutual else 0
    return (view.seat - steps) % players, steps, board_of(own.received), passed


@kernel
def _record(
    rules: PackedRules, state: State, codes: Numbers, viewer: int
) -> tuple[Numbers, Numbers, Numbers]:
    """Play these cards but the first: the states before each play of another seat than the viewer,
    after the first state of all, its seat, and what it played."""
    states = np.zeros((len(codes), len(state)), np.int64)
    states[0] = state
    seats = np.full(len(codes), NOBODY)
    kept = 1
    for place in range(1, len(codes)):
        code = codes[place]
        seat = turn(rules, state)
        if seat != viewer:
            states[kept] = state
            seats[kept] = seat
            codes[kept] = code
            kept += 1
        play(rules, state, code)
    return states[:kept].copy(), seats[:kept].copy(), codes[:kept].copy()
