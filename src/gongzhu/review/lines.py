"""Continuations of a deal after the best choice, in deals that fit the view of the seat."""

import numpy as np

from gongzhu.bots.policy import opponent_model_of, policy_of
from gongzhu.bots.search.candidates import Candidates
from gongzhu.bots.search.playouts import record_rollout
from gongzhu.bots.search.rollouts import (
    EXPOSES,
    MOONS,
    PASSES,
    PLAYS,
    SampledDeals,
    new_rollout_stats,
    roll_out_pair,
)
from gongzhu.bots.worlds import PosteriorSampler
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Card, Seat, seats
from gongzhu.packed.boards import card_of_code, cards_of
from gongzhu.packed.layout import EXPOSED, HANDS, MODE_BITS, MODES, new_rng, new_state
from gongzhu.packed.packing import MODE_CODES, key_place
from gongzhu.review.sheet import Continuation, LinePlace
from gongzhu.rules import Mode, Play
from gongzhu.rules.game import side_points
from gongzhu.view import View

WORLDS = 256
"""Number of sampled deals from which the three continuations are chosen."""
SHARES: tuple[tuple[LinePlace, float], ...] = (("low", 0.1), ("high", 0.9))
"""The bad and the good continuation, each with the fraction of outcomes that are worse."""
CARDS = 52
"""Number of cards."""

MODE_NAMES: dict[int, Mode] = {code: mode for mode, code in MODE_CODES.items()}


def lines_of(view: View, candidates: Candidates, index: int, seed: int) -> tuple[Continuation, ...]:
    """Three continuations after the candidate at `index`, played to the end of the deal by
    the policy: a typical, a bad and a good one, chosen by their outcomes on WORLDS sampled deals.
    Empty for the choice after a moon. The same view and seed give the same continuations."""
    if candidates.task.kind == MOONS:
        return ()
    packed, policy, task = packed_rules(view.rules), policy_of(view.rules), candidates.task
    worlds = PosteriorSampler(view, opponent_model_of(view.rules), seed).sample(WORLDS)
    deals = SampledDeals(worlds.hands, worlds.down, new_rng(seed))
    both = np.array((index, index), np.int64)
    values = np.zeros((2, WORLDS, packed.sides))
    roll_out_pair(packed, policy, task, deals, both, new_rollout_stats(1, WORLDS), values)
    outcomes = values[0, :, task.utility.side]
    by_outcome = np.argsort(outcomes, kind="stable")
    chosen: list[tuple[LinePlace, int]] = [
        ("typical", int(np.abs(outcomes - outcomes.mean()).argmin())),
        *((name, int(by_outcome[round(share * (WORLDS - 1))])) for name, share in SHARES),
    ]
    return tuple(_line(view, candidates, index, deals, each) for each in chosen)


def _line(
    view: View,
    candidates: Candidates,
    index: int,
    deals: SampledDeals,
    which: tuple[LinePlace, int],
) -> Continuation:
    """The continuation after the candidate at `index` in one deal. `which` is the name of its
    outcome (`typical`, `low` or `high`) and the index of its deal."""
    rules, task = view.rules, candidates.task
    packed, policy = packed_rules(rules), policy_of(rules)
    name, world = which
    stats, begun, plays = new_rollout_stats(1, 1), new_state(), np.zeros((CARDS, 2), np.int64)
    count = record_rollout(packed, policy, task, deals, world, index, stats, begun, plays)
    everybody = seats(rules.players)
    hands = [int(board) for board in deals.hands[world]]
    players = [Seat(int(seat)) for seat in plays[:count, 0]]
    cards = [card_of_code(int(code)) for code in plays[:count, 1]]
    passed: list[int] = []
    shown = int(deals.down[world])
    if task.kind == PASSES:
        passed = [int(board) for board in stats.passed[: rules.players]]
    if task.kind in (PASSES, EXPOSES):
        held = [int(begun[HANDS + seat]) for seat in everybody]
        shown = int(begun[EXPOSED])
    else:
        held = hands
    if task.kind == PLAYS:
        (first, *_) = candidates.actions[index]
        assert isinstance(first, Play)
        players.insert(0, Seat(task.seat))
        cards.insert(0, first.card)
    modes = int(begun[MODES])
    exposed = tuple(_exposures(board & shown, modes) for board in held)
    return Continuation(
        place=name,
        hands=tuple(map(cards_of, hands)),
        passed=tuple(map(cards_of, passed)),
        exposed=exposed if any(exposed) or task.kind != PLAYS else (),
        seats=tuple(players),
        plays=tuple(cards),
        points=side_points(rules, stats.scores[: packed.piles].tolist()),
    )


def _exposures(board: int, modes: int) -> dict[Card, Mode]:
    mask = (1 << MODE_BITS) - 1
    return {
        card: MODE_NAMES[modes >> MODE_BITS * key_place(card) & mask] for card in cards_of(board)
    }
