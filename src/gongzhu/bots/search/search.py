"""The search: determinized Monte Carlo with policy rollouts and successive elimination.

Deals that fit the view are sampled, and every candidate is rolled out on each of them to the end of
the deal. Sampling deals and comparing the candidates in each goes back to Ginsberg's GIB; Long et
al. say when it works. They solve each sampled deal with all cards seen. Here a learned policy plays
it out instead, every seat by its own cards, which is the rollout of Tesauro and Galperin:

- M. L. Ginsberg, "GIB: Imperfect information in a computationally challenging game", JAIR 14, 2001;
- J. Long, N. Sturtevant, M. Buro, T. Furtak, "Understanding the success of perfect information
  Monte Carlo sampling in game tree search", AAAI 2010;
- G. Tesauro, G. R. Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 9, 1996.

The budget is shared equally over about log2(candidates) rounds, like in sequential halving. The
candidates that are significantly worse than the best are eliminated at the end of each round, like
in successive elimination. All candidates are rolled out with common random numbers (the same deals
and the same random numbers), so that their differences have much smaller errors than their values:

- Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013;
- E. Even-Dar, S. Mannor, Y. Mansour, "Action elimination and stopping conditions for the
  multi-armed bandit and reinforcement learning problems", JMLR 7, 2006.

The test is a fixed number of standard errors, and gives none of the guarantees proved there.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import Protocol

import numpy as np

from gongzhu.bots.policy import Policy, opponent_model_of, policy_of
from gongzhu.bots.search.action_stats import ActionStats, summarise
from gongzhu.bots.search.analysis import Analysis
from gongzhu.bots.search.candidates import Candidates, candidates_of, network_pass, prior_of
from gongzhu.bots.search.config import HINTS, SearchConfig
from gongzhu.bots.search.rollouts import MOONS, SampledDeals, new_rollout_stats, rollout_actions
from gongzhu.bots.search.utility import GAME
from gongzhu.bots.worlds import PosteriorSampler, Worlds
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.bits import hash_combine
from gongzhu.packed.layout import new_rng
from gongzhu.rules import Action, Phase
from gongzhu.rules.facts import points_sign
from gongzhu.view import View

MIN_DEALS = 8
"""Number of deals on which all candidates are rolled out before any is eliminated."""
MAX_BATCH = 256
"""Greatest number of deals sampled at once."""


class Budget(Protocol):
    """An amount of rollouts or time. A search spends it in rounds, after each of which bad
    candidates are eliminated; what is left is divided equally among the remaining rounds."""

    def begin_round(self, rounds_left: int) -> None:
        """Begin a round of the search, and reserve its share of what is left of the budget.
        `rounds_left` is the number of rounds still to come, including this one."""
        ...

    def next_batch(self, candidates: int) -> int:
        """The number of deals on which to roll out each of `candidates` candidates next; 0 if the
        round's share of the budget is spent."""
        ...

    def consume(self, rollouts: int) -> None:
        """Subtract `rollouts` rollouts, which have been made, from the budget."""
        ...


class RolloutBudget:
    """A budget given as a number of rollouts, so that results do not depend on the speed of the
    machine."""

    def __init__(self, rollouts: int) -> None:
        self._left = rollouts
        self._share = 0
        self._first = True

    def begin_round(self, rounds_left: int) -> None:
        self._share = self._left // rounds_left

    def next_batch(self, candidates: int) -> int:
        deals = min(self._share // candidates, MAX_BATCH)
        return max(deals, MIN_DEALS if self._first else 0)

    def consume(self, rollouts: int) -> None:
        self._first = False
        self._left -= rollouts
        self._share -= rollouts


class TimeBudget:
    """A budget in seconds from its construction. The size of batches follows from the mean time of
    a rollout so far."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._start = perf_counter()
        self._round_ends = 0.0
        self._rollouts = 0

    def begin_round(self, rounds_left: int) -> None:
        now = perf_counter()
        self._round_ends = now + (self._start + self._seconds - now) / rounds_left

    def next_batch(self, candidates: int) -> int:
        if not self._rollouts:
            return MIN_DEALS
        now = perf_counter()
        each = (now - self._start) / self._rollouts
        deals = int((self._round_ends - now) / (each * candidates))
        return min(deals, MAX_BATCH) if deals >= MIN_DEALS else 0

    def consume(self, rollouts: int) -> None:
        self._rollouts += rollouts


MAX_DEALS = 2048
"""Greatest number of different deals that are sampled; further rollouts reuse them with other
random numbers."""


class DealSampler:
    """Samples deals that fit a view, in batches; the same seed and the same batches give the same
    deals."""

    def __init__(self, view: View, opponent_model: Policy, seed: int, config: SearchConfig) -> None:
        self._posterior = PosteriorSampler(
            view,
            opponent_model,
            seed,
            oversampling=config.oversampling,
            tempering=config.tempering,
        )
        self._number = hash_combine(seed & (1 << 64) - 1, 1)
        self._sampled = Worlds(
            np.zeros((0, view.public.players), np.int64),
            np.zeros(0, np.int64),
        )
        self._next = 0

    def sample(self, count: int) -> SampledDeals:
        """The next `count` deals."""
        self._number = hash_combine(self._number, count)
        missing = min(self._next + count, MAX_DEALS) - len(self._sampled.down)
        if missing > 0:
            more = self._posterior.sample(missing)
            self._sampled = Worlds(
                np.concatenate([self._sampled.hands, more.hands]),
                np.concatenate([self._sampled.down, more.down]),
            )
        indices = np.arange(self._next, self._next + count) % len(self._sampled.down)
        self._next += count
        return SampledDeals(
            self._sampled.hands[indices], self._sampled.down[indices], new_rng(self._number)
        )


def empty_deal(players: int) -> SampledDeals:
    """One deal in which all hands are empty, for the choice of a shooter after the last trick."""
    return SampledDeals(np.zeros((1, players), np.int64), np.zeros(1, np.int64), new_rng(0))


def analyse(
    view: View,
    *,
    seed: int,
    rollouts: int | None = None,
    seconds: float | None = None,
    config: SearchConfig = HINTS,
    keep: int = 1,
    also: Sequence[Action] = (),
) -> Analysis:
    """Estimate the value of every choice of the view's seat, which must act.

    The budget is a number of `rollouts`, with which the same seed gives the same analysis; or
    `seconds`; or, if both are None, that of `config`. The best choice is that of `best_actions`, so
    it takes account of the prior, and of points if choices are equal in the value of the game. As
    long as more than `keep` candidates (at least 1) survive, worse ones are eliminated; the
    survivors are rolled out on all deals, so that their figures can be compared. With one candidate
    and `keep` 1 only MIN_DEALS deals are rolled out. The passes in `also` are among the candidates
    in any case.
    """
    policy = policy_of(view.rules)
    candidates = candidates_of(view, packed_rules(view.rules), policy, *network_pass(view), *also)
    budget = _budget(view, rollouts, seconds, config)
    stats = _search(view, candidates, policy, seed, budget, config, keep)
    return summarise(view, candidates, stats)


def explore(view: View, candidates: Candidates, *, seed: int, config: SearchConfig) -> ActionStats:
    """Roll out these candidates with the number of rollouts in `config`, as `analyse` does, and
    return the raw statistics instead of an `Analysis`."""
    budget = _budget(view, None, None, config)
    return _search(view, candidates, policy_of(view.rules), seed, budget, config, keep=1)


def best_actions(
    view: View,
    *,
    seed: int,
    config: SearchConfig,
    seconds: float | None = None,
    policy: Policy | None = None,
    opponent_model: Policy | None = None,
) -> tuple[Action, ...]:
    """The best actions of the view's seat, which must act: all those with the same value.

    The search takes `seconds`, or else the rollouts of `config`. `policy` plays the rollouts,
    and `opponent_model` weighs the sampled deals; None means the learned ones.
    """
    policy = policy or policy_of(view.rules)
    also = network_pass(view) if config.prior else ()
    candidates = candidates_of(view, packed_rules(view.rules), policy, *also)
    if len(candidates.actions) == 1:
        return candidates.actions[0]
    budget = _budget(view, None, seconds, config)
    stats = _search(view, candidates, policy, seed, budget, config, 1, opponent_model)
    return tuple(action for index in stats.best() for action in candidates.actions[index])


def _search(
    view: View,
    candidates: Candidates,
    policy: Policy,
    seed: int,
    budget: Budget,
    config: SearchConfig,
    keep: int,
    opponent_model: Policy | None = None,
) -> ActionStats:
    """Roll the candidates out until the budget is spent or one of them survives; as long as more
    than `keep` survive, worse ones are eliminated. Returns the statistics of all."""
    packed = packed_rules(view.rules)
    total = len(candidates.actions)
    if total == keep == 1:
        budget = RolloutBudget(MIN_DEALS)
    stats = ActionStats(
        total, prior_of(view, candidates, config.prior), points_sign=_points_sign(view, candidates)
    )

    def roll_out_on(deals: SampledDeals) -> None:
        batch = new_rollout_stats(total, len(deals.down))
        rollout_actions(packed, policy, candidates.task, deals, stats.surviving, batch)
        stats.add(batch)
        budget.consume(len(deals.down) * len(stats.surviving))

    if candidates.task.kind == MOONS:
        roll_out_on(empty_deal(view.rules.players))
        return stats
    model = opponent_model or opponent_model_of(view.rules)
    sampler = DealSampler(view, model, seed, config)
    rounds = max(1, ((total - 1) // keep).bit_length())
    for rounds_left in range(rounds, 0, -1):
        budget.begin_round(rounds_left)
        while deals := budget.next_batch(len(stats.surviving)):
            roll_out_on(sampler.sample(deals))
        if len(stats.surviving) > keep:
            stats.eliminate()
        if len(stats.surviving) == 1:
            break
    return stats


def _points_sign(view: View, candidates: Candidates) -> int:
    """1 or -1 if points of the seat's side, or their opposite (in Hearts), decide between
    candidates that are equal in the value of the game; 0 if utility is not the value of the
    game."""
    task = candidates.task
    if task.kind == MOONS or task.utility.unit != GAME:
        return 0
    return points_sign(view.rules)


def _budget(
    view: View, rollouts: int | None, seconds: float | None, config: SearchConfig
) -> Budget:
    if seconds:
        return TimeBudget(seconds)
    before_play = view.public.phase in (Phase.PASSING, Phase.EXPOSING)
    return RolloutBudget(
        rollouts or (config.rollouts_before_play if before_play else config.rollouts)
    )
