"""The value of a deal to each side when all cards are known, from playouts by the policy."""

import numpy as np

from gongzhu.bots.policy import policy_of
from gongzhu.bots.search.analysis import Estimate
from gongzhu.bots.search.candidates import Candidates
from gongzhu.bots.search.playouts import roll_out_points
from gongzhu.bots.search.rollouts import (
    MOONS,
    NOTHING,
    POSITION,
    RolloutTask,
    SampledDeals,
    new_rollout_stats,
    roll_out_pair,
)
from gongzhu.bots.search.utility import utility_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import seats
from gongzhu.packed.boards import board_of
from gongzhu.packed.layout import MOON_CHOICE, NOBODY, Floats, State, new_rng, new_state
from gongzhu.packed.packing import pack_deal, pack_position
from gongzhu.rules import Deal, Phase, side_of
from gongzhu.rules.game import side_points

PLAYOUTS = 2048
"""Number of pairs of playouts that value the hands at the beginning of a deal."""
HINDSIGHT_PLAYOUTS = 1024
"""Number of playouts of each of the two choices in the true deal."""
EXPECTED_PLAYOUTS = 512
"""Number of playouts that estimate the expected points in one position of the true deal."""
Z_95 = 1.96
"""Half the width of a 95% interval, in standard errors."""


def values_of_hands(deal: Deal, seed: int) -> tuple[float, ...]:
    """The utility of a deal to each side before any action: the mean of playouts by the policy with
    the true cards. `deal` must be at its beginning."""
    task = _task(deal, NOTHING, new_state())
    values = _values(deal, task, (0, 0), PLAYOUTS, seed)
    return tuple(values.mean(axis=(0, 1)).tolist())


def values_of_result(deal: Deal) -> tuple[float, ...]:
    """The utility of a finished deal to each side: its points minus its rivals' average (with the
    sign reversed in Hearts), or the value of the game near its end."""
    assert deal.public.phase is Phase.ENDED, "the deal has ended"
    task = _task(deal, MOONS, pack_deal(packed_rules(deal.rules), deal))
    return tuple(_values(deal, task, (0, 0), 1, 0)[0, 0].tolist())


def expected_points(deal: Deal, seed: int) -> tuple[Estimate, ...]:
    """By seat, the expected points of its side at the end of the deal when all cards are known: the
    mean of playouts by the policy, and its 95% interval. The deal must be before play or between
    tricks."""
    packed = packed_rules(deal.rules)
    if deal.public.phase is Phase.PLAYING:
        hidden = [0] * packed.players
        shown = {exposure.card: exposure.mode for exposure in deal.public.exposed}
        start = pack_position(packed, deal.rules, deal.public, hidden, shown)
        task = _task(deal, POSITION, start)
    else:
        task = _task(deal, NOTHING, new_state())
    points = np.zeros((EXPECTED_PLAYOUTS, packed.sides))
    stats = new_rollout_stats(1, EXPECTED_PLAYOUTS)
    deals = _true_cards(deal, EXPECTED_PLAYOUTS, seed)
    roll_out_points(packed, policy_of(deal.rules), task, deals, stats, points)
    means = points.mean(axis=0).tolist()
    errors = (points.std(axis=0, ddof=1) * Z_95 / EXPECTED_PLAYOUTS**0.5).tolist()
    by_side = [
        Estimate(mean, mean - error, mean + error).rounded(2)
        for mean, error in zip(means, errors, strict=True)
    ]
    return tuple(by_side[side_of(deal.rules, seat)] for seat in seats(packed.players))


def scored_points(deal: Deal) -> tuple[Estimate, ...]:
    """By seat, the points of its side in a finished deal, as estimates without error."""
    points = side_points(deal.rules, deal.public.scores or ())
    return tuple(Estimate(*[float(each)] * 3) for each in points)


def hindsight(deal: Deal, candidates: Candidates, pair: tuple[int, int], seed: int) -> float:
    """The cost of a choice to its side in the true deal: the mean utility of the best candidate
    minus that of the chosen one, over playouts with the true cards. `pair` has the indices of these
    two candidates. The cost is luck, since no player could see these cards."""
    task = candidates.task
    best, chosen = _values(deal, task, pair, HINDSIGHT_PLAYOUTS, seed)
    return float((best - chosen)[:, task.utility.side].mean())


def _task(deal: Deal, kind: int, start: State) -> RolloutTask:
    public = deal.public
    return RolloutTask(
        kind=kind,
        utility=utility_of(packed_rules(deal.rules), 0, public.totals, public.number),
        start=start,
        steps=public.passing % public.players if public.phase is Phase.PASSING else 0,
        first_leader=NOBODY if public.leader is None else public.leader,
        boards=start[MOON_CHOICE : MOON_CHOICE + 1],
    )


def _values(
    deal: Deal, task: RolloutTask, pair: tuple[int, int], playouts: int, seed: int
) -> Floats:
    """The utilities to each side of two candidates (indices `pair`) rolled out with the true cards:
    float64 [2, playouts, sides]."""
    packed = packed_rules(deal.rules)
    deals = _true_cards(deal, playouts, seed)
    values = np.zeros((2, playouts, packed.sides))
    indices = np.array(pair, np.int64)
    policy = policy_of(deal.rules)
    roll_out_pair(packed, policy, task, deals, indices, new_rollout_stats(1, playouts), values)
    return values


def _true_cards(deal: Deal, playouts: int, seed: int) -> SampledDeals:
    hands = np.array([board_of(own.hand) for own in deal.own], np.int64)
    return SampledDeals(
        np.tile(hands, (playouts, 1)),
        np.full(playouts, _face_down(deal), np.int64),
        new_rng(seed),
    )


def _face_down(deal: Deal) -> int:
    """The unplayed cards that lie exposed face down, as a bitboard."""
    if deal.public.phase is not Phase.PLAYING:
        return 0
    shown = {exposure.card for exposure in deal.public.exposed}
    exposures = (exposure for own in deal.own for exposure in own.exposures or ())
    return board_of(exposure.card for exposure in exposures if exposure.card not in shown)
