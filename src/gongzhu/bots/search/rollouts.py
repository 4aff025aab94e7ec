"""Kernels that roll out every candidate on the same deals with the same random numbers."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy import Policy, roll_out_while, sample_exposures, sample_pass
from gongzhu.bots.policy.trick_state import sweep_cards
from gongzhu.bots.search.utility import Utility, utility
from gongzhu.bots.worlds import place_face_down
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.boards import PIG_BOARD, SHEEP_BOARD
from gongzhu.packed.game_end import unanswered_moon
from gongzhu.packed.jit import count, hash_combine, kernel, select
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    MODES,
    MOON_CHOICE,
    NOBODY,
    PILES,
    SIZE,
    Floats,
    Ints,
    RngState,
    State,
    new_rng,
    new_state,
)
from gongzhu.packed.rules import CHOICE, NO_SALE, POOLED, PackedRules
from gongzhu.packed.scoring import instant_winner, score, side_of, slam_maker, whole_pile
from gongzhu.packed.tricks import play_card
from gongzhu.rules.options import MOST_PLAYERS

PASSES, EXPOSES, PLAYS, MOONS, NOTHING, POSITION = range(6)
"""The beginning of a rollout: the seat's choice to pass, to expose, to play, or of the payment of a
slam; a whole deal (NOTHING) or a deal already in play (POSITION), both without a choice."""
PIGS, SHEEPS, DOUBLERS, SLAMS = range(4)
"""Indices of the events that are counted for each seat: capturing the pig, the sheep or the
doubler, and making a sweep (`sweep_cards`)."""
COUNTS = 4
"""Number of events that are counted."""


_ONE = np.zeros(1, np.int64)
"""An array with the single element 0, in place of candidates for rollouts that begin without a
choice."""


class RolloutTask(NamedTuple):
    """A decision of a seat, or another position of a deal, from which rollouts start."""

    kind: int
    """The kind of decision: PASSES, EXPOSES, PLAYS, MOONS, NOTHING or POSITION."""
    utility: Utility
    """The utility function by which outcomes are compared."""
    start: State
    """int64 [SIZE]: the packed state of the position, without hands and without cards that lie face
    down, which each sampled deal adds. Before play it is empty."""
    seat: int = 0
    """The seat whose choices are compared."""
    steps: int = 0
    """The number of seats by which cards are passed; 0 for no passing."""
    first_leader: int = NOBODY
    """The seat that leads first, or NOBODY if the holder of a certain card leads."""
    boards: Ints = _ONE
    """int64 [candidates]: the bitboard of cards to pass or to expose, the code of the card to play,
    or the payment of a slam (OTHERS, SELF), by `kind`."""
    modes: Ints = _ONE
    """int64 [candidates]: the MODES word of the cards that each candidate exposes."""


class SampledDeals(NamedTuple):
    """A batch of sampled deals on which candidates are rolled out."""

    hands: NDArray[np.int64]
    """int64 [deals, players], bitboards: the hands by seat."""
    down: Ints
    """int64 [deals], bitboards: cards that lie face down and are not played yet."""
    rng: RngState
    """uint64 [1]: the seed from which the random numbers of each deal's rollouts are made."""


class RolloutStats(NamedTuple):
    """The outcomes of a batch of rollouts, and working memory for kernels."""

    values: Floats
    """float64 [candidates, deals]: the utility to the seat's side of each rollout."""
    points: Floats
    """float64 [candidates, deals]: the points of the seat's side in each rollout."""
    counts: NDArray[np.int64]
    """int64 [candidates, MOST_PLAYERS, COUNTS]: number of deals in which each seat captured the
    pig, the sheep, the doubler, or made a sweep."""
    state: State
    """int64 [SIZE]: the state of the deal that is being rolled out."""
    rng: RngState
    """uint64 [1]: the state of the random numbers of the deal that is being rolled out."""
    scores: Ints
    """int64 [MOST_PLAYERS], points: the score, by pile, of the deal that was rolled out last."""
    totals: Ints
    """int64 [MOST_PLAYERS], points: the totals of the sides after the deal that was rolled out
    last."""
    passed: Ints
    """int64 [MOST_PLAYERS], bitboards: the cards that each seat passed in the deal that was rolled
    out last."""


def new_rollout_stats(candidates: int, deals: int) -> RolloutStats:
    """Arrays that are all 0, for these numbers of candidates and deals."""
    return RolloutStats(
        values=np.zeros((candidates, deals)),
        points=np.zeros((candidates, deals)),
        counts=np.zeros((candidates, MOST_PLAYERS, COUNTS), np.int64),
        state=new_state(),
        rng=new_rng(0),
        scores=np.zeros(MOST_PLAYERS, np.int64),
        totals=np.zeros(MOST_PLAYERS, np.int64),
        passed=np.zeros(MOST_PLAYERS, np.int64),
    )


@kernel
def cards_that_count(rules: PackedRules) -> int:
    """The bitboard of the cards that can still change the score: when none of them is left to play,
    a rollout may stop. It is the whole pack if tricks count."""
    return select(rules.queen_of_diamonds | rules.all_tricks != 0, rules.pack, rules.points)


@kernel
def rollout_actions(
    rules: PackedRules,
    policy: Policy,
    task: RolloutTask,
    deals: SampledDeals,
    surviving: Ints,
    stats: RolloutStats,
) -> None:
    """Roll out the `surviving` candidates (int64 [n], indices) on every deal, and record the
    outcomes in `stats`.

    A rollout stops as soon as no card that counts is left to play.
    """
    counting = cards_that_count(rules)
    for deal in range(len(deals.down)):
        for candidate in surviving:
            begin_rollout(rules, policy, task, deals, deal, candidate, stats)
            if task.kind != MOONS:
                roll_out_while(rules, policy, stats.state, stats.rng, counting)
            _record(rules, task, candidate, deal, stats)


@kernel
def begin_rollout(
    rules: PackedRules,
    policy: Policy,
    task: RolloutTask,
    deals: SampledDeals,
    deal: int,
    candidate: int,
    stats: RolloutStats,
) -> None:
    """Set up the deal at index `deal` in `stats.state`, and take the action of the candidate at
    index `candidate` in it."""
    state, rng, passed = stats.state, stats.rng, stats.passed
    start, hands = task.start, deals.hands
    for word in range(SIZE):
        state[word] = start[word]
    for seat in range(rules.players):
        state[HANDS + seat] = hands[deal, seat]
    rng[0] = hash_combine(deals.rng[0], deal)
    if task.kind in (PLAYS, POSITION):
        place_face_down(state, deals.down[deal])
        if task.kind == PLAYS:
            play_card(rules, state, task.boards[candidate])
        return
    if task.kind == MOONS:
        state[MOON_CHOICE] = task.boards[candidate]
        return
    if task.kind == PASSES or (task.kind == NOTHING and task.steps):
        for seat in range(rules.players):
            passed[seat] = sample_pass(rules, policy, state[HANDS + seat], task.steps, rng)
        if task.kind == PASSES:
            passed[task.seat] = task.boards[candidate]
        pass_cards(rules, state, task.steps, passed)
    begin(rules, state, task.first_leader)
    if rules.sale != NO_SALE:
        for seat in range(rules.players):
            cards, modes = sample_exposures(rules, policy, state[HANDS + seat], rng)
            if seat == task.seat and task.kind == EXPOSES:
                cards = task.boards[candidate]
                modes = task.modes[candidate]
            state[EXPOSED] |= cards
            state[MODES] |= modes


@kernel
def roll_out_pair(
    rules: PackedRules,
    policy: Policy,
    task: RolloutTask,
    deals: SampledDeals,
    pair: Ints,
    stats: RolloutStats,
    values: Floats,
) -> None:
    """Roll out two candidates (int64 [2], indices) on every deal, and write their utility to every
    side to `values`, float64 [2, deals, sides]."""
    counting = cards_that_count(rules)
    for deal in range(len(deals.down)):
        for index in range(2):
            begin_rollout(rules, policy, task, deals, deal, pair[index], stats)
            if task.kind != MOONS:
                roll_out_while(rules, policy, stats.state, stats.rng, counting)
            winner = settle_rollout(rules, task, stats)
            for side in range(rules.sides):
                known = task.utility
                spec = Utility(side, known.unit, known.totals, known.number)
                values[index, deal, side] = utility(rules, spec, stats.scores, winner, stats.totals)


@kernel
def settle_rollout(rules: PackedRules, task: RolloutTask, stats: RolloutStats) -> int:
    """Write the score of the deal that was rolled out to `stats.scores`; returns the pile that wins
    the game outright, or NOBODY."""
    state = stats.state
    if rules.all_point_cards == CHOICE and task.kind != MOONS:
        maker = slam_maker(rules, state)
        if maker != NOBODY:
            known = task.utility
            state[MOON_CHOICE] = unanswered_moon(
                rules, state, known.totals, stats.scores, known.number, maker
            )
    score(rules, state, stats.scores)
    return instant_winner(rules, state)


@kernel
def _record(
    rules: PackedRules, task: RolloutTask, candidate: int, deal: int, stats: RolloutStats
) -> None:
    """Score the deal that was rolled out, and record its outcome for a candidate and a deal, given
    by their indices, in `stats`."""
    state, scores, totals, counts = stats.state, stats.scores, stats.totals, stats.counts
    winner = settle_rollout(rules, task, stats)
    stats.values[candidate, deal] = utility(rules, task.utility, scores, winner, totals)
    own = 0
    for pile in range(rules.piles):
        if side_of(rules, pile) == task.utility.side:
            own += scores[pile]
    stats.points[candidate, deal] = own
    sweep = sweep_cards(rules)
    maker = whole_pile(rules, state, sweep) if sweep else NOBODY
    for seat in range(rules.players):
        cards = state[PILES + seat]
        counts[candidate, seat, PIGS] += count(cards & PIG_BOARD)
        counts[candidate, seat, SHEEPS] += count(cards & SHEEP_BOARD)
        counts[candidate, seat, DOUBLERS] += count(cards & rules.doubler)
        pile = side_of(rules, seat) if rules.partners == POOLED else seat
        counts[candidate, seat, SLAMS] += pile == maker
