"""Compiled routines that step all slots of a vector environment; a slot is one deal in play.

`slots`: int64 [n, SLOT_SIZE]; `rng`: uint64 [n]; `observations`, `masks`: uint8 [n, L] and [n,
ACTIONS]. `views` and `choices` are the same memory as these two, as words of eight bytes.
Observations and masks have no columns if they are not to be written.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.packed.jit import kernel, routine
from gongzhu.packed.layout import PLAYED, TRICKS, Ints, RngState
from gongzhu.packed.rules import AS_FIRST, PackedRules
from gongzhu.research.actions import EXPOSE
from gongzhu.research.kernels import (
    Results,
    Rewards,
    begin_game,
    deal,
    end_in_game,
    is_legal,
    reward_seats,
    take,
)
from gongzhu.research.leading import first_leader
from gongzhu.research.observing import (
    Bytes,
    Words,
    forget_tricks,
    note_play,
    write_mask,
    write_view,
)
from gongzhu.research.slots import FIRST_LEADER, NUMBER, PHASE, PLAYING, SEAT
from gongzhu.rules.options import MOST_PLAYERS

Seats: TypeAlias = NDArray[np.int8]
Flags: TypeAlias = NDArray[np.bool_]


@routine
def deal_all(
    rules: PackedRules,
    slots: Ints,
    rng: RngState,
    observations: Bytes,
    views: Words,
    masks: Bytes,
    choices: Words,
    seats: Seats,
) -> None:
    """Begin a deal in every slot, and write its observation, mask and seat to act. The number of
    the deal in its game and the totals must already be in the slots."""
    for row in range(len(slots)):
        slot = slots[row]
        slot[FIRST_LEADER] = first_leader(rules, slot[NUMBER])
        deal(rules, slot, rng, row)
        if observations.shape[1]:
            forget_tricks(rules, views, row)
            write_view(rules, slot, views, row)
        if masks.shape[1]:
            write_mask(rules, slot, masks, choices, row)
        seats[row] = slot[SEAT]


@routine
def first_illegal(rules: PackedRules, slots: Ints, actions: Ints, moves: Flags) -> int:
    """The index of the first slot marked in `moves` whose action is illegal; -1 if all are
    legal."""
    for row in range(len(slots)):
        if moves[row] and not is_legal(rules, slots[row], actions[row]):
            return row
    return -1


@routine
def step_all(
    rules: PackedRules,
    slots: Ints,
    rng: RngState,
    actions: Ints,
    moves: Flags,
    observations: Bytes,
    views: Words,
    masks: Bytes,
    choices: Words,
    seats: Seats,
    rewards: Rewards,
    results: Results,
    done: Flags,
    games: bool,
) -> None:
    """Take a legal action in every slot marked in `moves`; if it ends the deal, begin the next one.
    Observations, masks, seats, rewards, results and `done` are written in place.

    `games` is true if an episode is a game, false if it is a deal.
    """
    points = np.zeros(MOST_PLAYERS, np.int64)
    sums = np.zeros(MOST_PLAYERS, np.int64)
    for row in range(len(slots)):
        slot = slots[row]
        action = actions[row]
        if done[row] or games:
            done[row] = False
            for seat in range(rules.players):
                rewards[row, seat] = 0
                results[row, seat] = 0
        if not moves[row]:
            continue
        if observations.shape[1] and slot[PHASE] == PLAYING and action < EXPOSE:
            note_play(rules, observations, row, slot[TRICKS], action, not slot[PLAYED])
        if take(rules, slot, action):
            if games:
                done[row] = end_in_game(rules, slot, points, sums, rewards, results, row)
                if done[row]:
                    begin_game(rules, slot)
            else:
                reward_seats(rules, slot, points, sums, rewards, row)
                done[row] = True
                _turn_passing(rules, slot)
            deal(rules, slot, rng, row)
            if observations.shape[1]:
                forget_tricks(rules, views, row)
        if observations.shape[1]:
            write_view(rules, slot, views, row)
        if masks.shape[1]:
            write_mask(rules, slot, masks, choices, row)
        seats[row] = slot[SEAT]


@kernel
def _turn_passing(rules: PackedRules, slot: Ints) -> None:
    """Set the slot's deal number so that its next deal has the next passing direction."""
    number = slot[NUMBER] + 1
    wraps = number == rules.pass_cycle_length or rules.later_lead != AS_FIRST
    slot[NUMBER] = 0 if wraps else number
    slot[FIRST_LEADER] = first_leader(rules, slot[NUMBER])
