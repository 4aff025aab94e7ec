"""What a deal is worth to each side when its cards are known: the policy plays all of them on."""

import numpy as np

from gongzhu.bots.policy import policy_of
from gongzhu.bots.search.candidates import Candidates
from gongzhu.bots.search.rollouts import (
    MOONS,
    NOTHING,
    RolloutTask,
    SampledDeals,
    new_rollout_stats,
    roll_out_pair,
)
from gongzhu.bots.search.utility import utility_of
from gongzhu.bots.worlds.constraints import Floats
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.boards import board_of
from gongzhu.packed.layout import MOON_CHOICE, NOBODY, State, new_rng, new_state
from gongzhu.packed.packing import pack_deal
from gongzhu.rules import Deal, Phase

PLAYOUTS = 2048
"""Pairs of playouts from the beginning of a deal."""
HINDSIGHT_PLAYOUTS = 1024
"""Playouts of each of two choices in the true deal."""


def values_of_hands(deal: Deal, seed: int) -> tuple[float, ...]:
    """By side, what a deal is worth before anything was done in it: utility, the mean of playouts
    by the policy from the true cards. `deal`: as it began."""
    task = _task(deal, NOTHING, new_state())
    values = _values(deal, task, (0, 0), PLAYOUTS, seed)
    return tuple(values.mean(axis=(0, 1)).tolist())


def values_of_result(deal: Deal) -> tuple[float, ...]:
    """By side, what a deal that has ended came to: utility."""
    assert deal.public.phase is Phase.ENDED, "the deal has ended"
    task = _task(deal, MOONS, pack_deal(packed_rules(deal.rules), deal))
    return tuple(_values(deal, task, (0, 0), 1, 0)[0, 0].tolist())


def hindsight(deal: Deal, candidates: Candidates, pair: tuple[int, int], seed: int) -> float:
    """What a choice cost its side in the true deal: utility of the best candidate less the chosen
    one's, indices, the mean of playouts from the true cards. It is luck: nobody could see them."""
    task = candidates.task
    best, chosen = _values(deal, task, pair, HINDSIGHT_PLAYOUTS, seed)
    return float((best - chosen)[:, task.utility.side].mean())


def _task(deal: Deal, kind: int, start: State) -> RolloutTask:
    public = deal.public
    return RolloutTask(
        kind=kind,
        seat=0,
        utility=utility_of(packed_rules(deal.rules), 0, public.totals),
        start=start,
        steps=public.passing % public.players,
        captor=NOBODY if public.leader is None else public.leader,
        boards=start[MOON_CHOICE : MOON_CHOICE + 1],
        modes=np.zeros(1, np.int64),
    )


def _values(
    deal: Deal, task: RolloutTask, pair: tuple[int, int], playouts: int, seed: int
) -> Floats:
    """float64 [2, playouts, sides], utility: two candidates played out from the true cards."""
    packed = packed_rules(deal.rules)
    hands = np.array([board_of(own.hand) for own in deal.own], np.int64)
    deals = SampledDeals(
        np.tile(hands, (playouts, 1)),
        np.full(playouts, _face_down(deal), np.int64),
        new_rng(seed),
    )
    values = np.zeros((2, playouts, packed.sides))
    places = np.array(pair, np.int64)
    policy = policy_of(deal.rules)
    roll_out_pair(packed, policy, task, deals, places, new_rollout_stats(1, playouts), values)
    return values


def _face_down(deal: Deal) -> int:
    """The cards, a board, that lie exposed face down and are not played yet."""
    if deal.public.phase is not Phase.PLAYING:
        return 0
    shown = {exposure.card for exposure in deal.public.exposed}
    exposures = (exposure for own in deal.own for exposure in own.exposures or ())
    return board_of(exposure.card for exposure in exposures if exposure.card not in shown)
